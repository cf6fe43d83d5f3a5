import Crypto
import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelHTTP
import FiresteelInsight
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("What no test does", .timeLimit(.minutes(2)))
struct UntestedTests {
    private static let save = AnswerFixture.save
    private static let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")
    private static let share = RunSegment.ActionPath(feature: "App/Share", action: "share")

    /// Stores what people did: all save and open, fewer share.
    private static func receive(_ fixture: AnswerFixture) async throws {
        for number in 1...3 {
            var segment = AnswerFixture.segment(
                "r\(number)", person: "p\(number)",
                variants: number == 1 ? ["layout": "editor/1:wide", "toolbar": "on"] : ["layout": "narrow"],
                crashes: number == 2, version: number == 3 ? "3.5.0" : "3.4.1")
            var opens = RunSegment.ActionCount(open)
            (opens.successes, opens.cancellations) = (number, 1)
            opens.failures = ["StorageError": 2, "": 1]
            var shares = RunSegment.ActionCount(share)
            shares.successes = number == 1 ? 9 : 0
            segment.people[0].actions += number < 3 ? [opens, shares] : [opens]
            segment.people[0].successions = [
                RunSegment.Succession(from: save, to: open, count: 2), .init(from: open, to: save, count: 4),
                .init(from: open, to: share, count: 8),
            ]
            segment.people[0].refusals = [
                RunSegment.Refusal(feature: "App/Print", reasons: ["Needs a printer"], count: 5)
            ]
            try await fixture.receive(segments: [segment])
        }
    }

    private static func send(_ facts: Set<BehaviourFact>, of version: String, to fixture: AnswerFixture) async throws {
        try await fixture.database.write { database in
            try TestedTable(database).store(
                TestedBehaviour(facts), program: "documents", version: version, replaces: false, time: 5)
        }
    }

    private static func read(_ fixture: AnswerFixture, version: String? = nil) async throws -> JSONValue {
        try await fixture.read { database, scope in
            try Untested(database, scope: scope, hours: 168, version: version, now: AnswerFixture.now).json(
                testsOf: "documents", known: [KnownFeature(feature: "App/Print", name: "Printing")],
                names: ActionNames())
        }
    }

    private static func lines(_ answer: JSONValue, _ kind: String) throws -> [JSONValue] {
        let lines = try #require(answer[kind]?["first"]?.arrayValue)
        #expect(answer[kind]?["count"] == .int(lines.count))
        return lines
    }

    @Test("Each kind has what people do and no test does", arguments: AnswerFixture.databases)
    func kinds(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            try await Self.receive(fixture)
            try await Self.send(
                [
                    .outcome(Self.save, .success), .outcome(Self.open, .failure("StorageError")),
                    .succession(Self.save, Self.open), .variant(RunSegment.Variant(flag: "layout", variant: "wide")),
                ], of: "3.4.1", to: fixture)
            let answer = try await Self.read(fixture)
            #expect(answer["tests"] == ["version": "3.4.1", "received": 5])
            // What the untested action does isn't repeated below.
            let actions = try Self.lines(answer, "actions")
            #expect(actions.map { $0["action"] } == ["share"])
            #expect(actions[0]["people"] == 2 && actions[0]["count"] == 2)
            let outcomes = try Self.lines(answer, "outcomes")
            #expect(outcomes.map { $0["outcome"] } == ["success", "cancellation", "failure"])
            #expect(outcomes.map { $0["count"] } == [6, 3, 3] && outcomes[2]["error"] == "")
            let successions = try Self.lines(answer, "successions")
            #expect(successions.map { $0["from"]?["action"] } == ["open"] && successions[0]["count"] == 12)
            #expect(successions[0]["to"]?["feature"] == "App/Documents" && successions[0]["to"]?["action"] == "save")
            // That of the experiment's arm is tested.
            let variants = try Self.lines(answer, "variants")
            #expect(variants.map { $0["flag"] } == ["layout", "toolbar"] && variants.map { $0["people"] } == [2, 1])
            let refusals = try Self.lines(answer, "refusals")
            #expect(refusals.map { $0["name"] } == ["Printing"] && refusals[0]["reason"] == "Needs a printer")
            #expect(refusals[0]["people"] == 3 && refusals[0]["count"] == 15)
        }
    }

    @Test(
        "People of a version are compared with its tests, and all people with the newest",
        arguments: AnswerFixture.databases)
    func versions(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            let none = try await Self.read(fixture)
            #expect(none["tests"] == .null && none["versions"] == [] && none["actions"] == nil)
            try await Self.receive(fixture)
            try await Self.send([.outcome(Self.save, .success)], of: "3.4.1", to: fixture)
            try await Self.send(
                [.outcome(Self.save, .success), .outcome(Self.share, .success)], of: "3.3", to: fixture)
            let missing = try await Self.read(fixture, version: "3.5.0")
            #expect(missing["tests"] == .null && missing["versions"] == ["3.4.1", "3.3"])
            #expect(try Self.lines(await Self.read(fixture), "actions").map { $0["people"] } == [3, 2])
            let one = try await Self.read(fixture, version: "3.4.1")
            #expect(try Self.lines(one, "actions").map { $0["people"] } == [2, 2])
            #expect(try Self.lines(await Self.read(fixture, version: "3.3"), "actions").isEmpty)
        }
    }

    private func send(
        _ fixture: ServerFixture, _ body: [UInt8], token: String, by method: HTTPRequest.Method = .post,
        version: String = "3.4.1", digest: [UInt8]? = nil
    ) async throws -> ServerFixture.Answer {
        let hash = Data(Crypto.SHA256.hash(data: digest ?? body)).base64EncodedString()
        let url = try ServerFixture.url("\(fixture.base.absoluteString)/ingest/v1/tested/\(version)")
        var request = HTTPRequestMessage(
            method, url, fields: [.contentType: "application/json", .authorization: "Bearer \(token)"], body: body)
        request.fields[HTTPField.Name("Content-Digest") ?? .origin] = "sha-256=:\(hash):"
        let response = try await URLSessionTransport().send(request, limits: HTTPLimits())
        return ServerFixture.Answer(status: response.status.code, fields: response.fields, body: response.body)
    }

    @Test("Only a server's token sends tests, within limits, and everyone with a role sees them")
    func rights() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.server)
            let body = TestedBehaviour([.outcome(Self.save, .success)]).json
            for kind in [AccessToken.Kind.client, .ingest, .admin] {
                let other = try await fixture.token(kind, role: kind == .admin ? .admin : nil)
                #expect(try await send(fixture, body, token: other).status == 401)
            }
            #expect(try await send(fixture, body, token: token, digest: [1]).status == 400)
            for wrong in ["", "[]", "{}", #"{"version": 1, "actions": [{"action": ["a"]}]}"#] {
                #expect(try await send(fixture, Array(wrong.utf8), token: token).status == 400, "\(wrong)")
            }
            let large = [UInt8](repeating: 0x20, count: TestedBehaviour.maximumBytes + 1)
            #expect(try await send(fixture, large, token: token).status == 413)
            #expect(try await send(fixture, body, token: token, version: "%C3%A4").status == 400)
            for method in [HTTPRequest.Method.post, .post, .put] {
                #expect(try await send(fixture, body, token: token, by: method).status == 204)
            }
            let viewer = try await fixture.token(.admin, role: .viewer)
            let path = "/api/v1/programs/documents/environments/development/insight/untested"
            #expect(try await fixture.send(.get, path, token: viewer).json["tests"]?["version"] == "3.4.1")
            #expect(try await fixture.send(.get, path, token: token).status == 401)
            let other = path.replacing("documents", with: "other")
            #expect((400..<500).contains(try await fixture.send(.get, other, token: viewer).status))
            try await fixture.database.write { _ = try $0.execute("UPDATE tested SET body = '{}'", []) }
            let damaged = try await fixture.send(.get, path, token: viewer)
            #expect(damaged.status == 500 && String(decoding: damaged.body, as: UTF8.self).contains("--replace"))
            #expect(try await send(fixture, body, token: token).status == 500)
            #expect(try await send(fixture, body, token: token, by: .put).status == 204)
            #expect(try await fixture.send(.get, path, token: viewer).status == 200)
        }
    }
}
