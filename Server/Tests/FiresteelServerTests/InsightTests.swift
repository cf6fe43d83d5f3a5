import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelGzip
import FiresteelInsight
import FiresteelStore
import FiresteelTimeline
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Insight", .timeLimit(.minutes(3)))
struct InsightTests {
    private static let root = "/api/v1/programs/documents/environments/development/insight"
    private static let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")
    private static let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")

    private static func segment(
        _ run: String, _ fixture: ServerFixture, person: String, variant: String, crashed: Bool = false,
        version: String = "3.4.1"
    ) -> RunSegment {
        var one = RunSegment.Person(pseudonym: person)
        var saves = RunSegment.ActionCount(save)
        saves.successes = crashed ? 1 : 3
        saves.failures = ["StorageError": 1]
        saves.interruptions = crashed ? 1 : 0
        saves.durations = DurationHistogram(counts: [40: 2]) ?? DurationHistogram()
        var opens = RunSegment.ActionCount(open)
        opens.successes = 1
        one.actions = [opens, saves]
        one.exposures = [RunSegment.Exposure(flag: "fast-save", variant: variant, first: 10)]
        one.refusals = [RunSegment.Refusal(feature: "App/Share", reasons: ["Needs Premium"], count: 2)]
        one.successions = [RunSegment.Succession(from: open, to: save, count: 1)]
        return RunSegment(
            run: run, number: 1, program: .init(name: "Documents", version: version), system: "iOS 26.1",
            device: "phone", started: fixture.clock.value - 60_000, from: 0, until: 50_000,
            end: crashed ? .init(.signal, signal: "SIGABRT") : .init(.orderly), people: [one])
    }

    private static func report(_ run: String, _ fixture: ServerFixture, person: String) -> InsightReport {
        var report = InsightReport(
            run: run, number: 1, time: fixture.clock.value - 10_000, kind: .crash,
            program: .init(name: "Documents", version: "3.4.1"), system: "iOS 26.1",
            end: .init(.signal, signal: "SIGABRT"))
        report.person = person
        report.device = "phone"
        report.action = save
        report.names = .init(feature: "Document Management", action: "Save Document")
        report.state = .inFlight
        report.fatal = .init(message: "Bad file descriptor of mara@example.com", file: "DocumentStore.swift", line: 118)
        report.steps = [
            .init(action: open, outcome: .success, time: report.time - 500, duration: 31),
            .init(action: save, outcome: .inFlight, time: report.time - 38, duration: 38),
        ]
        return report
    }

    private static func digest(_ body: [UInt8]) -> String {
        "sha-256=:\(Data(SHA256.hash(data: body)).base64EncodedString()):"
    }

    private static func put(
        _ path: String, _ body: [UInt8], _ token: String, _ fixture: ServerFixture, digest: String? = nil,
        compressed: Bool = false, fields: HTTPFields = [:]
    ) async throws -> ServerFixture.Answer {
        var bytes = body
        var fields = fields
        if compressed {
            bytes = Gzip.compressed(body)
            fields[.contentEncoding] = "gzip"
        }
        if let name = HTTPField.Name("Content-Digest") { fields[name] = digest ?? Self.digest(bytes) }
        return try await fixture.sendBytes(.put, "/ingest/v1/runs/\(path)", bytes, token: token, fields: fields)
    }

    /// Sends four sessions, two of which crashed.
    private static func send(_ fixture: ServerFixture) async throws {
        let token = try await fixture.token(.ingest)
        for (index, variant) in ["on", "on", "off", "off"].enumerated() {
            let isCrashed = index < 2
            let one = segment("r\(index)", fixture, person: "p\(index)", variant: variant, crashed: isCrashed)
            #expect(try await put("r\(index)/segments/1", one.json, token, fixture, compressed: true).status == 201)
            guard isCrashed else { continue }
            let report = report("r\(index)", fixture, person: "p\(index)")
            #expect(try await put("r\(index)/reports/1", report.json, token, fixture).status == 201)
        }
        try await eventually {
            try await fixture.database.read { try InboxTable($0).count(upTo: 100) } == 0
        }
    }

    private static func with(
        _ dialect: DatabaseDialect, _ body: (ServerFixture, String) async throws -> Void
    ) async throws {
        try await ServerFixture.with(dialect, configure: { $0.rollUpInterval = .milliseconds(20) }) { fixture in
            try await send(fixture)
            try await body(fixture, try await fixture.token(.admin, role: .admin))
        }
    }

    @Test("Pages read groups, figures and reports", arguments: [DatabaseDialect.sqlite, .postgres])
    func pages(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let list = try await fixture.send(.get, "\(Self.root)/groups", token: token).json
            let group = try #require(list["groups"]?[0])
            #expect(group["title"] == "Crash during Save Document")
            #expect(group["people"] == 2 && group["reports"] == 2 && group["reports24h"] == 2)
            #expect(group["people24h"] == 2 && group["people24hAreEstimated"] == false && group["suspect"] == .null)
            #expect(group["message"] == "Bad file descriptor of hidden")
            #expect(group["flags"] == ["fast-save"])
            #expect(group["hours"]?.arrayValue?.count == 24)
            #expect(list["counts"]?["open"] == 1 && list["counts"]?["new"] == 1)
            let id = try #require(group["id"]?.stringValue)
            for (query, count) in [
                ("?version=3.4.1", 1), ("?version=1.0", 0), ("?flag=fast-save", 1), ("?flag=x", 0),
                ("?text=SAVE%20doc", 1), ("?text=zzz", 0), ("?text=fast-save%3Don", 1), ("?text=fast-save%3Doff", 0),
                ("?state=resolved", 0), ("?state=all&order=newest", 1),
                ("?mine=true", 0),
            ] {
                let found = try await fixture.send(.get, "\(Self.root)/groups\(query)", token: token).json
                #expect(found["groups"]?.arrayValue?.count == count, "\(query)")
            }
            // Each word costs a search of all texts.
            let words = (0...50).map { "w\($0)" }.joined(separator: "+")
            #expect(try await fixture.send(.get, "\(Self.root)/groups?text=\(words)", token: token).status == 400)
            let detail = try await fixture.send(.get, "\(Self.root)/groups/\(id)", token: token).json
            #expect(detail["what"]?["sessions"] == 2 && detail["what"]?["base"]?["sessions"] == 4)
            #expect(detail["what"]?["share"] == 0.5)
            let variant = try #require(
                detail["who"]?["variants"]?.arrayValue?.first { $0["variant"] == "on" })
            #expect(variant["affected"] == 2 && variant["all"] == 2 && variant["allShare"] == 0.5)
            #expect(variant["strata"]?[0]?["exposed"] == ["affected": 2, "total": 2])
            #expect(variant["strata"]?[0]?["unexposed"] == ["affected": 0, "total": 2])
            #expect(detail["who"]?["devices"]?[0]?["value"] == "phone")
            #expect(detail["steps"]?["common"]?.arrayValue?.count == 2)
            #expect(detail["steps"]?["last"]?["medianDuration"] == 38)
            #expect(detail["covers"]?["sessions"] == 4 && detail["covers"]?["people"] == 4)
            let reports = try await fixture.send(.get, "\(Self.root)/groups/\(id)/reports?limit=1", token: token).json
            #expect(reports["total"] == 2)
            let next = try #require(reports["next"]?.stringValue)
            let rest = try await fixture.send(
                .get, "\(Self.root)/groups/\(id)/reports?before=\(next)", token: token
            ).json
            #expect(rest["reports"]?.arrayValue?.count == 1 && rest["next"] == .null)
            let run = try #require(reports["reports"]?[0]?["run"]?.stringValue)
            let report = try await fixture.send(
                .get, "\(Self.root)/groups/\(id)/reports/\(run)/1", token: token
            ).json
            #expect(report["report"]?["fatal"]?["message"] == "Bad file descriptor of hidden")
            #expect(report["redactions"] == 1 && report["place"] == 1 && report["total"] == 2)
            #expect(report["newer"] == .null && report["older"]?["number"] == 1)
        }
    }

    @Test("Figures say what they cover", arguments: [DatabaseDialect.sqlite, .postgres])
    func figures(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let overview = try await fixture.send(.get, "\(Self.root)/overview", token: token).json
            #expect(overview["today"]?["sessions"] == 4 && overview["today"]?["crashFree"] == 0.5)
            #expect(overview["versions"]?[0]?["share"] == 1.0)
            #expect(overview["worst"]?["title"] == "Crash during Save Document")
            let behaviour = try await fixture.send(.get, "\(Self.root)/behaviour?hours=24", token: token).json
            let feature = try #require(behaviour["features"]?[0])
            #expect(feature["people"] == 4 && feature["peopleShare"] == 1.0 && feature["sessions"] == 4)
            // Saves: 8 successes, 4 failures, 2 interruptions; and 4 opens.
            #expect(feature["performs"] == 18 && feature["failures"] == 4)
            #expect(behaviour["refusals"]?[0]?["people"] == 4 && behaviour["refusals"]?[0]?["count"] == 8)
            #expect(behaviour["failures"]?[0]?["error"] == "StorageError" && behaviour["failures"]?[0]?["count"] == 4)
            #expect(behaviour["topGroups"]?[0]?["reports"] == 2)
            #expect(behaviour["covers"]?["sessions"] == 4)
            let other = try await fixture.send(.get, "\(Self.root)/behaviour?version=9", token: token).json
            #expect(other["features"]?.arrayValue?.isEmpty == true && other["covers"]?["sessions"] == 0)
            let after = try await fixture.send(
                .get, "\(Self.root)/behaviour/next?feature=App/Documents&action=open", token: token
            ).json
            #expect(after["performs"] == 4 && after["next"]?[0]?["share"] == 1.0)
            let funnel = try await fixture.send(
                .get, "\(Self.root)/behaviour/funnel?steps=App/Documents:open,App/Documents:save,App/X:y", token: token
            ).json
            #expect(funnel["steps"]?.arrayValue?.map { $0["sessions"] } == [4, 4, 0])
            #expect(funnel["isSample"] == false)
            let exposure = try await fixture.send(.get, "\(Self.root)/exposure?flag=fast-save", token: token).json
            #expect(exposure["variants"]?.arrayValue?.map { $0["abnormal"] } == [0, 2])
            let all = try await fixture.send(.get, "\(Self.root)/exposure", token: token).json
            #expect(all["flags"]?.arrayValue?.map { $0["sessions"] } == [4])
        }
    }

    private static let catalogue = """
        {"format": "1.1", "program": {"name": "Documents", "version": "3.4.1", "build": ""}, "library": "1", "features": [
        {"path": "App/Documents", "identifier": "Documents", "type": "Documents.DocumentManagement",
        "name": "Document Management", "kind": "feature", "visible": true, "actions": [{"identifier": "save",
        "type": "Documents.SaveDocument", "name": "Save Document", "published": true}]}], "flags": [], "requirements": []}
        """

    @Test("Actions have the names of the catalogue", arguments: [DatabaseDialect.sqlite, .postgres])
    func names(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let catalogue = Array(Self.catalogue.utf8)
            var fields = HTTPFields()
            if let name = HTTPField.Name("Content-Digest") { fields[name] = Self.digest(catalogue) }
            let stored = try await fixture.sendBytes(
                .put, "/ingest/v1/catalogues/3.4.1", catalogue, token: try await fixture.token(.server), fields: fields)
            #expect(stored.status == 204)
            let behaviour = try await fixture.send(.get, "\(Self.root)/behaviour?hours=24", token: token).json
            let actions = try #require(behaviour["actions"]?.arrayValue)
            #expect(actions.map { $0["action"] } == ["save", "open"])
            // The catalogue doesn't have the other one.
            #expect(actions.map { $0["name"] } == ["Save Document", .null])
            #expect(behaviour["failures"]?[0]?["name"] == "Save Document")
            #expect(behaviour["features"]?[0]?["name"] == "Document Management")
            let after = try await fixture.send(
                .get, "\(Self.root)/behaviour/next?feature=App/Documents&action=open", token: token
            ).json
            #expect(after["next"]?[0]?["name"] == "Save Document" && after["from"]?["name"] == .null)
        }
    }

    @Test("People's decisions about groups are recorded", arguments: [DatabaseDialect.sqlite, .postgres])
    func deciding(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let list = try await fixture.send(.get, "\(Self.root)/groups", token: token).json
            let id = try #require(list["groups"]?[0]?["id"]?.stringValue)
            let path = "\(Self.root)/groups/\(id)"
            func change(_ body: JSONValue, _ token: String) async throws -> ServerFixture.Answer {
                try await fixture.send(.post, path, token: token, body: body)
            }
            let resolved = try await change(["operation": "resolve", "version": "3.4.2"], token).json
            #expect(resolved["group"]?["state"] == "resolved" && resolved["group"]?["resolvedIn"] == "3.4.2")
            #expect(try await change(["operation": "ignore", "more": 5], token).json["group"]?["ignoredUntil"] == 7)
            #expect(try await change(["operation": "open"], token).status == 200)
            let account = try await fixture.firstAccount()
            let owner = try #require(account.json["account"]?["id"]?.stringValue)
            let assigned = try await change(["operation": "assign", "account": .string(owner)], token).json
            #expect(assigned["group"]?["assignee"]?["name"] == "Ines Falk")
            let mine = try await fixture.send(.get, "\(Self.root)/groups?mine=true", cookie: account.session).json
            #expect(mine["groups"]?.arrayValue?.count == 1 && mine["counts"]?["mine"] == 1)
            for (body, status) in [
                (["operation": "assign", "account": "nobody"], 422), (["operation": "split", "group": "x"], 404),
                (["operation": "merge", "into": .string(id)], 409), (["operation": "dance"], 400),
                (["operation": "split", "run": "r0", "number": 1], 409),
            ] as [(JSONValue, Int)] {
                #expect(try await change(body, token).status == status, "\(body)")
            }
            let viewer = try await fixture.token(.admin, role: .viewer)
            #expect(try await change(["operation": "open"], viewer).status == 403)
            // An editor of another environment
            let other = try await fixture.token(.admin, role: .editor, environment: "production")
            #expect(try await change(["operation": "open"], other).status == 403)
            let history = try await fixture.send(.get, "\(path)/history", token: token).json
            #expect(
                history["history"]?.arrayValue?.map { $0["event"] } == [
                    "assigned", "opened", "ignored", "resolved", "new",
                ])
            #expect(history["history"]?[1]?["actor"]?["name"] == "Test")
        }
    }

    @Test("A token decides where messages belong", arguments: [DatabaseDialect.sqlite, .postgres])
    func scopes(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let body = Self.segment("r0", fixture, person: "p9", variant: "on").json
            let production = try await fixture.token(.server, environment: "production")
            let other = try await fixture.token(.ingest, program: "other")
            // The same run and number of another environment and program are other messages.
            for token in [production, other] {
                #expect(try await Self.put("r0/segments/1", body, token, fixture).status == 201)
                #expect(try await Self.put("r0/segments/1", body, token, fixture).status == 200)
            }
            try await eventually {
                try await fixture.database.read { try InboxTable($0).count(upTo: 100) } == 0
            }
            for (place, sessions) in [("development", 4), ("production", 1), ("staging", 0)] {
                let path = "/api/v1/programs/documents/environments/\(place)/insight/overview"
                let overview = try await fixture.send(.get, path, token: token).json
                #expect(overview["covers"]?["sessions"] == .int(sessions), "\(place)")
            }
            let unknown = "/api/v1/programs/documents/environments/unknown/insight/overview"
            #expect(try await fixture.send(.get, unknown, token: token).status == 404)
            let foreign = "/api/v1/programs/other/environments/development/insight/overview"
            #expect(try await fixture.send(.get, foreign, token: token).status == 401)
        }
    }

    @Test("A person's data is erased by their pseudonym", arguments: [DatabaseDialect.sqlite, .postgres])
    func erasure(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { fixture, token in
            let path = "\(Self.root)/people/p0"
            #expect(try await fixture.send(.get, path, token: token).json["sessions"] == 1)
            let editor = try await fixture.token(.admin, role: .editor)
            #expect(try await fixture.send(.delete, path, token: editor).status == 403)
            let erased = try await fixture.send(.delete, path, token: token).json
            #expect(erased["sessions"] == 1 && erased["reports"] == 1)
            #expect(try await fixture.send(.get, path, token: token).json["sessions"] == 0)
            let log = try await fixture.send(.get, "/api/v1/programs/documents/access-log", token: token).json
            #expect(log["entries"]?[0]?["event"] == "personErased")
            #expect(log["entries"]?[0]?["details"] == "development: 1 sessions, 1 reports")
        }
    }
}
