import ArgumentParser
import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands a link to the app that runs.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a link in the running app: documents://open/Roadmap",
        discussion: """
            It is shown in the page that was used last. The status is 0 where it was done, 1 where it failed, 2 where the \
            link is none, 3 where the feature isn’t available, 4 where no app runs, 5 where no page is open, and 6 where \
            the person in the page didn’t agree.

            Where several run, --runs says with which folder the one that is meant was started. Its running.json has \
            what the app needs to see that the link is from its user; with --port, its port must be this one.
            """)

    @Argument(help: "The link.")
    var link: String

    /// Has the options `--port` and `--runs`, which mean here the app that runs.
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
        guard let status = Self.statuses[outcome] else { return print(words) }
        try fail(status, words, "")
    }

    private static let statuses: [String: Int32] = [
        "failure": 1, "bad-link": 2, "bad-input": 2, "unavailable": 3, "not-ready": 5, "declined": 6, "cancelled": 6,
    ]

    /// What the app answers, or why it doesn't.
    private struct Answer: Decodable {
        struct Fault: Decodable { let message: String }
        let outcome: String?
        let message: String?
        let remedy: String?
        let error: Fault?
    }

    /// The app that wrote its file.
    private func find() throws -> RunningFile {
        let file = RunningFile.read(WorkingPlace.running(runs: app.runs))
        guard let file else { try fail(4, "Documents isn’t running.", "Start it, or specify its --runs.") }
        if let port = app.port, port != file.port {
            try fail(
                4, "The app that was started with this folder uses port \(file.port).",
                "Specify the --runs of the other.")
        }
        return file
    }

    private func post(to app: RunningFile) async throws -> Answer {
        // A question in the page may wait for its answer.
        var request = URLRequest(url: try address(app.port, "/api/open"), timeoutInterval: 60)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(app.token, forHTTPHeaderField: RequestGuard.header.rawValue)
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

    private func fail(_ status: Int32, _ words: String, _ remedy: String) throws -> Never {
        let line = "\(words) \(remedy)".trimmingCharacters(in: .whitespaces) + "\n"
        FileHandle.standardError.write(Data(line.utf8))
        throw ExitCode(status)
    }
}
