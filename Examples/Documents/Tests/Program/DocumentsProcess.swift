import Foundation
import TestSupport
import Testing

/// The program as a process, with a separate folder, runs and flags file.
final class DocumentsProcess {
    let client: TestClient
    /// A client of the inspector, if it was started.
    let inspector: TestClient?
    private let process: Process

    /// Starts the process and waits until it has printed its address.
    ///
    /// - Parameters:
    ///   - runs: The folder of runs, which may contain `flags.json`.
    ///   - backtrace: Whether Swift's own crash handler is enabled; `nil` if the program decides.
    ///   - options: Additional arguments.
    ///   - environment: Additional environment variables.
    ///   - inspector: Whether the inspector is started as well.
    ///   - errors: The standard error of the process.
    init(
        folder: TemporaryFolder, runs: TemporaryFolder, backtrace: Bool? = false, options: [String] = [],
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
        process.environment = environment
        if let backtrace { process.environment?["SWIFT_BACKTRACE"] = backtrace ? "enable=yes" : "enable=no" }
        try process.run()
        let clients = try await withOwnThread {
            var lines = LineOutput(output.fileHandleForReading)
            let app = lines.client("Documents:")
            return (app: app, inspector: inspector ? lines.client("Inspector:") : nil)
        }
        client = try #require(clients.app)
        self.inspector = clients.inspector
    }

    /// Reads the printed lines, one after the other.
    private struct LineOutput {
        private let output: FileHandle
        private var text = ""

        init(_ output: FileHandle) { self.output = output }

        /// Returns a client of the address in the line that begins with a name; `nil` if the program ends before.
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

    /// Waits until the program has ended, without blocking a thread that tests share.
    ///
    /// - Returns: The exit status, or the negative number of the signal that ended it.
    /// - Throws: ``StillRunningError`` after two minutes, with the program killed.
    func waitForEnd() async throws -> Int32 {
        let deadline = ContinuousClock.now + .seconds(120)
        while process.isRunning {
            guard ContinuousClock.now < deadline else {
                kill(process.processIdentifier, SIGKILL)
                throw StillRunningError()
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    /// An error if the program doesn't end.
    struct StillRunningError: Error {}

    /// Returns a program beside the tests' executable.
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
