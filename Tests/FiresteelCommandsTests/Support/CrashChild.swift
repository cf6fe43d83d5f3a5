#if os(Linux) || os(macOS)
import TestSupport
import Foundation

/// A program that performs actions in a separate process, `PerformCrashChild`.
final class CrashChild {
    let process = Process()
    private let output = Pipe()

    /// Starts it; when this returns it has performed.
    init(_ mode: String, _ folder: TemporaryFolder, number: Int = 0) throws {
        process.executableURL = ChildProcess.executable("PerformCrashChild")
        process.arguments = [mode, folder.path, "\(number)"]
        process.environment = ChildProcess.environment()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        guard !output.fileHandleForReading.availableData.isEmpty else { throw IdleChildError() }
        // A child that isn't read from blocks.
        let handle = output.fileHandleForReading
        Thread.detachNewThread { while !handle.availableData.isEmpty {} }
    }

    deinit { kill(SIGKILL) }

    struct IdleChildError: Error {}

    /// Ends it with a signal, and waits for that.
    func kill(_ signal: Int32) {
        if process.isRunning { Foundation.kill(process.processIdentifier, signal) }
        process.waitUntilExit()
    }
}
#endif
