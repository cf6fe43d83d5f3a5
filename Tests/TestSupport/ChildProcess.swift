#if os(Linux) || os(macOS)
package import Foundation

/// A program that was built with the tests and has run to its end.
package struct ChildProcess: Sendable {
    /// Standard output, line by line; an incomplete line is omitted.
    package let lines: [String]
    /// The signal that ended it, or `nil`.
    package let signal: Int32?
    /// The exit status, 0 if a signal ended it.
    package let status: Int32

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: The product's name.
    ///   - arguments: Its arguments. With `mount`, the second is the folder.
    ///   - mount: The options of a separate file system for the folder; requires the right to create one.
    ///   - isStranger: Whether it runs without rights over folders of other users, even if this process is root;
    ///     requires the right to create a user namespace.
    ///   - killAfter: The number of output bytes after which the process is killed with this signal.
    ///   - whileRunning: Called when that much output has arrived, before the process is killed.
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
            // Root of a namespace has no rights over the files of users outside it.
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

    /// Returns a program that was built with the tests: products are beside the test bundle.
    package static func executable(_ name: String) -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let products = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
        return products.appending(path: name)
    }

    /// Returns the environment for children: that of this process, without the backtrace on a crash, which takes time.
    package static func environment(_ changes: [String: String] = [:]) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(changes) { $1 }
    }
}
#endif
