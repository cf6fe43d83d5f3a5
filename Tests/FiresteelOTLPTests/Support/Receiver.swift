#if os(Linux) || os(macOS)
import Foundation

/// A third-party receiver of OTLP, in a separate process: `Tests/OTLP/receive.py`.
final class Receiver {
    /// The reason why there is no receiver.
    struct ReceiverSetupError: Error, CustomStringConvertible {
        let description: String
    }

    /// The address of the receiver.
    let endpoint: URL
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    /// Starts it.
    ///
    /// - Parameter hasCollector: Whether a collector stands before it, which hands on what it gets.
    init(hasCollector: Bool) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let path = ProcessInfo.processInfo.environment["FIRESTEEL_PYTHON"]
        let python = path.map { URL(filePath: $0) } ?? root.appending(path: ".venv/bin/python")
        let words = """
            OTLP is tested with OpenTelemetry's own library and a collector from PyPI. Make a Python environment with
            “python3 -m venv .venv && .venv/bin/pip install -r Tests/OTLP/requirements.txt”, or say in FIRESTEEL_PYTHON \
            which Python has what Tests/OTLP/requirements.txt names. “make test” does so.
            """
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw ReceiverSetupError(description: "There is no \(python.path). \(words)")
        }
        process.executableURL = python
        process.arguments =
            [root.appending(path: "Tests/OTLP/receive.py").path] + (hasCollector ? ["--collector"] : [])
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try output.fileHandleForWriting.close()
        guard let line = Self.line(&rest, output.fileHandleForReading),
            let address = try JSONDecoder().decode([String: String].self, from: line)["endpoint"],
            let url = URL(string: address)
        else { throw ReceiverSetupError(description: "The receiver doesn't start; what it printed says why. \(words)") }
        endpoint = url
    }

    deinit {
        // It ends when its input does.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// The next request that it received; nil once it ended.
    func next() throws -> ReceivedRequest? {
        try Self.line(&rest, output.fileHandleForReading).map {
            try JSONDecoder().decode(ReceivedRequest.self, from: $0)
        }
    }

    private static func line(_ rest: inout Data, _ handle: FileHandle) -> Data? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return Data(rest[..<end])
            }
            let more = handle.availableData
            guard !more.isEmpty else { return nil }
            rest.append(more)
        }
    }
}
#endif
