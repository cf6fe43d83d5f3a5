import Foundation

/// A run of `TimelineCrashChild`.
struct Child {
    /// What it said on standard output, line by line; a line that wasn't finished is left out.
    let lines: [String]
    /// The signal that ended it, or nil.
    let signal: Int32?
    /// What it exited with, if no signal ended it.
    let status: Int32

    /// Which program is run.
    enum Program: String, Sendable {
        /// Records to a timeline by itself.
        case recording = "TimelineCrashChild"
        /// Performs actions.
        case performing = "PerformCrashChild"
    }

    /// Runs it to its end.
    /// - Parameters:
    ///   - mount: Where the folder lies on a file system of its own, with these options; needs the right to make one.
    ///   - asStranger: Whether it may not write to a folder that was protected. Where this process is root, that needs
    ///     the right to make a namespace of users.
    ///   - killAfter: After so many bytes of output the process is killed with this signal.
    ///   - whileRunning: Called when as much output has come, before it is killed.
    static func run(
        _ mode: String, of program: Program = .recording, folder: String, number: Int = 0, mount: String? = nil,
        asStranger: Bool = false,
        killAfter: (bytes: Int, signal: Int32)? = nil,
        whileRunning: (Process) throws -> Void = { _ in }
    ) throws -> Child {
        let process = Process()
        if let mount {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let script = "mount -t tmpfs -o \(mount) tmpfs \"$2\" && exec \"$0\" \"$@\""
            process.arguments = [
                "-c", "exec unshare -rm sh -c '\(script)' \"$@\"", "sh", executable(program).path, mode, folder,
            ]
        } else if asStranger, geteuid() == 0 {
            // Root of a namespace has no rights over the files of users that aren't in it.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["unshare", "-r", executable(program).path, mode, folder, String(number)]
        } else {
            process.executableURL = executable(program)
            process.arguments = [mode, folder, String(number)]
        }
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        var bytes = Data()
        var isKilled = false
        while case let part = output.fileHandleForReading.availableData, !part.isEmpty {
            bytes.append(part)
            if let killAfter, !isKilled, bytes.count >= killAfter.bytes {
                isKilled = true
                try whileRunning(process)
                kill(process.processIdentifier, killAfter.signal)
            }
        }
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.removeLast()
        let isSignal = process.terminationReason == .uncaughtSignal
        return Child(
            lines: lines, signal: isSignal ? process.terminationStatus : nil,
            status: isSignal ? 0 : process.terminationStatus)
    }

    /// Products lie beside the test bundle.
    private static func executable(_ program: Program) -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            folder = bundle.bundleURL.deletingLastPathComponent()
        }
        return folder.appendingPathComponent(program.rawValue)
    }
}
