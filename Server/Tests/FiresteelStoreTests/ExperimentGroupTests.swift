import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelInsight
import FiresteelStatistics
import Testing

@testable import FiresteelStore

@Suite("Groups of units with several people")
struct ExperimentGroupTests {
    private static let start = ExperimentFixture.start
    private static let day = InsightTime.day

    @Test(
        "What follows an exposure counts once for an arm, in the group of the first one, in whatever order messages arrive"
    )
    func groups() async throws {
        let begin = Self.start + Self.day
        let messages = [
            ExperimentFixture.segment(
                "r", 1, person: "p", saves: 3, exposures: [("editor/1.7:focused", 1), ("editor/1.3:focused", 1)],
                begin: begin),
            ExperimentFixture.segment(
                "r", 2, person: "p", saves: 2, exposures: [("editor/1.9:focused", 0)],
                under: ["editor/1.7:focused", "editor/1.3:focused"], begin: begin + 60_000),
            // Groups that there aren't, and a variant of an experiment by person.
            ExperimentFixture.segment(
                "q", person: "q", saves: 1, exposures: [("editor/1.100:focused", 0)], begin: begin),
            ExperimentFixture.segment("s", person: "s", saves: 1, exposures: [("editor/1:focused", 0)], begin: begin),
        ]
        for order in [messages, messages.reversed()] {
            try await ExperimentFixture.with(.sqlite, experiments: []) { fixture in
                try await fixture.store("editor", unit: "company")
                for message in order { try await fixture.receive([message]) }
                #expect(try await fixture.sum("focused").x == 4)
                #expect(try await fixture.units().mapValues(\.exposure.group) == ["p": 3])
                #expect(try await fixture.findings() == [])
            }
        }
        try await ExperimentFixture.with(.sqlite) { fixture in
            try await fixture.receive(messages)
            #expect(try await fixture.sums().keys.allSatisfy { !$0.dimension.hasPrefix("g:") })
        }
    }

    @Test(
        "Of people in groups an arm that no one reports from is a mismatch, and exits are harm also without any in the control"
    )
    func groupsOfArms() async throws {
        try await ExperimentFixture.with(.sqlite, experiments: []) { fixture in
            try await fixture.store("editor", unit: "company")
            try await fixture.receive([ExperimentFixture.segment("r", person: "p", saves: 1, begin: Self.start)])
            let found = try await fixture.insight.database.read { database in
                var book = ExperimentBook()
                try book.read(database)
                return book.all.first { $0.key.experiment == "editor" }
            }
            let (_, key, phase) = try #require(found)
            func comparison(_ people: [String: Double], exits: [String: Int]) throws -> ExperimentComparison {
                var sums: [SumTable.Key: ExperimentSums] = [:]
                for (arm, people) in people {
                    sums[SumTable.Key(phase: key, arm: arm, measure: SumTable.units)] = ExperimentSums(100 * people)
                    for group in 0..<100 {
                        let dimension = SumTable.group(group)
                        sums[SumTable.Key(phase: key, arm: arm, dimension: dimension, measure: SumTable.units)] =
                            ExperimentSums(people + Double(group % 3))
                        guard group < exits[arm] ?? 0 else { continue }
                        sums[SumTable.Key(phase: key, arm: arm, dimension: dimension, measure: "exits")] =
                            ExperimentSums(1)
                    }
                }
                var table = SumTable()
                table.sums = sums
                return try ExperimentComparison(table, key, phase.definition, until: Self.start + Self.day)
            }
            let exits = try #require(ExperimentMetric.always.first)
            #expect(try comparison(["classic": 20, "focused": 20], exits: [:]).groupProbability() > 0.5)
            #expect(try comparison(["classic": 20], exits: [:]).groupProbability() < 1e-6)
            #expect(try comparison(["focused": 20], exits: [:]).groupProbability() < 1e-6)
            #expect(try comparison(["classic": 20, "focused": 16], exits: [:]).groupProbability() < 1e-6)
            // Sums that no people have are no error.
            #expect(try comparison(["classic": 1e300, "focused": -1], exits: [:]).groupProbability() >= 0)
            // As rare in an arm whose groups are nine times as large, so more of them have one.
            let large = try comparison(["classic": 20, "focused": 180], exits: ["classic": 18, "focused": 82])
                .result(exits, arm: "focused")
            #expect(large?.isKnown == true && large?.interval.contains(0) == true)
            for (control, some, isHarm) in [
                (0, 20, true), (0, 2, false), (10, 12, false), (1, 60, true), (60, 62, false),
            ] {
                let result = try comparison(
                    ["classic": 20, "focused": 20], exits: ["classic": control, "focused": some]
                ).result(exits, arm: "focused")
                #expect(((result?.interval.lower ?? -1) > 0.05) == isHarm, "\(control) and \(some)")
            }
        }
    }
}
