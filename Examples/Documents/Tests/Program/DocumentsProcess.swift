import Foundation
import TestSupport
import Testing

/// The program itself, started as a user starts it, with a folder, runs and a file of flags of its own.
final class DocumentsProcess {
    let client: TestClient
    /// A client of the inspector, if it was started.
    let inspector: TestClient?
    private let process: Process

    /// Starts it and waits until it has printed where it listens.
    ///
    /// - Parameters:
    ///   - runs: where its runs go, and where `flags.json` is, if there is one.
    ///   - backtrace: whether Swift's own handler of crashes is there.
    ///   - options: what it is started with beside that.
    ///   - environment: variables that it has beside that.
    ///   - inspector: whether the inspector is started as well.
    ///   - errors: where its console goes.
    init(
        folder: TemporaryFolder, runs: TemporaryFolder, backtrace: Bool = false, options: [String] = [],
        environment: [String: String] = [:], inspector: Bool = false, errors: FileHandle = .nullDevice
    ) async throws {
        process = Process()
        process.executableURL = try Self.executable()
        process.arguments =
            ["--folder", folder.path, "--runs", runs.path, "--flags", runs.path + "/flags.json", "--port", "0"]
            + (inspector ? ["--inspector", "--inspector-port", "0"] : ["--no-inspector"]) + options
        let output = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.environment = environment.merging(["SWIFT_BACKTRACE": backtrace ? "enable=yes" : "enable=no"]) { $1 }
        try process.run()
        var reader = LineOutput(output.fileHandleForReading)
        let app = reader.client("Documents:")
        client = try #require(app)
        self.inspector = inspector ? reader.client("Inspector:") : nil
    }

    /// Reads the printed lines, one after the other.
    private struct LineOutput {
        private let output: FileHandle
        private var text = ""

        init(_ output: FileHandle) { self.output = output }

        /// A client of the address in the line that begins with a name; `nil` where the program ends before.
        mutating func client(_ name: String) -> TestClient? {
            while let line = next() {
                guard line.hasPrefix(name) else { continue }
                let address = URL(string: line.dropFirst(name.count).trimmingCharacters(in: .whitespaces))
                guard let port = address?.port, let token = address?.fragment?.split(separator: "=").last else {
                    return nil
                }
                return TestClient(port: UInt16(port), token: String(token))
            }
            return nil
        }

        private mutating func next() -> String? {
            while true {
                if let end = text.firstIndex(of: "\n") {
                    defer { text.removeSubrange(...end) }
                    return String(text[..<end])
                }
                let data = output.availableData
                if data.isEmpty { return nil }
                text += String(decoding: data, as: UTF8.self)
            }
        }
    }

    deinit { if process.isRunning { process.terminate() } }

    var isRunning: Bool { process.isRunning }

    func terminate() { process.terminate() }

    /// - Returns: the exit status, or the number of the signal that ended it, negative.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    /// Beside the program that runs the tests.
    static func executable(_ name: String = "documents") throws -> URL {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [folder, folder.deletingLastPathComponent(), Bundle.main.bundleURL]
        return try #require(
            candidates.map { $0.appendingPathComponent(name) }.first {
                FileManager.default.isExecutableFile(atPath: $0.path)
            },
            "The program isn’t beside its tests: \(candidates.map(\.path))")
    }
}
