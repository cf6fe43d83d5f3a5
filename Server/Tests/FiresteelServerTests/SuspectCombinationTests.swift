import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("A variant that affects sessions on one system", .timeLimit(.minutes(3)))
struct SuspectCombinationTests {
    private static func sessions(
        _ count: Int, _ system: String, _ variant: String, crash: Bool = false
    ) -> (segments: [RunSegment], reports: [InsightReport]) {
        let runs = (0..<count).map { "\(system)-\(variant)-\(crash)-\($0)".replacing(" ", with: "-") }
        let segments = runs.map { run in
            var segment = AnswerFixture.segment(run, person: run, variants: ["fast-save": variant], crashes: crash)
            segment.system = system
            return segment
        }
        return (segments, crash ? runs.map { AnswerFixture.crash($0, person: $0) } : [])
    }

    @Test("A damaged session is left out, and sessions are read from reports, a few at once")
    func damaged() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            for (segments, reports) in [
                Self.sessions(150, "iOS 26", "on", crash: true), Self.sessions(100, "iOS 26", "on"),
                Self.sessions(200, "iOS 18", "on"), Self.sessions(200, "iOS 26", "off"),
                Self.sessions(200, "iOS 18", "off"),
            ] {
                try await fixture.receive(segments: segments, reports: reports)
            }
            try await fixture.database.write {
                try $0.execute("UPDATE insight_sessions SET hour = ? WHERE run = ?", ["?", "iOS-26-on-true-7"])
                try $0.execute("UPDATE insight_sessions SET facts = ? WHERE run = ?", [.blob([0]), "iOS-26-on-true-8"])
            }
            let record = QueryRecord()
            let period = InsightTime.day(of: AnswerFixture.now)..<AnswerFixture.now + 1
            let read = try await fixture.read(record) { database, scope in
                let groups = try GroupList(database, scope: scope, now: AnswerFixture.now).forms().map(\.root.id)
                var read = 0
                try InsightReader(database, scope: scope, damaged: DamagedRows())
                    .sessions(affectedBy: groups, period, reports: 5_000, limit: 2_000) { _ in read += 1 }
                return read
            }
            #expect(read == 148)
            let sessions = record.all.filter { $0.sql.contains("t.*") && $0.sql.contains("insight_sessions") }
            #expect(sessions.allSatisfy { $0.rows.count <= 100 } && sessions.count > 1)
            #expect(try await fixture.suspects()["combination"]?["system"] == "iOS 26")
        }
    }

    @Test("A sample represents more crashes than are read")
    func scaled() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            for (segments, reports) in [
                Self.sessions(2_500, "iOS 26", "on", crash: true), Self.sessions(100, "iOS 26", "on"),
                Self.sessions(200, "iOS 18", "on"), Self.sessions(200, "iOS 26", "off"),
                Self.sessions(200, "iOS 18", "off"),
            ] {
                try await fixture.receive(segments: segments, reports: reports)
            }
            let suspects = try await fixture.suspects()
            #expect(suspects["base"]?["affected"] == 2_500)
            let combination = try #require(suspects["combination"])
            #expect(combination["system"] == "iOS 26")
            #expect(combination["cells"]?.arrayValue?.map { $0["affected"] } == [2_500, 0, 0, 0])
            let total = try #require(combination["cells"]?[0]?["total"]?.intValue)
            #expect((2_500...2_900).contains(total))
            #expect(combination["isOnlyInCombination"] == true && combination["isEstimated"] == true)
        }
    }
}
