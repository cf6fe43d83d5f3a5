import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Results of experiments", .timeLimit(.minutes(5)))
struct ExperimentResultTests {
    private static let now = AnswerFixture.now
    private static let start = now - 10 * InsightTime.day
    private static let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")

    /// The difference of people with the second arm.
    private struct Effect {
        var saves = 0
        var opens = 0
        /// The people of an arm of whom some crash.
        var crashes = (classic: 4, focused: 4)
        /// The people of the second arm who are missing.
        var missing = 0
        /// The group of a person, where people are split by company.
        var group: (@Sendable (Int) -> Int)?
    }

    private static func count(_ path: RunSegment.ActionPath, _ successes: Int) -> RunSegment.ActionCount {
        var count = RunSegment.ActionCount(path)
        count.successes = successes
        return count
    }

    /// Returns a server's run with people of an arm, each with a session, and their sessions before the start.
    private static func runs(_ arm: String, _ people: Range<Int>, _ effect: Effect, crashes: Bool) -> [RunSegment] {
        let isFocused = arm == "focused"
        func run(_ name: String, at begin: Int64, _ person: (Int) -> RunSegment.Person) -> RunSegment {
            var segment = AnswerFixture.segment(
                "\(name)-\(arm)-\(people.lowerBound)", person: "", crashes: crashes && name == "after",
                at: begin + 60_000)
            segment.people = [RunSegment.Person()] + people.map(person)
            return segment
        }
        func person(_ index: Int, _ saves: Int, _ opens: Int) -> RunSegment.Person {
            var person = RunSegment.Person(session: index + 1, pseudonym: "\(arm)\(index)")
            person.actions = [count(AnswerFixture.save, saves), count(open, opens)]
            return person
        }
        let before = run("before", at: start - InsightTime.day) { person($0, 12 + $0 % 4 * 2, 3 + $0 % 3) }
        let after = run("after", at: start + InsightTime.day) { index in
            var one = person(
                index, 2 + index % 4 * 2 + index % 5 + (isFocused ? effect.saves : 0),
                3 + index % 3 + index % 2 + (isFocused ? effect.opens : 0))
            let group = effect.group.map { ".\($0(index))" } ?? ""
            one.exposures = [.init(flag: "editor", variant: "editor/1\(group):\(arm)", first: 0)]
            return one
        }
        return [before, after]
    }

    /// Receives people's sessions, each at its time.
    private static func receive(_ runs: [RunSegment], _ fixture: AnswerFixture) async throws {
        for run in runs { try await fixture.receive(segments: [run], at: run.started + 60_000) }
    }

    private static func results(_ effect: Effect, damagedBy damage: String? = nil) async throws -> ExperimentResults {
        var results: ExperimentResults?
        try await AnswerFixture.with(.sqlite) { fixture in
            try await storeVersion(
                "editor",
                """
                {"name": "Editor", "flag": "editor", "arms": ["classic", "focused"], "state": "running", "phase": 1,
                 "unit": "\(effect.group == nil ? "targetingKey" : "company")",
                 "primary": {"feature": "App/Documents", "action": "save", "measure": "count"},
                 "guardrails": [{"feature": "App/Documents", "action": "open", "measure": "count", "margin": 0.1}]}
                """, in: ("documents", "development"), at: start, fixture.database)
            for (arm, crashing) in [("classic", effect.crashes.classic), ("focused", effect.crashes.focused)] {
                let people = 400 - (arm == "focused" ? effect.missing : 0)
                try await receive(runs(arm, 0..<crashing, effect, crashes: true), fixture)
                try await receive(runs(arm, crashing..<people, effect, crashes: false), fixture)
            }
            if let damage { _ = try await fixture.database.write { try $0.execute(damage) } }
            results = try await fixture.read { database, scope in
                let phase = try ExperimentPhase.phases(
                    of: "editor", in: InsightScope(program: "documents", environment: "development"), database)
                return try ExperimentReader(database, scope: scope, phase[0], names: ActionNames(), now: now).results()
            }
        }
        return try #require(results)
    }

    @Test("Without a difference the result is inconclusive, with the interval")
    func none() async throws {
        let results = try await Self.results(Effect())
        #expect(results.verdict.kind == .inconclusive && results.verdict.detail.contains("is between"))
        #expect(results.arms.map(\.people) == [400, 400] && results.arms.map(\.expected) == [0.5, 0.5])
        #expect(results.day == 11 && results.state == "running" && !results.ratio.isMismatch)
        let comparison = try #require(results.metrics.first?.comparisons.first)
        #expect(comparison.verdict == .inconclusive && (comparison.relative.map { abs($0) } ?? 1) < 1e-9)
        #expect(results.metrics.map(\.role) == [.primary, .guardrail, .guardrail, .guardrail])
        #expect(results.metrics[1].comparisons[0].verdict == .within && results.metrics[1].margin == 0.1)
        #expect(results.others.isEmpty && results.history.count == 1)
        #expect(results.dimensions.map(\.dimension) == ["version", "system", "device"])
    }

    @Test("A lift is better, in a sentence, with an interval that what people did before makes narrow")
    func lift() async throws {
        let results = try await Self.results(Effect(saves: 1, opens: 2))
        #expect(results.verdict.kind == .better)
        #expect(results.verdict.sentence == "People with “focused” do save 14.3 % more")
        #expect(
            results.verdict.detail == "The interval has been above 0 since day 2. Checking often doesn’t weaken it.")
        let primary = results.metrics[0]
        #expect(primary.arms.map(\.value) == [7, 8] && primary.comparisons[0].verdict == .better)
    }

    @Test("A loss is worse, and one beyond a guardrail's margin is harm")
    func worse() async throws {
        let worse = try await Self.results(Effect(saves: -1))
        #expect(worse.verdict.kind == .worse && worse.verdict.sentence.hasSuffix("14.3 % less"))
        let harmed = try await Self.results(Effect(saves: 1, opens: -1))
        #expect(harmed.verdict.kind == .harmed && harmed.verdict.sentence.contains("do open"))
        #expect(harmed.metrics[1].comparisons[0].verdict == .beyond)
    }

    @Test("Crashes are harm without being declared, however rare they are in the control")
    func crashes() async throws {
        let results = try await Self.results(Effect(saves: 1, crashes: (1, 40)))
        #expect(results.verdict.kind == .harmed)
        #expect(results.verdict.sentence.hasPrefix("With “focused”, sessions end abnormally"))
    }

    @Test("Sums that can't be read decide nothing, though others are certain")
    func damaged() async throws {
        let harmful = Effect(saves: 1, crashes: (1, 40))
        let sum = "measure = 'count' AND arm = 'classic' AND dimension = ''"
        let results = try await Self.results(
            harmful, damagedBy: "UPDATE experiment_sums SET x = 'damaged' WHERE \(sum)")
        #expect(results.isRecounting && results.verdict.kind == .unreliable)
    }

    @Test("Missing people make everything unreliable, and it is named where they are missing")
    func mismatch() async throws {
        let results = try await Self.results(Effect(saves: 1, missing: 150))
        #expect(results.verdict.kind == .unreliable && results.ratio.isMismatch)
        #expect(results.ratio.largest?.shares.map { ($0 * 100).rounded() } == [62, 38])
        #expect(results.metrics.flatMap(\.comparisons).allSatisfy { $0.verdict == .unreliable })
    }

    @Test("A group with many of an arm's people is named as the reason of wide intervals")
    func largeGroup() async throws {
        let results = try await Self.results(Effect(group: { $0 < 97 ? 7 : $0 % 100 }))
        #expect(
            results.ratio.sentence
                == "The arms have the shares that they were to have. One group of “classic” has 25.0 % of its people: those of a large company, or invented ones. Intervals are wide because of it."
        )
        let even = try await Self.results(Effect(group: { $0 % 100 }))
        #expect(even.ratio.sentence == "The arms have the shares that they were to have.")
    }

    @Test("What else changed is named after one correction over all actions")
    func others() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await storeVersion(
                "editor",
                """
                {"flag": "editor", "arms": ["classic", "focused"], "state": "running", "phase": 1,
                 "primary": {"feature": "App/Documents", "action": "save", "measure": "count"}}
                """, in: ("documents", "development"), at: Self.start, fixture.database)
            for arm in ["classic", "focused"] {
                try await Self.receive(Self.runs(arm, 0..<300, Effect(opens: 2), crashes: false), fixture)
            }
            let results = try await fixture.read { database, scope in
                let phase = try ExperimentPhase.phases(
                    of: "editor", in: InsightScope(program: "documents", environment: "development"), database)
                return try ExperimentReader(database, scope: scope, phase[0], names: ActionNames(), now: Self.now)
                    .results()
            }
            #expect(results.others.map(\.action) == ["open"] && results.others[0].relative ?? 0 > 0.4)
        }
    }

    @Test("An estimate says how long an experiment takes, and a rehearsal claims almost nothing")
    func plan() async throws {
        try await AnswerFixture.with(.sqlite) { fixture in
            try await Self.receive(Self.runs("classic", 0..<300, Effect(), crashes: false), fixture)
            let definition = try #require(
                ExperimentDefinition(
                    "draft",
                    [
                        "flag": "editor", "arms": ["classic", "focused"], "share": 50,
                        "primary": ["feature": "App/Documents", "action": "save", "measure": "count"],
                    ]))
            let units = try await fixture.read { database, scope in
                var units = PastUnits(definition, days: 14, onlyExposed: true, now: Self.now)
                try PeopleSample(database, scope: scope).forEach(limit: 1_000) { units.add($0) }
                try units.cap()
                return units
            }
            #expect(units.values.count == 300)
            let estimate = try ExperimentEstimate(units, definition, participants: 300)
            #expect(estimate.people == 150 && estimate.peoplePerDay == 6)
            #expect(estimate.needed.map(\.effect) == [0.02, 0.05, 0.1])
            let days = estimate.needed.map { $0.days ?? .max }
            #expect(days == days.sorted(by: >) && days[2] < 100)
            let rehearsal = try PastRehearsal(units, definition, runs: 200) { true }
            #expect(rehearsal.runs == 200 && rehearsal.claims <= 10 && rehearsal.relatives.count == 200)
            let nobody = PastUnits(definition, days: 1, onlyExposed: false, now: Self.now)
            #expect(try PastRehearsal(nobody, definition, runs: 3) { true }.relatives.isEmpty)
        }
    }

    @Test("Results are part of the API, and an experiment that wasn't started has none")
    func api() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.admin, role: .viewer)
            let path = "/api/v1/programs/documents/environments/development/experiments"
            #expect(try await fixture.send(.get, "\(path)/editor/results", token: token).status == 404)
            try await storeVersion(
                "editor",
                """
                {"flag": "editor", "arms": ["classic", "focused"], "state": "running", "phase": 2,
                 "primary": {"feature": "App/Documents", "action": "save", "measure": "count"}}
                """, in: ("documents", "development"), at: fixture.clock.value, fixture.database)
            let answer = try await fixture.send(.get, "\(path)/editor/results?phase=2", token: token)
            #expect(answer.status == 200 && answer.json["verdict"]?["kind"] == "waiting")
            #expect(answer.json["arms"]?.arrayValue?.first?["share"]?.isNull == true)
            #expect(try await fixture.send(.get, "\(path)/editor/results?phase=1", token: token).status == 404)
            let draft: JSONValue = [
                "flag": "editor", "arms": ["classic", "focused"],
                "primary": ["feature": "App/Documents", "action": "save", "measure": "conversion"],
            ]
            let estimate = try await fixture.send(.post, "\(path)/estimate", token: token, body: draft)
            #expect(estimate.status == 200 && estimate.json["peoplePerDay"] == 0)
            let rehearsal = try await fixture.send(.post, "\(path)/rehearse", token: token, body: draft)
            #expect(rehearsal.json["runs"] == 1_000 && rehearsal.json["claims"] == 0)
            #expect(try await fixture.send(.post, "\(path)/estimate", token: token, body: [:]).status == 400)
        }
    }
}
