#if os(Linux) || os(macOS)
import Foundation

/// What the program `firesteel` did, run as people run it.
struct Firesteel: Equatable {
    /// What it ended with.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
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
        process.executableURL = executable("firesteel")
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment.filter { $0.key != "FIRESTEEL_RUNS" }
        all["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = all.merging(environment) { $1 }
        return process
    }

    /// A program that was built with the tests: products lie beside their bundle.
    ///
    /// The product `firesteel` is the target `FiresteelCommandLine`; where the product isn't built, the target is.
    static func executable(_ name: String) -> URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let products = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
        return products.appending(path: name)
    }
}

/// A folder that goes with the test.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")

    var path: String { url.path }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
#endif
