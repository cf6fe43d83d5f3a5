import ArgumentParser
import FiresteelBase
import FiresteelHTTP
import FiresteelInsight
import Foundation
import HTTPTypes

/// The options by which the behaviour of tests is sent to a server.
struct TestSending: ParsableArguments {
    @Option(
        name: .customLong("send"),
        help: ArgumentHelp("The server to send to, such as https://flags.example.com.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp("With --send: a file with the token.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("tested-version"),
        help: ArgumentHelp("With --send: the tested version. By default that of the runs.", valueName: "version"))
    var version: String?

    @Flag(help: "With --send: replace what earlier tests of the version sent.")
    var replace = false

    func validate() throws {
        guard let server else {
            for (name, isSet) in [
                ("--token-file", tokenFile != nil), ("--tested-version", version != nil),
                ("--replace", replace),
            ] where isSet {
                throw ValidationError("\(name) requires --send.")
            }
            return
        }
        guard let url = URL(string: server), let host = url.host(), !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { throw ValidationError("--send must be an address such as https://flags.example.com.") }
        guard url.scheme?.lowercased() == "https" || LoopbackAddress.contains(host) else {
            throw ValidationError("The token would be sent readably to \(host). Use https.")
        }
    }

    /// What was sent.
    struct Sent {
        let server: String
        let version: String
        let facts: Int
        let tests: ObservedBehaviour
        let replaced: Bool

        var text: String {
            let verb = replaced ? "Replaced" : "Added"
            return "\(verb) \(BehaviourCoverage.count(facts, "thing")) that tests of \(PlainText.line(version)) do in "
                + "\(BehaviourCoverage.count(tests.runs, "run")), on \(server)."
        }

        var json: JSONValue {
            [
                "server": .string(server), "version": .string(version), "sent": .int(facts),
                "runs": .int(tests.runs), "replaced": .bool(replaced),
                "unreadable": .array(tests.unreadable.map { .string($0) }),
            ]
        }
    }

    /// Sends the names of what tests did.
    func send(_ tests: ObservedBehaviour) async throws -> Sent {
        guard let base = server.flatMap({ URL(string: $0) }) else { throw CommandError(.usage, "--send is missing.") }
        guard tests.runs > 0 else {
            throw CommandError(
                .noInput,
                "No run in the folders of --tests has ended and can be read. Run tests with FIRESTEEL_TEST_RUNS.")
        }
        for run in tests.unreadable { Terminal.printLine("firesteel: Can't read \(PlainText.line(run))") }
        let version = try self.version(of: tests)
        let behaviour = TestedBehaviour(Set(tests.people.keys))
        let body = behaviour.json
        do {
            _ = try TestedBehaviour(json: body)
        } catch {
            throw CommandError(.data, "The tests do more than a server stores: \(error)")
        }
        try await send(body, of: version, to: base)
        return Sent(
            server: base.withoutSecrets, version: version, facts: behaviour.facts.count, tests: tests,
            replaced: replace)
    }

    private func version(of tests: ObservedBehaviour) throws -> String {
        if let version { return version }
        guard tests.versions.count == 1, let version = tests.versions.first, !version.isEmpty else {
            throw CommandError(
                .usage, "The runs name no version, or several. Name the tested one with --tested-version.")
        }
        return version
    }

    private func send(_ body: [UInt8], of version: String, to base: URL) async throws {
        let name = base.withoutSecrets
        var parts = URLComponents(url: base.appending(path: "ingest/v1/tested"), resolvingAgainstBaseURL: true)
        parts?.percentEncodedPath += "/\(PercentCoding.encode(version))"
        guard !["", ".", ".."].contains(version), let url = parts?.url else {
            throw CommandError(.usage, "“\(PlainText.line(version))” can't be a version.")
        }
        let request = HTTPRequestMessage(
            replace ? .put : .post, url,
            fields: [
                .contentType: "application/json", .authorization: "Bearer \(try token())",
                .contentDigest: "sha-256=:\(Data(SHA256.hash(body)).base64EncodedString()):",
            ], body: body)
        let response: HTTPResponseMessage<[UInt8]>
        do {
            response = try await URLSessionTransport().send(
                request, limits: HTTPLimits(bodyBytes: 1 << 20, timeout: .seconds(60), redirects: 0))
        } catch {
            throw CommandError(.unavailable, "Can't send to \(name): \(error) Send again; what arrived isn't doubled.")
        }
        guard response.status.kind != .successful else { return }
        let answer = try? JSONValue(json: response.body).objectValue?["error"]?.objectValue?["message"]?.stringValue
        let advice = response.status == .unauthorized ? " It has to be of the kind server." : ""
        throw CommandError(
            .unavailable,
            PlainText.line("\(name) refuses with status \(response.status.code): \(answer ?? "no reason.")\(advice)"))
    }

    private func token() throws -> String {
        let text =
            try tokenFile.map { String(decoding: try InputFile.read($0), as: UTF8.self) }
            ?? ProcessInfo.processInfo.environment["FIRESTEEL_TOKEN"] ?? ""
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CommandError(
                .usage, "The token is missing. Set FIRESTEEL_TOKEN, or name a file with --token-file.")
        }
        return token
    }
}
