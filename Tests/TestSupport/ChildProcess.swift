#if os(Linux) || os(macOS)
package import Foundation

/// A program that was built with the tests and ran to its end.
package struct ChildProcess: Sendable {
    /// Standard output, line by line; an unfinished line is left out.
    package let lines: [String]
    /// The signal that ended it, or `nil`.
    package let signal: Int32?
    /// The status it exited with, 0 where a signal ended it.
    package let status: Int32

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: The product's name.
    ///   - arguments: Its arguments. With `mount` the second is the folder.
    ///   - mount: Options of a separate file system that the folder lies on; needs the right to create one.
    ///   - isStranger: Whether it runs without the rights over folders of other users, even where this process is root;
    ///     needs the right to create a namespace of users.
    ///   - killAfter: After so many bytes of output the process is killed with this signal.
    ///   - whileRunning: Called when as much output has come, before it is killed.
    package static func run(
        _ program: String, _ arguments: [String], mount: String? = nil, isStranger: Bool = false,
        killAfter: (bytes: Int, signal: Int32)? = nil, whileRunning: (Process) throws -> Void = { _ in }
    ) throws -> ChildProcess {
        let process = Process()
        let executable = executable(program)
        if let mount {
            process.executableURL = URL(filePath: "/bin/sh")
            let script = "mount -t tmpfs -o \(mount) tmpfs \"$2\" && exec \"$0\" \"$@\""
            process.arguments =
                ["-c", "exec unshare -rm sh -c '\(script)' \"$@\"", "sh", executable.path] + arguments
        } else if isStranger, geteuid() == 0 {
            // Root of a namespace has no rights over the files of users that aren't in it.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["unshare", "-r", executable.path] + arguments
        } else {
            process.executableURL = executable
            process.arguments = arguments
        }
        process.environment = environment()
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
        let isSignal = process.terminationReason == .uncaughtSignal
        let text = String(decoding: bytes, as: UTF8.self)
        return ChildProcess(
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init),
            signal: isSignal ? process.terminationStatus : nil, status: isSignal ? 0 : process.terminationStatus)
    }

    /// Returns a program that was built with the tests: products lie beside their bundle.
    package static func executable(_ name: String) -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let products = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
        return products.appending(path: name)
    }

    /// Returns the environment for children: this process's, without the backtrace that a crash would take time for.
    package static func environment(_ changes: [String: String] = [:]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(changes) { $1 }
    }
}
#endif
