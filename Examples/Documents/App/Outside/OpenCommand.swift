import ArgumentParser
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Opens a link in the running app.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a link in the running app: documents://open/Roadmap",
        discussion: """
            The most recently used page shows the result. The exit status is 0 for success, 1 if the action failed, \
            2 if the link is invalid, 3 if the feature is unavailable, 4 if the app isn’t running, 5 if no page is \
            open, and 6 if the user declined.

            If several apps are running, specify the --runs of one of them. Its running.json contains the token of its user’s \
            links. A --port, if specified, must be the port of that app.
            """)

    @Argument(help: "The link.")
    var link: String

    /// The parent command; its options `--port` and `--runs` identify the running app.
    @ParentCommand var app: DocumentsCommand

    func run() async throws {
        let found = try find()
        let answer: Answer
        do {
            answer = try await post(to: found)
        } catch is URLError {
            try fail(4, "Documents isn’t running.", "Start it, and try again.")
        }
        guard let outcome = answer.outcome else {
            try fail(
                4, answer.error?.message ?? "Another program uses port \(found.port).", "Specify another --port.")
        }
        let words = "\(answer.message ?? outcome) \(answer.remedy ?? "")".trimmingCharacters(in: .whitespaces)
        guard let status = Self.statuses[outcome] else { return print(Self.escaped(words)) }
        try fail(status, words, "")
    }

    private static let statuses: [String: Int32] = [
        "failure": 1, "bad-link": 2, "bad-input": 2, "unavailable": 3, "not-ready": 5, "declined": 6, "cancelled": 6,
    ]

    /// The response of the app: a result or an error.
    private struct Answer: Decodable {
        struct Fault: Decodable { let message: String }
        let outcome: String?
        let message: String?
        let remedy: String?
        let error: Fault?
    }

    /// Returns the app that wrote the running file.
    private func find() throws -> RunningFile {
        let file = RunningFile.read(WorkingPaths.running(runs: app.runs))
        guard let file else { try fail(4, "Documents isn’t running.", "Start it, or specify its --runs.") }
        if let port = app.port, port != file.port {
            try fail(
                4, "The app that was started with this folder uses port \(file.port).",
                "Specify the --runs of the other.")
        }
        return file
    }

    private func post(to app: RunningFile) async throws -> Answer {
        // The response may wait for the user's answer to a question.
        var request = URLRequest(url: try address(app.port, "/api/open"), timeoutInterval: 60)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(app.token, forHTTPHeaderField: RequestGuard.header.rawName)
        request.httpBody = try JSONEncoder().encode(["link": link])
        let (data, _) = try await URLSession.shared.data(for: request)
        return (try? JSONDecoder().decode(Answer.self, from: data))
            ?? Answer(outcome: nil, message: nil, remedy: nil, error: nil)
    }

    private func address(_ port: UInt16, _ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            try fail(4, "Port \(port) is invalid.", "Specify another --port.")
        }
        return url
    }

    /// Returns a text without characters that control a terminal or change the direction of text: links contain any.
    static func escaped(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
                line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    private func fail(_ status: Int32, _ words: String, _ remedy: String) throws -> Never {
        let line = Self.escaped("\(words) \(remedy)".trimmingCharacters(in: .whitespaces)) + "\n"
        FileHandle.standardError.write(Data(line.utf8))
        throw ExitCode(status)
    }
}
