#if os(Linux) || os(macOS)
import TestSupport
import Foundation

/// Runs programs, without keeping a thread of Swift's pool waiting for them.
package enum Command {
    /// The end of a program, and its output with errors.
    package struct Result: Sendable {
        package let succeeded: Bool
        package let output: String
    }

    /// Runs a program, which is a path or a name to be looked for in `PATH`, to its end.
    package static func run(_ program: String, _ arguments: [String] = []) async throws -> Result {
        try await withTemporaryFolder { folder in
            let log = folder.appending(path: "output.log")
            try Data().write(to: log)
            let handle = try FileHandle(forWritingTo: log)
            defer { try? handle.close() }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments
            // What the program leaves behind, as the compiler does with what macros write, goes with the folder.
            process.environment = ProcessInfo.processInfo.environment.merging([
                "TMPDIR": folder.path(percentEncoded: false)
            ]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = handle
            process.standardError = handle
            let status = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do {
                    try process.run()
                } catch {
                    process.terminationHandler = nil
                    continuation.resume(throwing: error)
                }
            }
            return Result(succeeded: status == 0, output: try String(contentsOf: log, encoding: .utf8))
        }
    }
}
#endif
