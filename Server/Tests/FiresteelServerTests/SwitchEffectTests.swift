import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("Periods around a change", .timeLimit(.minutes(2)))
struct SwitchEffectTests {
    private static let day = InsightTime.day(of: AnswerFixture.now)

    /// Stores sessions that began at a time, of which the first crashed.
    private static func receive(_ count: Int, crashes: Int, _ fixture: AnswerFixture, at time: Int64) async throws {
        let runs = (0..<count).map { "r\(time)-\($0)" }
        try await fixture.receive(
            segments: runs.enumerated().map { index, run in
                AnswerFixture.segment(run, person: "p-\(run)", crashes: index < crashes, at: time)
            }, reports: runs.prefix(crashes).map { AnswerFixture.crash($0, person: "p-\($0)", at: time) }, at: time)
    }

    private static func change(_ fixture: AnswerFixture, at time: Int64) async throws -> Change {
        let flag: JSONValue = [
            "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
        ]
        let targeting: JSONValue = ["isOn": true, "rules": [], "otherwise": ["variant": "off"]]
        let edits = [
            Edit(ItemKey(.flag, "fast-save"), base: 0, .create(flag)),
            Edit(ItemKey(.targeting, "fast-save", environment: "development"), base: 0, .create(targeting)),
        ]
        let proposal = Proposal(
            id: "switch", edits: edits, reason: "Crashes",
            author: Author(id: "mara", name: "Mara Lindt", source: .dashboard), rights: Membership(role: .editor))
        let result = try await ChangeService(fixture.database).propose(proposal, of: "documents", now: time)
        guard case .applied(let change, _) = result else { throw StoreError.notFound("no change") }
        return change
    }

    private static func effect(of change: Change, _ fixture: AnswerFixture, at time: Int64) async throws -> JSONValue {
        try await fixture.read { database, scope in
            let form = try GroupList(database, scope: scope, now: time).forms()[0]
            return try SwitchEffect(database, scope: scope, form, change, now: time).json()
        }
    }

    @Test("Periods are whole days once hours are added up", arguments: [false, true])
    func folded(_ hasDayBefore: Bool) async throws {
        let (day, hour) = (Self.day, InsightTime.hour)
        try await AnswerFixture.with(.sqlite) { fixture in
            if hasDayBefore { try await Self.receive(100, crashes: 30, fixture, at: day - 10 * hour) }
            try await Self.receive(100, crashes: 30, fixture, at: day + 14 * hour + hour / 2)
            let change = try await Self.change(fixture, at: day + 15 * hour)
            // It changed nothing.
            try await Self.receive(100, crashes: 30, fixture, at: day + 16 * hour + hour / 2)
            try await Self.receive(100, crashes: 30, fixture, at: day + 34 * hour)
            let soon = try await Self.effect(of: change, fixture, at: day + 40 * hour)
            #expect(soon["before"]?["rate"] == 0.3 && soon["after"]?["rate"] == 0.3)
            #expect(soon["unit"] == 3_600_000 && soon["isEstimated"] == false)
            let later = day + 16 * InsightTime.day
            let (affected, sessions): (JSONValue, JSONValue) = hasDayBefore ? (30, 100) : (0, 0)
            let (until, from): (JSONValue, JSONValue) = (.int(Int(day)), .int(Int(day + InsightTime.day)))
            // Before hours are added up, and afterwards.
            for _ in 0..<2 {
                let effect = try await Self.effect(of: change, fixture, at: later)
                #expect(effect["verdict"] != "helped", "\(effect)")
                #expect(effect["before"]?["affected"] == affected && effect["before"]?["sessions"] == sessions)
                let hasRate = effect["before"]?["rate"] != JSONValue.null
                #expect(hasRate == hasDayBefore)
                #expect(effect["before"]?["until"] == until && effect["after"]?["from"] == from)
                #expect(effect["after"]?["affected"] == 30 && effect["after"]?["sessions"] == 100)
                #expect(effect["unit"] == 86_400_000 && effect["isEstimated"] == true)
                try await RetentionRun(fixture.database, InsightRetention(), now: later).run()
            }
        }
    }

    @Test("Reports without known sessions are left out")
    func unknown() async throws {
        let (day, hour) = (Self.day, InsightTime.hour)
        try await AnswerFixture.with(.sqlite) { fixture in
            try await fixture.receive(
                reports: (0..<40).map { AnswerFixture.crash("r\($0)", at: day + hour) }, at: day + hour)
            let change = try await Self.change(fixture, at: day + 2 * hour)
            try await Self.receive(200, crashes: 0, fixture, at: day + 3 * hour + hour / 2)
            let effect = try await Self.effect(of: change, fixture, at: day + 5 * hour)
            #expect(effect["before"]?["affected"] == 40, "\(effect)")
            #expect(effect["before"]?["rate"] == JSONValue.null)
            #expect(effect["verdict"] == "early", "\(effect)")
        }
    }
}
