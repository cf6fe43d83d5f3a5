#if os(Linux) || os(macOS)
import Foundation
import Synchronization

/// A process that replayed something and has ended.
package struct ReplayProcess: Sendable {
    /// The end of a process.
    package enum End: Sendable, Equatable {
        case exit(Int32)
        case signal(Int32)
        /// It was killed, because it took longer than its limit.
        case tooLong
        /// It was killed, because it printed more than ``maximumOutput`` bytes.
        case tooMuch
    }

    /// The maximum number of bytes of standard output.
    static let maximumOutput = 1 << 20
    /// The number of bytes of standard error that are retained, the last ones.
    private static let maximumErrors = 64 << 10
    /// The beginning of the line on standard error by which a step is announced.
    static let announcement = "   "

    package let end: End
    /// The standard output.
    package let output: [UInt8]
    /// The standard error.
    package let errors: String

    /// The steps that were announced, in order.
    package var steps: [String] {
        errors.split(separator: "\n").filter { $0.hasPrefix(Self.announcement) && $0.hasSuffix(" …") }
            .map { String($0.dropFirst(Self.announcement.count).dropLast(2)) }
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - command: The path of the program, and its arguments.
    ///   - environment: Changes to the environment.
    ///   - limit: The time after which it is killed.
    /// - Throws: The system's error if it can't be started.
    package static func run(
        _ command: [String], environment: [String: String] = [:], limit: Duration
    ) async throws -> ReplayProcess {
        try await withCheckedThrowingContinuation { continuation in
            // It blocks a thread, which isn't one of the program's tasks.
            DispatchQueue.global().async { continuation.resume(with: Result { try wait(command, environment, limit) }) }
        }
    }

    /// Kills a process with those that it started, for which Foundation would wait: they are a group.
    private static func stop(_ id: Int32) {
        if kill(-id, SIGKILL) != 0 { kill(id, SIGKILL) }
    }

    private static func wait(
        _ command: [String], _ environment: [String: String], _ limit: Duration
    ) throws -> ReplayProcess {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command.first ?? "")
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (standardOutput, standardError) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (standardOutput, standardError)
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let isTooMuch = Mutex(false)
        let output = PipeReader(standardOutput.fileHandleForReading)
        let errors = PipeReader(standardError.fileHandleForReading)
        let id = process.processIdentifier
        output.start { bytes in
            guard bytes.count > maximumOutput else { return }
            bytes.removeAll()
            let isFirst = isTooMuch.withLock { isTooMuch in
                defer { isTooMuch = true }
                return !isTooMuch
            }
            if isFirst { stop(id) }
        }
        errors.start { bytes in
            if bytes.count > 2 * maximumErrors { bytes.removeFirst(bytes.count - maximumErrors) }
        }
        let isTooLong = ended.wait(timeout: .now() + limit / .seconds(1)) == .timedOut
        if isTooLong {
            stop(id)
            ended.wait()
        }
        let end: End =
            if isTooLong {
                .tooLong
            } else if isTooMuch.withLock({ $0 }) {
                .tooMuch
            } else if process.terminationReason == .exit {
                .exit(process.terminationStatus)
            } else {
                .signal(process.terminationStatus)
            }
        return ReplayProcess(
            end: end, output: Array(output.bytes()), errors: String(decoding: errors.bytes(), as: UTF8.self))
    }
}

/// Reads a pipe on a thread.
private final class PipeReader: Sendable {
    private let handle: FileHandle
    private let data = Mutex(Data())
    private let atEnd = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) { self.handle = handle }

    /// - Parameter bound: Receives all that was read after each part, and may remove some of it.
    func start(_ bound: @escaping @Sendable (inout Data) -> Void) {
        Thread { [self] in
            while case let part = handle.availableData, !part.isEmpty {
                data.withLock { data in
                    data.append(part)
                    bound(&data)
                }
            }
            atEnd.signal()
        }.start()
    }

    /// Returns what was read; a process that the program started may still have the pipe.
    func bytes() -> Data {
        _ = atEnd.wait(timeout: .now() + .seconds(1))
        return data.withLock { $0 }
    }
}
#endif
