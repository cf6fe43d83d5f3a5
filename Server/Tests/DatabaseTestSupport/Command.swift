import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

package enum Command {
    /// Runs a program to its end on a separate thread, and returns its output.
    ///
    /// - Throws: ``CommandError`` with the output unless its status is 0.
    @discardableResult
    package static func run(_ arguments: [String]) async throws -> String {
        try await onThread { try runBlocking(arguments) }
    }

    /// Runs a closure that blocks on a separate thread.
    package static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "command").async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Starts a program that continues in the background.
    ///
    /// It must not inherit files: their end shows the end of a process.
    static func runInBackground(_ prefix: [String], _ arguments: [String]) async throws {
        let script = #"""
            for file in /dev/fd/*; do
                number="${file##*/}"
                if [ "$number" -gt 2 ]; then eval "exec $number>&-"; fi
            done
            exec "$@" > /dev/null 2>&1 < /dev/null
            """#
        try await run(prefix + ["bash", "-c", script, "bash"] + arguments)
    }

    static func runBlocking(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        // A folder that another user can't enter would be an error of the programs.
        process.currentDirectoryURL = URL(filePath: "/")
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try bytes(of: output.fileHandleForReading.fileDescriptor), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandError(arguments: arguments, output: text) }
        return text
    }

    /// Returns what a file has until its end.
    ///
    /// A `FileHandle` fails where a signal interrupts it.
    private static func bytes(of file: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = read(file, &piece, piece.count)
            if count > 0 {
                bytes += piece[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }
}

package struct CommandError: Error, CustomStringConvertible {
    let arguments: [String]
    let output: String

    package var description: String { "Can't run \(arguments.joined(separator: " ")): \(output)" }
}
