import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Reading damaged insight")
struct DamagedReadingTests {
    private static let now = InsightFixture.now
    private static let period = InsightReader.period(hours: 24, now: now)

    @Test("A damaged count of people is left out, and counted once", arguments: StoreFixture.databases)
    func people(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(segments: [
                InsightFixture.segment("r1", person: "p1", variants: ["fast-save": "on", "large-save": "off"])
            ])
            try await insight.database.write { database in
                _ = try database.execute(
                    "UPDATE insight_people SET sketch = ? WHERE subject = 'variants' AND value LIKE 'v:fast-save%'",
                    .blob([9]))
            }
            let damaged = DamagedRows()
            for expected in [1, 0] {
                let (variants, all) = try await insight.database.read { database in
                    let reader = InsightReader(database, scope: 1, damaged: damaged)
                    return (try reader.people(["variants"], Self.period), try reader.people(["all"], Self.period))
                }
                #expect(variants.mapValues(\.count) == ["v:large-save\toff": 1])
                #expect(all[""]?.count == 1)
                #expect(damaged.takeCount() == expected)
            }
        }
    }

    @Test("A sum with damaged counts doesn't overflow", arguments: StoreFixture.databases)
    func sums(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(segments: [InsightFixture.segment("r1", saves: 3)])
            let subjects = ["", "a:App/Documents\tsave"]
            func total() async throws -> [Int64] {
                try await insight.database.read { database in
                    let reader = InsightReader(database, scope: 1, damaged: DamagedRows())
                    return [
                        try reader.series(.sessions, of: subjects, Self.period).values.reduce(0, +),
                        try reader.counts(.sessions, of: subjects, Self.period).filter { $0.value.isEmpty }
                            .reduce(0) { $0 + $1.count },
                        try reader.seriesByValue(.sessions, Self.period)[""]?.values.reduce(0, +) ?? -1,
                    ]
                }
            }
            #expect(try await total() == [2, 2, 1])
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_counts SET count = ?", .int(.max))
            }
            #expect(try await total() == [0, 0, 0])
            try await insight.database.write { database in
                _ = try database.execute("UPDATE insight_counts SET count = 1 WHERE subject = ''")
            }
            #expect(try await total() == [1, 1, 1])
        }
    }

    // PostgreSQL stores no value of another type.
    @Test("Damaged names, history and reports are left out, or are empty in part")
    func rows() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await insight.receive(reports: [InsightFixture.crash("r1"), InsightFixture.crash("r2")])
            let id = try #require(try await insight.groups().first).id
            try await insight.carryOut(.resolve(in: "4.0"), on: id)
            try await insight.database.write { database in
                for change in [
                    "insight_names SET first = 'x' WHERE kind = 'version'",
                    "insight_group_history SET details = '{' WHERE event = 'new'",
                    "insight_group_history SET time = 'x' WHERE event = 'resolved'",
                    "insight_reports SET build = x'00', steps = x'00' WHERE run = 'r1'",
                ] { _ = try database.execute("UPDATE \(change)") }
            }
            try await insight.database.read { database in
                let damaged = DamagedRows()
                #expect(try InsightReader(database, scope: 1, damaged: damaged).versions().isEmpty)
                #expect(damaged.takeCount() == 1)
                let history = try GroupTable(database, scope: 1).history(of: id)
                #expect(history.map(\.event.kind) == [.new] && history.first?.event.details.isEmpty == true)
                let heads = try ReportTable(database, scope: 1).page(of: [id], before: .end, limit: 10).heads
                #expect(heads.map(\.run).sorted() == ["r1", "r2"])
                #expect(heads.filter { $0.steps.isEmpty }.map(\.run) == ["r1"])
            }
        }
    }

    @Test("A damaged digest refuses one message, and no others")
    func digest() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            let messages = ["r1", "r2"].map {
                InsightFixture.message(.segment, $0, 1, InsightFixture.segment($0).json)
            }
            try await insight.store([messages[0]])
            try await insight.database.write { _ = try $0.execute("UPDATE insight_messages SET digest = 7") }
            #expect(try await insight.store(messages).map(\.outcome) == [.other, .stored])
        }
    }

    @Test("A damaged lease has ended")
    func lease() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            func acquire(_ node: String) async throws -> Bool {
                try await insight.database.write {
                    try LeaseTable($0).acquire("work", for: node, now: 10_000, duration: 1_000)
                }
            }
            for damage in ["until = 'x'", "node = x'00'"] {
                #expect(try await acquire("a"))
                #expect(try await !acquire("b"))
                try await insight.database.write { _ = try $0.execute("UPDATE insight_leases SET \(damage)") }
                #expect(try await acquire("b"))
                #expect(try await !acquire("a"))
                try await insight.database.write { try LeaseTable($0).release("work", of: "b") }
            }
        }
    }

    @Test("Damaged registers have a count", arguments: [UInt8(53), 54])
    func registers(_ register: UInt8) throws {
        let sketch = try #require(PeopleSketch([1] + Array(repeating: register, count: 2_048)))
        #expect(sketch.isEstimate && sketch.count == 1 << 40)
    }
}
