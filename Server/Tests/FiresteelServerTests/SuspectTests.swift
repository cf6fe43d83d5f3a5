import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight
import FiresteelServer
import FiresteelStore
import HTTPTypes
import Testing

@Suite("Suspects, effect and impact", .timeLimit(.minutes(3)))
struct SuspectTests {
    private static let databases: [DatabaseDialect] = [.sqlite, .postgres]
    private static let root = "/api/v1/programs/documents/environments/development/insight"
    private static let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")

    /// Sessions with the same variants, of which the first crashed.
    private struct Batch {
        var count: Int
        var crashes: Int
        var variants: [String: String]
        var version = "3.4.1"
        var system = "iOS 26"
        var isOpen = false
    }

    private static func messages(_ batch: Batch, _ name: String, at time: Int64) -> [InsightMessage] {
        (0..<batch.count).flatMap { index -> [InsightMessage] in
            let run = "\(name)-\(index)"
            let crashes = index < batch.crashes
            let program = RunSegment.Program(name: "Documents", version: batch.version)
            var person = RunSegment.Person(pseudonym: "person-\(run)")
            var count = RunSegment.ActionCount(save)
            count.successes = 1
            if crashes { count.interruptions = 1 }
            person.actions = [count]
            person.exposures = batch.variants.sorted { $0.key < $1.key }.map {
                RunSegment.Exposure(flag: $0.key, variant: $0.value, first: 0)
            }
            let segment = RunSegment(
                run: run, number: 1, program: program, system: batch.system, started: time - 50_000, from: 0,
                until: 50_000, end: batch.isOpen ? nil : RunSegment.End(crashes ? .signal : .orderly),
                people: [person])
            guard crashes else { return [message(.segment, run, segment.json)] }
            var report = InsightReport(
                run: run, number: 1, time: time, kind: .crash, program: program, system: batch.system,
                end: RunSegment.End(.signal))
            report.person = "person-\(run)"
            report.action = save
            report.names = InsightReport.Names(feature: "Document Management", action: "Save Document")
            report.state = .inFlight
            return [message(.segment, run, segment.json), message(.report, run, report.json)]
        }
    }

    private static func message(_ kind: InsightMessage.Kind, _ run: String, _ body: [UInt8]) -> InsightMessage {
        InsightMessage(
            scope: InsightScope(program: "documents", environment: "development"), run: run, kind: kind, number: 1,
            digest: Array(SHA256.hash(data: body)), body: body)
    }

    /// Stores messages, and waits until the server has rolled them up.
    private static func receive(_ batches: [String: Batch], _ server: ServerFixture) async throws {
        let now = server.clock.value
        let messages = batches.sorted { $0.key < $1.key }.flatMap { Self.messages($0.value, $0.key, at: now) }
        let hash = PersonHash(secret: "a secret of the installation")
        _ = try await server.database.write { try InboxTable($0).store(messages, hash: hash, now: now) }
        while try await server.database.read({ try InboxTable($0).count(upTo: 1) }) > 0 {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static func with(
        _ dialect: DatabaseDialect, _ body: (ServerFixture, String) async throws -> Void
    ) async throws {
        try await ServerFixture.with(dialect, configure: { $0.rollUpInterval = .milliseconds(20) }) { server in
            // In the middle of an hour, so that sessions and changes are in the same one.
            server.clock.change { $0 = 1_794_479_400_000 }
            try await body(server, try await server.token(.admin, role: .editor))
        }
    }

    private static func group(_ server: ServerFixture, _ token: String) async throws -> String {
        let list = try await server.send(.get, "\(root)/groups", token: token)
        return try #require(list.json["groups"]?[0]?["id"]?.stringValue, "\(list.json)")
    }

    @Test("A variant that makes saving crash is named, another that is as frequent isn't", arguments: databases)
    func named(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { server, token in
            try await Self.receive(
                [
                    "a": Batch(count: 200, crashes: 30, variants: ["fast-save": "on", "toolbar": "on"]),
                    "b": Batch(count: 200, crashes: 30, variants: ["fast-save": "on", "toolbar": "off"]),
                    "c": Batch(count: 200, crashes: 1, variants: ["fast-save": "off", "toolbar": "on"]),
                    "d": Batch(count: 200, crashes: 1, variants: ["fast-save": "off", "toolbar": "off"]),
                    "e": Batch(count: 10, crashes: 0, variants: ["rare": "on"]),
                ], server)
            let group = try await Self.group(server, token)
            let answer = try await server.send(.get, "\(Self.root)/groups/\(group)/suspects", token: token)
            #expect(answer.status == 200)
            #expect(answer.json["base"]?["subject"] == "action")
            #expect(answer.json["base"]?["sessions"] == 810)
            #expect(answer.json["base"]?["affected"] == 62)
            #expect(answer.json["isEnough"] == true)
            let suspects = try #require(answer.json["suspects"]?.arrayValue)
            #expect(suspects[0]["flag"] == "fast-save" && suspects[0]["variant"] == "on")
            #expect(suspects[0]["verdict"] == "conclusive")
            #expect(suspects[0]["exposed"] == ["affected": 60, "total": 400])
            #expect(suspects[0]["unexposed"] == ["affected": 2, "total": 410])
            #expect(suspects.filter { $0["isNamed"] == true }.count == 1)
            #expect(answer.json["named"] == 1)
            // The other variant says the same, the other way round.
            #expect(!suspects.contains { $0["flag"] == "fast-save" && $0["variant"] == "off" })
            let rare = suspects.first { $0["flag"] == "rare" }
            #expect(rare?["verdict"] == "noData")
            #expect(rare?["shortage"]?.stringValue?.contains("needs 20") == true)
            #expect(answer.json["before"]?[0]?["kind"] == "release")
        }
    }

    @Test("A version that crashes and has a flag more often is named, the flag isn't", arguments: databases)
    func confounder(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { server, token in
            try await Self.receive(
                [
                    "a": Batch(count: 360, crashes: 36, variants: ["fast-save": "on"], version: "3.4.1"),
                    "b": Batch(count: 40, crashes: 4, variants: ["fast-save": "off"], version: "3.4.1"),
                    "c": Batch(count: 40, crashes: 0, variants: ["fast-save": "on"], version: "3.4.0"),
                    "d": Batch(count: 360, crashes: 1, variants: ["fast-save": "off"], version: "3.4.0"),
                ], server)
            let group = try await Self.group(server, token)
            let answer = try await server.send(.get, "\(Self.root)/groups/\(group)/suspects", token: token)
            let suspects = try #require(answer.json["suspects"]?.arrayValue)
            let named = suspects.filter { $0["isNamed"] == true }
            #expect(named.map { $0["version"] } == ["3.4.1"])
        }
    }

    @Test("Too few affected sessions are said to be too few")
    func tooFew() async throws {
        try await Self.with(.sqlite) { server, token in
            try await Self.receive(["a": Batch(count: 100, crashes: 2, variants: ["fast-save": "on"])], server)
            let group = try await Self.group(server, token)
            let answer = try await server.send(.get, "\(Self.root)/groups/\(group)/suspects", token: token)
            #expect(answer.json["isEnough"] == false)
            #expect(answer.json["shortage"] == "2 sessions are affected. At least 5 are needed.")
            #expect(answer.json["named"] == 0)
            #expect(answer.json["combination"] == .null)
        }
    }

    @Test("A variant that crashes on one system only is found in combination")
    func combination() async throws {
        try await Self.with(.sqlite) { server, token in
            try await Self.receive(
                [
                    "a": Batch(count: 200, crashes: 60, variants: ["fast-save": "on"], system: "iOS 26"),
                    "b": Batch(count: 200, crashes: 1, variants: ["fast-save": "on"], system: "iOS 18"),
                    "c": Batch(count: 200, crashes: 1, variants: ["fast-save": "off"], system: "iOS 26"),
                    "d": Batch(count: 200, crashes: 1, variants: ["fast-save": "off"], system: "iOS 18"),
                ], server)
            let group = try await Self.group(server, token)
            let answer = try await server.send(.get, "\(Self.root)/groups/\(group)/suspects", token: token)
            let combination = try #require(answer.json["combination"])
            #expect(combination["system"] == "iOS 26")
            #expect(combination["isOnlyInCombination"] == true)
            #expect(combination["isEstimated"] == false)
            #expect(
                combination["cells"]?[0] == ["hasSystem": true, "hasVariant": true, "affected": 60, "total": 200])
        }
    }

    @Test("A change with a damaged time has no effect, and hides no suspects", arguments: [Int64.min, -1, .max])
    func damagedTime(_ time: Int64) async throws {
        try await Self.with(.sqlite) { server, token in
            let created = try await server.propose(
                "switch", ServerFixture.edits(creating: "fast-save"), cookie: try await server.signInFirst())
            #expect(created.status == 200, "\(created.json)")
            try await Self.receive(["a": Batch(count: 300, crashes: 60, variants: ["fast-save": "on"])], server)
            let group = try await Self.group(server, token)
            _ = try await server.database.write {
                try $0.execute("UPDATE changes SET time = ? WHERE number = 1", [.int(time)])
            }
            let path = "\(Self.root)/groups/\(group)"
            #expect(try await server.send(.get, "\(path)/effect?change=1", token: token).status == 409)
            #expect(try await server.send(.get, "\(path)/suspects", token: token).status == 200)
        }
    }

    @Test("A change that ends crashes helped, but at first it is too early to tell", arguments: databases)
    func effect(_ dialect: DatabaseDialect) async throws {
        try await Self.with(dialect) { server, token in
            try await Self.receive(["a": Batch(count: 300, crashes: 60, variants: ["fast-save": "on"])], server)
            let group = try await Self.group(server, token)
            server.clock.change { $0 += 600_000 }
            let created = try await server.propose(
                "switch",
                ServerFixture.edits(
                    creating: "fast-save", targeting: ["isOn": false, "rules": [], "otherwise": ["variant": "off"]]),
                reason: "Crashes", cookie: try await server.signInFirst())
            #expect(created.status == 200, "\(created.json)")
            let path = "\(Self.root)/groups/\(group)/effect?change=1"
            let early = try await server.send(.get, path, token: token)
            #expect(early.json["verdict"] == "early", "\(early.json)")
            server.clock.change { $0 += 3_600_000 }
            try await Self.receive(["b": Batch(count: 300, crashes: 0, variants: ["fast-save": "off"])], server)
            server.clock.change { $0 += 60_000 }
            let later = try await server.send(.get, path, token: token)
            #expect(later.json["verdict"] == "helped", "\(later.json)")
            #expect(later.json["text"] == "It helped")
            #expect(later.json["before"]?["affected"] == 60)
            #expect(later.json["after"]?["affected"] == 0)
            #expect(later.json["change"]?["number"] == 1)
            #expect(later.json["unit"] == 300_000)
            // A change without fewer crashes afterwards didn't help.
            try await Self.receive(["c": Batch(count: 900, crashes: 700, variants: ["fast-save": "off"])], server)
            server.clock.change { $0 += 60_000 }
            let worse = try await server.send(.get, path, token: token)
            #expect(worse.json["verdict"] == "not", "\(worse.json)")
            #expect(
                try await server.send(.get, "\(Self.root)/groups/\(group)/effect?change=9", token: token).status == 404)
            #expect(try await server.send(.get, "\(Self.root)/groups/\(group)/effect", token: token).status == 400)

            let impact = try await server.send(.get, "\(Self.root)/flags/fast-save/impact", token: token)
            #expect(impact.json["used"]?["sessions"] == 300, "\(impact.json)")
            #expect(impact.json["variants"]?[0]?["variant"] == "on")
            #expect(impact.json["connected"]?["instances"] == 0)
            // All sessions ended; of two that continue, one has the variant.
            #expect(impact.json["inFlight"]?["sessions"] == 0)
            try await Self.receive(
                [
                    "d": Batch(count: 1, crashes: 0, variants: ["fast-save": "on"], isOpen: true),
                    "e": Batch(count: 1, crashes: 0, variants: ["fast-save": "off"], isOpen: true),
                ], server)
            let open = try await server.send(.get, "\(Self.root)/flags/fast-save/impact", token: token)
            #expect(open.json["inFlight"] == ["sessions": 1, "isMinimum": false], "\(open.json)")
            server.clock.change { $0 += 1_200_001 }
            let silent = try await server.send(.get, "\(Self.root)/flags/fast-save/impact", token: token)
            #expect(silent.json["inFlight"]?["sessions"] == 0)
            let off = try await server.send(.get, "\(Self.root)/flags/fast-save/impact?variant=off", token: token)
            #expect(off.json["used"]?["sessions"] == 1_201)
        }
    }

    @Test("The guard of a plan is shown with its evidence, only to people with a role")
    func guardEndpoint() async throws {
        try await Self.with(.sqlite) { server, token in
            let targeting: JSONValue = [
                "isOn": true, "rules": [], "otherwise": ["variant": "off"],
                "plan": [
                    "id": "p", "variant": "on", "rest": "off", "state": "running",
                    "steps": [["share": 50, "wait": 60], ["share": 100]], "guard": ["minimumRuns": 50],
                ],
            ]
            let created = try await server.propose(
                "plan", ServerFixture.edits(creating: "fast-save", targeting: targeting), reason: "Summer",
                cookie: try await server.signInFirst())
            #expect(created.status == 200, "\(created.json)")
            let path = "/api/v1/programs/documents/flags/fast-save/environments/development/plan/guard"
            var answer = try await server.send(.get, path, token: token)
            #expect(answer.json["guard"] == ["minimumRuns": 50])
            for _ in 0..<1_000 where answer.json["state"]?["step"] != 1 {
                try await Task.sleep(for: .milliseconds(20))
                answer = try await server.send(.get, path, token: token)
            }
            #expect(answer.json["state"]?["decision"] == "wait")
            #expect(answer.json["state"]?["stepRuns"] == ["exposed": 0, "unexposed": 0])
            // Harm pauses the plan without anyone's request.
            try await Self.receive(
                [
                    "a": Batch(count: 200, crashes: 60, variants: ["fast-save": "on"]),
                    "b": Batch(count: 200, crashes: 0, variants: ["fast-save": "off"]),
                ], server)
            server.clock.change { $0 += 60_000 }
            for _ in 0..<1_000 where answer.json["state"]?["decision"] != "harm" {
                try await Task.sleep(for: .milliseconds(20))
                answer = try await server.send(.get, path, token: token)
            }
            #expect(answer.json["state"]?["acted"]?.intValue != nil, "\(answer.json)")
            let plans = try await server.send(.get, "/api/v1/programs/documents/plans", token: token)
            #expect(plans.json["plans"]?[0]?["plan"]?["state"] == "paused")
            #expect(plans.json["plans"]?[0]?["guard"]?["decision"] == "harm")
            #expect(try await server.send(.get, path).status == 401)
            #expect(try await server.send(.get, path.replacing("fast-save", with: "other"), token: token).status == 404)
        }
    }
}
