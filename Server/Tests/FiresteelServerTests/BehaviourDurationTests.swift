import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import FiresteelTimeline
import Testing

@testable import FiresteelServer

@Suite("Durations of behaviour", .timeLimit(.minutes(2)))
struct BehaviourDurationTests {
    private static let now = AnswerFixture.now

    /// Returns the segment of a run in which an action was performed some times.
    private static func segment(
        _ run: String, _ action: RunSegment.ActionPath, bucket: Int, performs: Int, version: String
    ) -> RunSegment {
        var segment = AnswerFixture.segment(run, person: run, action: action, version: version)
        segment.people[0].actions[0].successes = performs
        segment.people[0].actions[0].durations = DurationHistogram(counts: [bucket: performs]) ?? DurationHistogram()
        return segment
    }

    @Test(
        "The durations of a feature are those of its actions, of all versions or one",
        arguments: AnswerFixture.databases)
    func features(_ dialect: DatabaseDialect) async throws {
        try await AnswerFixture.with(dialect) { fixture in
            let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")
            let share = RunSegment.ActionPath(feature: "App/Share", action: "share")
            try await fixture.receive(segments: [
                Self.segment("r1", AnswerFixture.save, bucket: 40, performs: 3, version: "3.4.1"),
                Self.segment("r2", AnswerFixture.save, bucket: 40, performs: 2, version: "3.5"),
                Self.segment("r3", open, bucket: 60, performs: 4, version: "3.4.1"),
                Self.segment("r4", share, bucket: 50, performs: 1, version: "3.4.1"),
            ])
            for version in [nil, "3.4.1"] as [String?] {
                let answer = try await fixture.read { database, scope in
                    try Behaviour(database, scope: scope, hours: 24, version: version, now: Self.now)
                        .json(known: [], names: ActionNames())
                }
                let saves = version == nil ? 5 : 3
                let features = try #require(answer["features"]?.arrayValue)
                for (feature, counts) in [("App/Documents", [40: saves, 60: 4]), ("App/Share", [50: 1])] {
                    let line = try #require(features.first { $0["feature"] == .string(feature) })
                    let median = try #require(DurationHistogram(counts: counts)?.quantile(0.5))
                    #expect(line["medianDuration"] == .double(median / 1_000_000))
                    #expect(line["time"] != .null)
                }
                let actions = try #require(answer["actions"]?.arrayValue)
                #expect(actions.map { $0["performs"] } == (version == nil ? [5, 4, 1] : [4, 3, 1]))
            }
        }
    }
}
