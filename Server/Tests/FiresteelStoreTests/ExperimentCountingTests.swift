import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight
import Testing

@testable import FiresteelStore

@Suite("Counting of experiments")
struct ExperimentCountingTests {
    private static let start = ExperimentFixture.start
    private static let day = InsightTime.day

    /// Sessions of Mara: before the start, one with the exposure in two parts, and one on a later day that crashed.
    private static let history = [
        ExperimentFixture.segment("r0", person: "mara", saves: 5, begin: start - 2 * day),
        ExperimentFixture.segment("rx", person: "mara", saves: 9, begin: start - 15 * day),
        ExperimentFixture.segment(
            "r1", 1, person: "mara", saves: 7, exposures: [("editor/1:focused", 3)], begin: start + day),
        ExperimentFixture.segment(
            "r1", 2, person: "mara", saves: 2, under: ["editor/1:focused"], begin: start + day + 60_000),
        ExperimentFixture.segment(
            "r2", person: "mara", saves: 4, exposures: [("editor/1:focused", 1)], begin: start + 3 * day,
            end: .init(.signal, signal: "SIGSEGV")),
        ExperimentFixture.segment("r3", person: "mara", saves: 1, begin: start + 10 * day),
    ]

    @Test(
        "What a person did after the first exposure counts, and what they did in the 14 days before is beside it",
        arguments: StoreFixture.databases)
    func values(_ dialect: DatabaseDialect) async throws {
        for order in [Array(Self.history.indices), Self.history.indices.reversed(), [2, 4, 0, 5, 3, 1]] {
            try await ExperimentFixture.with(dialect, window: 7) { fixture in
                for index in order { try await fixture.receive([Self.history[index]]) }
                let count = try await fixture.sum("focused")
                #expect(count == ExperimentSums(10, before: 8))
                #expect(try await fixture.sum("focused", "conversion") == ExperimentSums(1, before: 1))
                #expect(try await fixture.sum("focused", "retention", subject: "") == ExperimentSums(1))
                #expect(try await fixture.sum("focused", "exits", subject: "") == ExperimentSums(1))
                #expect(try await fixture.sum("focused", "units", subject: "") == ExperimentSums(1))
                #expect(try await fixture.findings() == [])
            }
        }
    }

    @Test("A session that is exposed itself after another one counts from its own exposure on, as a recount has it")
    func secondSession() async throws {
        try await ExperimentFixture.with(.sqlite) { fixture in
            let begin = Self.start + Self.day
            var first = ExperimentFixture.segment("r", 2, person: "mara", saves: 2, begin: begin)
            var other = first.people[0]
            (other.session, other.under) = (1, [RunSegment.Variant(flag: "editor", variant: "editor/1:focused")])
            (other.actions, first.people[0].session) = ([], 2)
            first.people = [RunSegment.Person(), other, first.people[0]]
            try await fixture.receive([first])
            var next = ExperimentFixture.segment(
                "r", 3, person: "mara", saves: 1, exposures: [("editor/1:focused", 0)], begin: begin + 60_000)
            next.people[0].session = 2
            next.people = [RunSegment.Person(), next.people[0]]
            try await fixture.receive([next])
            #expect(try await fixture.findings() == [])
        }
    }

    @Test("Sessions after the end don't count, later phases count apart, and people in two arms count in none")
    func phases() async throws {
        try await ExperimentFixture.with(.sqlite) { fixture in
            let (start, day) = (Self.start, Self.day)
            try await fixture.receive([
                ExperimentFixture.segment(
                    "r1", person: "p", saves: 1, exposures: [("editor/1:focused", 0)], begin: start + day),
                ExperimentFixture.segment(
                    "q1", person: "q", saves: 1, exposures: [("editor/1:focused", 0)], begin: start + day),
            ])
            try await fixture.store("editor", phase: 2, at: start + 5 * day)
            try await fixture.receive([
                ExperimentFixture.segment(
                    "r2", person: "p", saves: 8, exposures: [("editor/2:classic", 2)], begin: start + 6 * day),
                ExperimentFixture.segment(
                    "q2", person: "q", saves: 1, exposures: [("editor/1:classic", 0)], begin: start + 2 * day),
            ])
            #expect(try await fixture.sum("focused") == ExperimentSums(1))
            #expect(try await fixture.sum("", "units", subject: "") == ExperimentSums(1))
            let second = try await fixture.sums(phase: 2)
            #expect(second.first { $0.key.measure == "count" && $0.key.dimension.isEmpty }?.value.x == 6)
            #expect(try await fixture.findings() == [])
        }
    }

    @Test(
        "Random histories, late, repeated, reordered and partly lost, with erasures, equal a recount",
        arguments: StoreFixture.databases)
    func random(_ dialect: DatabaseDialect) async throws {
        let experiments = ["editor", "toolbar", "search"]
        var random = SeededRandom(state: 11)
        var messages: [RunSegment] = []
        for person in 0..<60 {
            var arms = experiments.map { "\($0)/1:\(random.next() % 2 == 0 ? "classic" : "focused")" }
            // Of some programs, which don't know the groups, and whose exposures to that experiment don't count.
            if person % 7 > 0 { arms[2].replace("/1:", with: "/1.\(random.next() % 4):") }
            for run in 0..<Int(random.next() % 5) + 1 {
                var under: [String] = []
                let begin = Self.start + Int64(random.next() % 30) * Self.day - 18 * Self.day
                for number in 1...Int(random.next() % 3) + 1 {
                    let saves = Int(random.next() % 6)
                    let seen = begin > Self.start ? arms.filter { !under.contains($0) && random.next() % 3 == 0 } : []
                    messages.append(
                        ExperimentFixture.segment(
                            "p\(person)-\(run)", number, person: "p\(person)", saves: saves,
                            exposures: seen.map { ($0, Int(random.next() % UInt64(saves + 1))) }, under: under,
                            begin: begin + Int64(number - 1) * 60_000))
                    under += seen
                }
            }
        }
        messages = messages.filter { _ in random.next() % 12 != 0 }
        messages += messages.prefix(30)
        var results: [[SumTable.Key: ExperimentSums]] = []
        for _ in 0..<2 {
            messages.shuffle(using: &random)
            try await ExperimentFixture.with(dialect, experiments: Array(experiments.dropLast())) { fixture in
                try await fixture.store(experiments[2], unit: "company")
                for start in stride(from: 0, to: messages.count, by: 17) {
                    try await fixture.receive(Array(messages[start..<min(start + 17, messages.count)]))
                }
                let findings = try await fixture.findings()
                #expect(findings == [])
                #expect(try await fixture.units().count > 20)
                let groups = try await fixture.sums(of: experiments[2]).keys.filter { $0.dimension.hasPrefix("g:") }
                #expect(Set(groups.map(\.dimension)).count == 4)
                for person in 0..<10 {
                    let erasure = PersonErasure(fixture.insight.database, hash: fixture.insight.hash, scope: 1)
                    _ = try await erasure.erase("p\(person)")
                }
                #expect(try await fixture.findings() == [])
                #expect(try await fixture.units().keys.allSatisfy { Int($0.dropFirst()) ?? 0 >= 10 })
                results.append(try await fixture.sums())
            }
        }
        #expect(results[0] == results[1] && !results[0].isEmpty)
    }

    @Test("Sums remain when sessions are removed, and later sessions count as well", arguments: StoreFixture.databases)
    func retention(_ dialect: DatabaseDialect) async throws {
        try await ExperimentFixture.with(dialect, window: 30) { fixture in
            try await fixture.receive(Self.history, now: Self.start + 11 * Self.day)
            let before = try await fixture.sums()
            var retention = InsightRetention()
            retention.sessionDays = 1
            try await RetentionRun(fixture.insight.database, retention, now: ExperimentFixture.now + Self.day).run()
            let left = try await fixture.insight.database.read {
                try $0.query("SELECT COUNT(*) AS n FROM insight_sessions").first?.int("n")
            }
            #expect(left == 0)
            #expect(try await fixture.sums() == before)
            #expect(try await fixture.findings() == [])
            try await fixture.receive(
                [ExperimentFixture.segment("r9", person: "mara", saves: 3, begin: ExperimentFixture.now - 60_000)],
                now: ExperimentFixture.now + Self.day)
            #expect(try await fixture.sum("focused").x == 14)
            #expect(try await fixture.findings() == [])
        }
    }

    @Test("A person with more sessions than count is capped, whatever the order")
    func capped() async throws {
        func server(_ run: String, _ variant: String?) -> RunSegment {
            var segment = ExperimentFixture.segment(run, person: "", saves: 0, begin: Self.start + Self.day)
            let one = ExperimentFixture.segment(
                run, person: "bot", saves: 1, exposures: variant.map { [($0, 0)] } ?? [], begin: Self.start + Self.day
            ).people[0]
            for session in 1..<500 {
                var person = one
                person.session = session
                segment.people.append(person)
            }
            return segment
        }
        let messages = [server("a", nil), server("b", "editor/1:focused"), server("c", nil), server("d", nil)]
        for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
            try await ExperimentFixture.with(.sqlite) { fixture in
                for index in order { try await fixture.receive([messages[index]]) }
                let unit = try #require(try await fixture.units()["bot"])
                #expect(unit.isCapped && unit.sessions == 1_001)
                #expect(try await fixture.sum("focused", "capped", subject: "").x == 1)
                #expect(try await fixture.findings() == [])
            }
        }
    }

    @Test("Damaged units and sums are counted again", arguments: StoreFixture.databases)
    func damage(_ dialect: DatabaseDialect) async throws {
        try await ExperimentFixture.with(dialect) { fixture in
            try await fixture.receive(Self.history.dropLast())
            let other = ExperimentFixture.segment(
                "o", person: "ines", saves: 2, exposures: [("editor/1:classic", 0)], begin: Self.start + Self.day)
            try await fixture.receive([other])
            let database = fixture.insight.database
            let last = Self.history.suffix(1)
            _ = try await database.write {
                try $0.execute("UPDATE experiment_units SET counts = 'a\tb' WHERE person = 'mara'")
            }
            #expect(try await fixture.findings().isEmpty == false)
            try await fixture.receive(Array(last))
            try await fixture.countAgain()
            #expect(try await fixture.findings() == [])
            #expect(try await fixture.sum("focused").x == 11)
            _ = try await database.write {
                try $0.execute("UPDATE experiment_sums SET x = -5, xx = -5 WHERE measure = 'count' AND arm = 'focused'")
            }
            #expect(try await fixture.findings().isEmpty == false)
            try await fixture.receive([
                ExperimentFixture.segment("o2", person: "ines", saves: 1, begin: Self.start + 2 * Self.day)
            ])
            try await fixture.countAgain()
            #expect(try await fixture.findings() == [])
        }
    }

    @Test("A session that arrives while its person is erased counts", arguments: StoreFixture.databases)
    func arrivalMeanwhile(_ dialect: DatabaseDialect) async throws {
        try await ExperimentFixture.with(dialect) { fixture in
            func segment(_ run: String, saves: Int) -> RunSegment {
                ExperimentFixture.segment(
                    run, person: "p", saves: saves, exposures: [("editor/1:focused", 0)], begin: Self.start + Self.day)
            }
            try await fixture.receive([segment("r1", saves: 2), segment("r2", saves: 3)])
            // As an erasure leaves it whose last step is to come.
            _ = try await fixture.insight.database.write { database in
                _ = try database.execute("DELETE FROM insight_sessions WHERE run = 'r1'")
                try UnitErasure(database, scope: 1).erase("p")
            }
            #expect(try await fixture.findings() == [])
            #expect(try await fixture.sum("focused").x == 3)
        }
    }

    @Test(
        "Erased and damaged people don't keep a phase from being counted again", arguments: StoreFixture.databases)
    func erasureMeanwhile(_ dialect: DatabaseDialect) async throws {
        try await ExperimentFixture.with(dialect) { fixture in
            let (insight, database) = (fixture.insight, fixture.insight.database)
            func cursor() async throws -> [String?] {
                try await database.read { try $0.query("SELECT person FROM experiment_recounts") }
                    .map { try $0.textIfPresent("person") }
            }
            try await fixture.receive(
                (10..<40).map {
                    ExperimentFixture.segment(
                        "r\($0)", person: "p\($0)", saves: 2, exposures: [("editor/1:focused", 0)],
                        begin: Self.start + Self.day)
                })
            try await fixture.store("editor", excluded: #"[{"phase": 1, "version": "9.9.9"}]"#, at: Self.start + 60_000)
            try await fixture.countAgain(people: 7, parts: 2)
            let last = try #require(try await cursor().first ?? nil)
            _ = try await PersonErasure(database, hash: insight.hash, scope: 1).erase(last)
            #expect(try await cursor() == [""])
            try await fixture.countAgain(people: 7)
            #expect(try await cursor() == [nil])
            #expect(try await fixture.findings() == [])
            #expect(try await fixture.sum("focused").x == 58)
            guard dialect == .sqlite else { return }
            _ = try await database.write {
                try $0.execute("UPDATE insight_sessions SET person = CAST('p' AS BLOB) WHERE person = 'p39'")
            }
            try await fixture.store("editor", excluded: "[]", at: Self.start + 120_000)
            try await fixture.countAgain(people: 7)
            #expect(try await cursor() == [nil])
        }
    }

    @Test(
        "Sessions that are left out don't count, whenever that is decided and undone", arguments: StoreFixture.databases
    )
    func exclusions(_ dialect: DatabaseDialect) async throws {
        var random = SeededRandom(state: 5)
        var messages: [RunSegment] = []
        for person in 0..<40 {
            for run in 0..<Int(random.next() % 4) + 1 {
                let variant = "editor/1:\(random.next() % 8 == 0 ? "classic" : "focused")"
                messages.append(
                    ExperimentFixture.segment(
                        "p\(person)-\(run)", person: "p\(person)", saves: Int(random.next() % 6) + 1,
                        exposures: random.next() % 3 == 0 ? [] : [(variant, 0)],
                        version: random.next() % 3 == 0 ? "9.9.9" : "3.4.1",
                        begin: Self.start + Int64(random.next() % 10) * Self.day))
            }
        }
        messages.shuffle(using: &random)
        let excluded = #"[{"phase": 1, "version": "9.9.9"}, {"phase": 2, "version": "3.4.1"}]"#
        func sums(excluded: String, _ messages: [RunSegment]) async throws -> [SumTable.Key: ExperimentSums] {
            var sums: [SumTable.Key: ExperimentSums] = [:]
            try await ExperimentFixture.with(dialect) { fixture in
                try await fixture.store("editor", excluded: excluded)
                try await fixture.receive(messages)
                try await fixture.countAgain()
                #expect(try await fixture.findings() == [])
                sums = try await fixture.sums()
            }
            return sums
        }
        let (all, without) = try await (sums(excluded: "[]", messages), sums(excluded: excluded, messages))
        try await ExperimentFixture.with(dialect) { fixture in
            var rest = messages[...]
            for (change, expected) in [(excluded, without), ("[]", all), (excluded, without)] {
                try await fixture.receive(Array(rest.prefix(20)))
                rest = rest.dropFirst(20)
                try await fixture.store("editor", excluded: change, at: Self.start + 60_000)
                // Messages arrive between the parts.
                while !rest.isEmpty, change == "[]" || rest.count > 20 {
                    try await fixture.countAgain(people: 7, parts: 2)
                    try await fixture.receive(Array(rest.prefix(3)))
                    rest = rest.dropFirst(3)
                }
                try await fixture.countAgain(people: 7)
                #expect(try await fixture.findings() == [])
                if rest.isEmpty { #expect(try await fixture.sums() == expected) }
            }
        }
        #expect(all != without && !without.isEmpty)
    }

    @Test("A phase has a maximum number of people, and one who was exposed 500 times counts once")
    func bound() async throws {
        try await ExperimentFixture.with(.sqlite) { fixture in
            func receive(_ names: [String], version: String) async throws {
                try await fixture.receive(
                    names.enumerated().map { index, name in
                        ExperimentFixture.segment(
                            "\(version)-\(name)-\(index)-\(names.count)", person: name, saves: 1,
                            exposures: [("editor/1:focused", 0)], version: version, begin: Self.start + Self.day)
                    })
            }
            func people() async throws -> Double { try await fixture.sum("focused", "units", subject: "").x }
            try await receive(["mara"], version: "3.4.1")
            let bounded = "UPDATE experiment_phases SET people = 10"
            _ = try await fixture.insight.database.write { try $0.execute(bounded) }
            try await receive(Array(repeating: "bot", count: 500), version: "9.9.9")
            #expect(try await people() == 2)
            try await receive((0..<100).map { "bot\($0)" }, version: "9.9.9")
            try await receive(["ines", "noah"], version: "3.4.1")
            #expect(try await people() == 10)
            #expect(try await fixture.findings() == [])
            try await fixture.store("editor", excluded: #"[{"phase": 1, "version": "9.9.9"}]"#)
            try await fixture.countAgain()
            // Those who had no room have it as soon as they send something.
            try await receive(["ines", "noah", "bot7"], version: "3.4.1")
            #expect(try await people() == 4)
            #expect(try await fixture.findings() == [])
        }
    }

    @Test("Units of phases that ended long ago are removed, and their sums remain")
    func closed() async throws {
        try await ExperimentFixture.with(.sqlite) { fixture in
            try await fixture.receive(Self.history)
            try await fixture.store("editor", state: "ended", at: ExperimentFixture.now)
            let before = try await fixture.sums()
            try await RetentionRun(
                fixture.insight.database, InsightRetention(), now: ExperimentFixture.now + 32 * Self.day
            ).run()
            #expect(try await fixture.units().isEmpty)
            #expect(try await fixture.sums() == before && !before.isEmpty)
            try await RetentionRun(
                fixture.insight.database, InsightRetention(), now: ExperimentFixture.now + 500 * Self.day
            ).run()
            #expect(try await fixture.sums().isEmpty)
        }
    }

    @Test("The facts of a session have at most 20 exposures, and bounded names after them")
    func facts() {
        var facts = SessionFacts()
        for index in 0..<30 { facts.add(exposure: "f\te\(index)/1:on", at: Int64(100 - index)) }
        #expect(facts.exposed.count == 20)
        facts.add(exposure: "f\te0/1:on", at: 5)
        facts.add(exposure: "f\te0/1:on", at: nil)
        #expect(facts.exposed["f\te0/1:on"]?.time == 5)
        for index in 0..<400 {
            let name = "App\t\(String(repeating: "x", count: 500))\(index)"
            facts.add(SessionFacts.Performs(successes: 1, microseconds: 7, timed: 1), to: name, after: "f\te0/1:on")
        }
        let performs = facts.exposed["f\te0/1:on"]?.performs ?? [:]
        #expect(performs.values.reduce(0) { $0 + $1.successes } == 400)
        #expect(performs.keys.reduce(0) { $0 + $1.utf8.count } <= SessionFacts.maximumBytes)
        #expect(SessionFacts(text: facts.text) == facts)
        // Of earlier versions.
        #expect(SessionFacts(text: "a\tA\tb\t1\t2\t3\t4\n").actions["A\tb"]?.total == 10)
    }
}
