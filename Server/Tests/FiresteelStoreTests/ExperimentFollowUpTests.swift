import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight
import FiresteelStatistics
import Testing

@testable import FiresteelStore

@Suite("What follows from experiments", .timeLimit(.minutes(5)))
struct ExperimentFollowUpTests {
    private static let day = InsightTime.day
    private static let start = ExperimentFixture.start
    private static let arms = ["classic", "focused"]
    private static let key = PhaseKey(scope: 1, experiment: "editor", phase: 1)

    private static func all<Reading>(
        _ reading: Reading, _ fixture: ExperimentFixture,
        _ add: @escaping @Sendable (inout Reading, String, any DatabaseConnection) throws -> String?
    ) async throws -> Reading where Reading: Sendable {
        try await fixture.insight.database.read { database in
            var (reading, last) = (reading, String?.some(""))
            while let start = last { last = try add(&reading, start, database) }
            return reading
        }
    }

    /// Receives people of both experiments, of whom those with both new arms save more by a number, or whose saves both double.
    private static func interactions(more: Int, doubles: Bool = false, _ dialect: DatabaseDialect) async throws
        -> [ExperimentInteractions
        .Found]
    {
        var found: [ExperimentInteractions.Found] = []
        try await ExperimentFixture.with(dialect, experiments: ["editor", "toolbar", "search"]) { fixture in
            var random = SeededRandom(state: 3)
            try await fixture.receive(
                (0..<720).map { number in
                    let (own, other) = (number % 2, number / 2 % 2)
                    let usual = 4 + Int(random.next() % 4)
                    let saves =
                        doubles ? usual * (own + 1) * (other + 1) : usual + own + (own + other == 2 ? more : 0)
                    let exposures = ["editor/1:\(arms[own])", "toolbar/1:\(arms[other])"]
                    return ExperimentFixture.segment(
                        "r\(number)", person: "p\(number)", saves: saves, exposures: exposures.map { ($0, 0) },
                        begin: start + day)
                })
            let phases = try await fixture.insight.database.read { database in
                try ExperimentPhase.all(of: InsightFixture.scope.program, database)[InsightFixture.scope.environment]
                    ?? []
            }
            let empty = try #require(ExperimentInteractions(key, among: phases))
            #expect(empty.hasOthers)
            let read = try await all(empty, fixture) { try $0.add(after: $1, $2) }
            #expect(read.people == 720)
            found = try read.found()
        }
        return found
    }

    @Test(
        "An effect that depends on the arm of another experiment is named with both differences",
        arguments: StoreFixture.databases)
    func dependence(_ dialect: DatabaseDialect) async throws {
        let found = try await Self.interactions(more: 5, dialect)
        #expect(found.map(\.experiment) == ["toolbar"] && found.map(\.otherArm) == ["focused"])
        #expect(found.allSatisfy { $0.with > 0.8 && (0.1...0.3).contains($0.without) && $0.probability < 0.01 })
        #expect(try await Self.interactions(more: 0, dialect).isEmpty)
        #expect(try await Self.interactions(more: 0, doubles: true, dialect).isEmpty)
    }

    @Test(
        "The difference held if people of the control change as it says, and not otherwise", arguments: [true, false],
        [0, 1])
    func shipped(holds: Bool, delay: Int64) async throws {
        try await ExperimentFixture.with(.sqlite) { fixture in
            let end = Self.start + 8 * Self.day
            try await fixture.store("editor", state: "ended", at: end)
            var random = SeededRandom(state: 4)
            var segments: [RunSegment] = []
            for number in 0..<400 {
                let own = number % 2
                let usual = 4 + Int(random.next() % 4)
                // Everyone does less after the end.
                for (run, begin, more) in [
                    ("a", Self.start + Self.day, 0), ("b", end - 2 * Self.day, 3 * own),
                    ("c", end + (delay + 1) * Self.day, (holds ? 3 : 3 * own) - 1),
                ] {
                    segments.append(
                        ExperimentFixture.segment(
                            "\(run)\(number)", person: "p\(number)", saves: usual + Int(random.next() % 2) + more,
                            exposures: run == "a" ? [("editor/1:\(Self.arms[own])", 0)] : [], begin: begin))
                }
            }
            try await fixture.receive(segments)
            let phase = try await fixture.insight.database.read { database in
                try #require(try ExperimentPhase.phases(of: "editor", in: InsightFixture.scope, database).first)
            }
            let empty = try await fixture.insight.database.read { database in
                func difference(_ arm: String) throws -> ShippedDifference? {
                    try ShippedDifference(
                        Self.key, phase, shipped: arm, since: end + delay * Self.day, until: ExperimentFixture.now,
                        database)
                }
                #expect(try difference("classic") == nil)
                return try #require(try difference("focused"))
            }
            #expect(empty.days == 4 - delay)
            let read = try await Self.all(empty, fixture) { try $0.add(after: $1, $2) }
            let result = try #require(try read.result())
            #expect(read.people == 400 && (result.control > result.shipped + 0.1) == holds)
            #expect(holds ? result.interval.lower > 0.3 : result.interval.contains(0) && result.interval.upper < 0.3)
        }
    }

    @Test(
        "Everyone has an arm since the first of the last changes that give it to all", arguments: StoreFixture.databases
    )
    func begin(_ dialect: DatabaseDialect) async throws {
        try await ExperimentFixture.with(dialect) { fixture in
            let some = #"{"variant": "focused", "weight": 1}, {"variant": "classic", "weight": 1}"#
            let all = #"{"variant": "focused", "weight": 1}, {"variant": "classic", "weight": 0}"#
            let values = [
                #""otherwise": {"variant": "focused"}"#, #""otherwise": {"split": [\#(some)]}"#,
                #""otherwise": {"split": [\#(all)]}"#, #""otherwise": {"variant": "focused"}, "off": "classic""#,
            ]
            let scope = InsightFixture.scope
            for (index, value) in values.enumerated() {
                try await storeVersion(
                    "editor", "{\"isOn\": true, \(value)}", kind: "targeting",
                    in: (scope.program, scope.environment), at: Self.start + Int64(index), fixture.insight.database)
            }
            let found = try await fixture.insight.database.read { database in
                try ["focused", "classic"].map { arm in
                    try ShippedDifference.begin(of: arm, by: "editor", in: scope, database)
                }
            }
            #expect(found == [Self.start + 2, nil])
        }
    }
}
