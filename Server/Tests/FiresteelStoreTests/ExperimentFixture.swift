import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight

@testable import FiresteelStore

/// Experiments with programs that send segments.
struct ExperimentFixture: Sendable {
    static let now = InsightFixture.now
    static let start = now - 12 * InsightTime.day
    let insight: InsightFixture

    static func with(
        _ dialect: DatabaseDialect, experiments: [String] = ["editor"], window: Int? = nil,
        _ body: (ExperimentFixture) async throws -> Void
    ) async throws {
        try await InsightFixture.with(dialect) { insight in
            let fixture = ExperimentFixture(insight: insight)
            for experiment in experiments { try await fixture.store(experiment, window: window) }
            try await body(fixture)
        }
    }

    /// Metrics that are summed because they are named.
    private static let secondary = [
        "\"measure\": \"duration\", \"quantile\": 0.9", "\"measure\": \"timeTo\", \"day\": 2",
        "\"measure\": \"retention\", \"week\": 1", "\"measure\": \"amount\"",
        "\"measure\": \"sequence\", \"then\": {\"feature\": \"App/Documents\", \"action\": \"print\"}",
    ].map { "{\"feature\": \"App/Documents\", \"action\": \"save\", \($0)}" }.joined(separator: ", ").inBrackets

    /// Stores a version of an experiment about a flag of the same name.
    func store(
        _ name: String, state: String = "running", phase: Int = 1, window: Int? = nil, excluded: String = "[]",
        unit: String? = nil, at time: Int64 = start
    ) async throws {
        let limit = window.map { ", \"window\": \($0)" } ?? ""
        let member = unit.map { ", \"unit\": \"\($0)\"" } ?? ""
        try await storeVersion(
            name,
            """
            {"name": "E", "flag": "\(name)", "layer": "\(name)", "arms": ["classic", "focused"], "state": "\(state)", "phase": \(phase),
             "days": 28, "secondary": \(Self.secondary), "primary": {"feature": "App/Documents", "action": "save", "measure": "count"}\(limit)\(member),
             "excluded": \(excluded)}
            """, in: (InsightFixture.scope.program, InsightFixture.scope.environment), at: time, insight.database)
    }

    /// Returns a segment, with the successes of saving before and after exposures.
    static func segment(
        _ run: String, _ number: Int = 1, person: String, saves: Int, exposures: [(variant: String, before: Int)] = [],
        under: [String] = [], version: String = "3.4.1", begin: Int64, end: RunSegment.End? = nil
    ) -> RunSegment {
        var segment = InsightFixture.segment(
            run, number, person: person, saves: saves, version: version, end: end,
            started: begin - Int64(number - 1) * 60_000)
        (segment.from, segment.until) = (Int64(number - 1) * 60_000, Int64(number) * 60_000)
        func flag(_ variant: String) -> String { String(variant.prefix { $0 != "/" }) }
        segment.people[0].exposures = exposures.map { variant, before in
            var exposure = RunSegment.Exposure(flag: flag(variant), variant: variant, first: segment.from + 30_000)
            if before > 0 {
                var count = RunSegment.ActionCount(InsightFixture.save)
                count.successes = before
                count.amount = before * 100
                (count.first, count.last) = (segment.from + 1_000, segment.from + 20_000)
                exposure.before = [count]
                if saves > before {
                    exposure.after = [RunSegment.FirstSuccess(InsightFixture.save, at: segment.from + 40_000)]
                }
            }
            return exposure
        }
        if saves > 0 {
            (segment.people[0].actions[0].first, segment.people[0].actions[0].last) = (
                segment.from + 1_000, segment.until - 1_000
            )
            segment.people[0].actions[0].amount = saves * 125
        }
        segment.people[0].under = under.map { RunSegment.Variant(flag: flag($0), variant: $0) }
        return segment
    }

    /// Stores messages and rolls them up.
    ///
    /// The clocks of their programs are known, so that they may be late.
    func receive(_ segments: [RunSegment], now: Int64 = now) async throws {
        try await insight.store(
            segments.map { InsightFixture.message(.segment, $0.run, $0.number, $0.json, correction: 0) }, now: now)
        while try await insight.rollUp.run(now: now) > 0 {}
    }

    /// Counts phases again that wait for it, in parts of some people.
    func countAgain(people: Int64 = PhaseRecounts.maximumPeople, parts: Int = .max) async throws {
        let database = insight.database
        for _ in 0..<parts {
            let (book, due) = try await database.read { database in
                var book = ExperimentBook()
                try book.read(database)
                return (book, try PhaseRecounts.due(book, now: Self.now, database))
            }
            guard let key = due.first else { return }
            _ = try await PhaseRecounts(database).advance(key, book, now: Self.now, people: people)
        }
    }

    /// Returns what differs when all is counted again.
    func findings() async throws -> [String] {
        try await insight.database.read { try ExperimentVerification(in: $0).findings }
    }

    func units(of experiment: String = "editor") async throws -> [String: ExperimentUnit] {
        try await insight.database.read { database in
            let rows = try database.query("SELECT * FROM experiment_units WHERE experiment = ?", [.text(experiment)])
            return Dictionary(
                uniqueKeysWithValues: try rows.map { try ExperimentUnit($0) }.map { ($0.key.person, $0) })
        }
    }

    func sums(of experiment: String = "editor", phase: Int64 = 1) async throws -> [SumTable.Key: ExperimentSums] {
        try await insight.database.read {
            try SumTable.read(PhaseKey(scope: 1, experiment: experiment, phase: phase), in: $0).table.sums
        }
    }

    /// Returns the sums of the primary metric, or of another measure, in an arm.
    func sum(_ arm: String, _ measure: String = "count", subject: String = "App/Documents\tsave") async throws
        -> ExperimentSums
    {
        try await sums()[
            SumTable.Key(
                phase: PhaseKey(scope: 1, experiment: "editor", phase: 1), arm: arm, subject: subject,
                measure: measure)] ?? ExperimentSums()
    }
}

extension String {
    fileprivate var inBrackets: String { "[\(self)]" }
}

/// Numbers that are the same in each run: SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
