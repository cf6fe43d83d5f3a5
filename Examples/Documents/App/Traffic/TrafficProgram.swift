import Foundation
import Synchronization

/// The process of a simulated person's program.
final class TrafficProgram: Sendable {
    /// The end of a process.
    enum End: Sendable, Equatable {
        case ended
        /// By a signal other than those that request the end.
        case crashed
        case failed(String)
        /// The experiment doesn't run, with the reason.
        case notStarted(String)
        /// The experiment ran, and no longer has everyone.
        case hasEnded
    }

    private let process: Process
    private let messages: Pipe
    private let hasEnded: AsyncStream<Void>

    /// Starts this program again with other arguments.
    ///
    /// - Throws: ``CommandError`` if it can't be started.
    init(arguments: [String]) throws(CommandError) {
        process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        // Backtraces with names take seconds of CPU time each.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        messages = Pipe()
        process.standardError = messages
        let (hasEnded, continuation) = AsyncStream.makeStream(of: Void.self)
        self.hasEnded = hasEnded
        process.terminationHandler = { _ in continuation.finish() }
        do {
            try process.run()
        } catch {
            throw CommandError("Can’t start a simulated person’s program: \(error.localizedDescription)")
        }
    }

    /// Requests the end of the process.
    func terminate() { if process.isRunning { process.terminate() } }

    /// Waits for the end of the process.
    func end() async -> End {
        for await _ in hasEnded {}
        let text = (try? messages.fileHandleForReading.read(upToCount: 4_096)).flatMap { $0 } ?? Data()
        if process.terminationReason == .uncaughtSignal {
            return [SIGTERM, SIGINT].contains(process.terminationStatus) ? .ended : .crashed
        }
        guard process.terminationStatus != 0 else { return .ended }
        let reason = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        if process.terminationStatus == TrafficTrial.notStarted { return .notStarted(reason) }
        if process.terminationStatus == TrafficTrial.hasEnded { return .hasEnded }
        return .failed(reason.isEmpty ? "Status \(process.terminationStatus)." : reason)
    }

    /// Creates the folder of a person with a document, unless it exists.
    ///
    /// - Throws: ``CommandError`` if it can't be created.
    static func makeFolder(_ path: String) throws(CommandError) {
        guard !FileManager.default.fileExists(atPath: path + "/documents/Ideas.md") else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path + "/documents", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try Data("# Ideas\n".utf8).write(to: URL(fileURLWithPath: path + "/documents/Ideas.md"))
        } catch {
            throw CommandError("Can’t create the folder of a simulated person: \(error.localizedDescription)")
        }
    }

    /// The file of this program.
    private static var executable: URL {
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    }
}
