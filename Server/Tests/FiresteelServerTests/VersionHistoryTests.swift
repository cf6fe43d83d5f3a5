import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight
import FiresteelStore
import Testing

@testable import FiresteelServer

@Suite("Versions that were seen", .timeLimit(.minutes(2)))
struct VersionHistoryTests {
    private static let now = AnswerFixture.now
    private static let day = InsightTime.day

    @Test("An old version that is seen first isn't a release")
    func releases() {
        let history = VersionHistory([
            "3.4.0": 1, "3.4.1": 2, "3.3.9": 3, "nightly": 4, "3.4.1+512": 5, "3.5.0": 6, "3.5.1": 6, "3.10.0": 7,
            "3.9.0": 8, "": 9,
        ])
        #expect(
            history.releases.map(\.version) == ["3.4.0", "3.4.1", "nightly", "3.4.1+512", "3.5.1", "3.10.0"])
    }

    @Test("The newest version is the last by order, and without one the last that was seen first")
    func newest() {
        #expect(VersionHistory(["nightly": 9, "3.4.0": 8, "3.10.0": 1, "3.9.0": 2]).newest?.version == "3.10.0")
        #expect(VersionHistory(["b": 1, "a": 2]).newest == VersionHistory.Entry(version: "a", first: 2))
        #expect(VersionHistory([:]).newest == nil)
    }

    @Test("The overview has the newest version with its time and share", arguments: AnswerFixture.databases)
    func overview(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            #expect(try await fixture.overview()["newest"] == .null)
            let times = [("3.10.0", Self.now - 2 * Self.day), ("3.9.0", Self.now - Self.day), ("3.4.0", Self.now)]
            for (version, time) in times {
                try await fixture.receive(
                    segments: [AnswerFixture.segment("r\(version)", person: "p", version: version, at: time)], at: time)
            }
            let first = JSONValue.int(Int(Self.now - 2 * Self.day))
            #expect(
                try await fixture.overview()["newest"]
                    == ["version": "3.10.0", "first": first, "sessions": 0, "share": 0.0])
            try await fixture.receive(segments: [AnswerFixture.segment("new", person: "p", version: "3.10.0")])
            let newest = try await fixture.overview()["newest"]
            #expect(newest == ["version": "3.10.0", "first": first, "sessions": 1, "share": 0.5])
        }
    }

    @Test("Versions before a group have no old version")
    func before() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            let time = Self.now - 2 * Self.day
            try await fixture.receive(segments: [AnswerFixture.segment("r1", person: "p1", at: time)], at: time)
            try await fixture.receive(
                segments: [AnswerFixture.segment("r2", person: "p2", crashes: true, version: "3.3.0")],
                reports: [AnswerFixture.crash("r2", person: "p2", version: "3.3.0")])
            let before = try await fixture.suspects()["before"]
            #expect(before?.arrayValue?.map { $0["version"] } == ["3.4.1"])
        }
    }
}
