import Foundation
import TestSupport
import Testing

/// The program as a process, with a separate folder, runs and flags file.
final class DocumentsProcess {
    let client: TestClient
    private let process: Process

    /// Starts the process and waits until it has printed its address.
    ///
    /// - Parameters:
    ///   - runs: The folder of runs, which may contain `flags.json`.
    ///   - backtrace: Whether Swift's own crash handler is enabled.
    ///   - options: Additional arguments.
    ///   - environment: Additional environment variables.
    init(
        folder: TemporaryFolder, runs: TemporaryFolder, backtrace: Bool = false, options: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        process = Process()
        process.executableURL = try Self.executable()
        process.arguments =
            ["--folder", folder.path, "--runs", runs.path, "--flags", runs.path + "/flags.json", "--port", "0"]
            + ["--no-inspector"] + options
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.environment = environment.merging(["SWIFT_BACKTRACE": backtrace ? "enable=yes" : "enable=no"]) { $1 }
        try process.run()
        let address = try await withOwnThread { Self.readAddress(from: output.fileHandleForReading) }
        let port = try #require(address?.port)
        var client = TestClient(port: UInt16(port))
        let page = try await client.get("/").body
        let token = try #require(page.components(separatedBy: "csrf-token\" content=\"").last?.prefix(32))
        client.token = String(token)
        self.client = client
    }

    /// Reads lines until the one with the app's address, or until the program ends.
    private static func readAddress(from output: FileHandle) -> URL? {
        var text = ""
        while true {
            let data = output.availableData
            if data.isEmpty { return nil }
            text += String(decoding: data, as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.hasPrefix("Documents:") }) {
                return URL(string: line.dropFirst("Documents:".count).trimmingCharacters(in: .whitespaces))
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

    /// Returns the program beside the tests' executable.
    static func executable() throws -> URL {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [folder, folder.deletingLastPathComponent(), Bundle.main.bundleURL]
        return try #require(
            candidates.map { $0.appendingPathComponent("documents") }.first {
                FileManager.default.isExecutableFile(atPath: $0.path)
            },
            "The program isn’t beside its tests: \(candidates.map(\.path))")
    }
}
