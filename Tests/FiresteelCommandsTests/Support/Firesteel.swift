#if os(Linux) || os(macOS)
import TestSupport
import Foundation

/// A run of the program `firesteel`, started as people start it.
struct Firesteel: Equatable {
    let status: Int32
    /// Its standard output.
    let output: String
    /// Its standard error.
    let errors: String

    /// Runs it to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], input: String = ""
    ) throws -> Firesteel {
        try run(arguments, environment: environment, input: input)
    }

    /// Runs it to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = ""
    ) throws -> Firesteel {
        let folder = try TemporaryFolder()
        // Files take whatever is written, pipes would have to be read at the same time.
        let process = process(arguments, environment)
        process.standardInput = try FileHandle(forReadingFrom: folder.write(input, to: "input"))
        process.standardOutput = try FileHandle(forWritingTo: folder.write("", to: "output"))
        process.standardError = try FileHandle(forWritingTo: folder.write("", to: "errors"))
        try process.run()
        process.waitUntilExit()
        return Firesteel(
            status: process.terminationStatus,
            output: try String(contentsOf: folder.url.appending(path: "output"), encoding: .utf8),
            errors: try String(contentsOf: folder.url.appending(path: "errors"), encoding: .utf8))
    }

    /// The program, ready to run.
    static func process(_ arguments: [String], _ environment: [String: String] = [:]) -> Process {
        let process = Process()
        // The product `firesteel` is the target `FiresteelCommandLine`.
        process.executableURL = ChildProcess.executable("firesteel")
        process.arguments = arguments
        let inherited = ChildProcess.environment().filter { $0.key != "FIRESTEEL_RUNS" }
        process.environment = inherited.merging(environment) { $1 }
        return process
    }
}
#endif
