#if os(Linux) || os(macOS)
import Foundation

/// A running `firesteel follow`.
final class Following {
    let process: Process
    private let output = Pipe()
    private let errors = Pipe()
    private var rest = Data()

    init(_ arguments: String...) throws {
        process = Firesteel.process(["follow"] + arguments)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// The next line, as soon as it is there; nil once it ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            rest.append(more)
        }
    }

    /// Lines up to one that has this text, or to the end.
    func lines(until text: String) -> [String] {
        var lines: [String] = []
        while let line = line() {
            lines.append(line)
            if line.contains(text) { break }
        }
        return lines
    }

    /// Waits for its end.
    func end() throws -> (status: Int32, errors: String) {
        let written = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: written, as: UTF8.self))
    }
}
#endif
