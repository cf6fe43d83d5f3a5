import FiresteelBase
import Foundation
import Synchronization

extension AgentService {
    /// Serves an agent over standard input and output, until the input ends.
    ///
    /// Nothing else may be written to standard output meanwhile.
    package func serveStandardInput(as caller: Caller) async {
        // An agent that has ended must not end calls in progress with it.
        signal(SIGPIPE, SIG_IGN)
        let output = AgentOutput()
        let connection = AgentConnection(service: self, caller: caller) { output.write($0) }
        let lines = AgentLines(.standardInput, limit: messageLimits.bytes)
        while let line = await lines.next() { connection.receive(line) }
        await connection.end()
    }
}

/// The standard output, to which one message is written after the other.
private final class AgentOutput: Sendable {
    private let lock = Mutex(())

    func write(_ message: JSONValue) {
        let line = Data((message.json() + "\n").utf8)
        // An agent that has ended reads nothing more, which its input says as well.
        lock.withLock { _ in try? FileHandle.standardOutput.write(contentsOf: line) }
    }
}

/// The lines of a file, read on a thread of the system as they are taken.
private final class AgentLines: Sendable {
    private let descriptor: Int32
    private let limit: Int
    private let state = Mutex((pending: [UInt8](), isEnd: false))

    /// - Parameter limit: The maximum size of a line; a longer one is cut, so that it isn't valid.
    init(_ file: FileHandle, limit: Int) {
        descriptor = file.fileDescriptor
        self.limit = limit
    }

    /// Returns the next line, or `nil` at the end.
    func next() async -> [UInt8]? {
        while true {
            if let line = takeLine() { return line }
            if state.withLock(\.isEnd) { return nil }
            add(await read())
        }
    }

    private func takeLine() -> [UInt8]? {
        state.withLock { state in
            if let end = state.pending.firstIndex(of: 0x0A) {
                defer { state.pending.removeSubrange(...end) }
                return Array(state.pending[..<end])
            }
            guard state.isEnd, !state.pending.isEmpty else { return nil }
            defer { state.pending = [] }
            return state.pending
        }
    }

    private func add(_ bytes: [UInt8]) {
        state.withLock { state in
            state.pending += bytes
            state.isEnd = bytes.isEmpty
            if state.pending.count > limit, !state.pending.contains(0x0A) { state.pending.removeSubrange(limit...) }
        }
    }

    private func read() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                continuation.resume(returning: count > 0 ? Array(buffer.prefix(count)) : [])
            }
        }
    }
}
