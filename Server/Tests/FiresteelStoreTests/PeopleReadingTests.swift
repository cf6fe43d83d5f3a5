import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Synchronization
import Testing

@Suite("Reading counts of people")
struct PeopleReadingTests {
    private static let start = InsightTime.day(of: InsightFixture.now) - 60 * InsightTime.day
    private static let period = start..<start + 40 * InsightTime.day

    /// A connection that records the maximum number of rows of one result.
    private struct Recording: DatabaseConnection {
        final class Rows: Sendable {
            private let most = Mutex(0)
            var value: Int { most.withLock { $0 } }
            func record(_ count: Int) { most.withLock { $0 = max($0, count) } }
        }

        let database: any DatabaseConnection
        let rows: Rows
        var dialect: DatabaseDialect { database.dialect }

        func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
            try database.execute(sql, arguments)
        }

        func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
            let result = try database.query(sql, arguments)
            rows.record(result.count)
            return result
        }
    }

    /// Stores 2,604 sketches: of two versions, 30 variants and everyone, for 40 days and one before and after.
    private static func store(_ insight: InsightFixture) async throws {
        let hash = insight.hash
        try await insight.database.write { database in
            var people = PeopleBatch()
            for day in -1...40 {
                for version in ["", "3.4.1"] {
                    let slice = InsightSlice(
                        scope: 1, hour: start + Int64(day) * InsightTime.day, version: version)
                    let person = hash.hash("\(day) \(version)", scope: 1)
                    people.add(person, to: "all", slice)
                    for variant in 0..<30 {
                        people.add(person, to: "variants", value: "v:flag-\(variant % 3)\t\(variant)", slice)
                    }
                }
            }
            try people.write(database)
        }
    }

    @Test("Sketches of many days are united in steps", arguments: StoreFixture.databases)
    func steps(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            let rows = Recording.Rows()
            let (all, other) = try await insight.database.read { database in
                let reader = InsightReader(Recording(database: database, rows: rows), scope: 1)
                return (try reader.people(["variants"], Self.period), try reader.people(["all"], Self.period))
            }
            #expect(all.count == 30)
            #expect(all.values.allSatisfy { $0.count == 80 && !$0.isEstimate })
            #expect(other[""]?.count == 80)
            #expect((1...500).contains(rows.value))
        }
    }

    @Test("Sketches are found by version, value and beginning", arguments: StoreFixture.databases)
    func filters(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await Self.store(insight)
            try await insight.database.read { database in
                let reader = InsightReader(database, scope: 1)
                let version = try reader.people(["variants"], Self.period, version: "3.4.1")
                #expect(version.count == 30 && version.values.allSatisfy { $0.count == 40 })
                #expect(try reader.people(["all"], Self.period, version: "")[""]?.count == 40)
                let one = try reader.people(["variants"], Self.period, values: ["v:flag-1\t4", "v:unknown"])
                #expect(one.mapValues(\.count) == ["v:flag-1\t4": 80])
                #expect(try reader.people(["variants"], Self.period, values: []).isEmpty)
                let flag = try reader.people(["variants"], Self.period, prefix: "v:flag-2\t")
                #expect(Set(flag.keys) == Set(stride(from: 2, to: 30, by: 3).map { "v:flag-2\t\($0)" }))
                let hour = Self.start..<Self.start + InsightTime.hour
                #expect(try reader.people(["all", "variants"], hour)[""]?.count == 2)
                #expect(try reader.people([], hour).isEmpty)
            }
        }
    }

    @Test(
        "Uniting a stored sketch is uniting the sketch", arguments: [0, 1, 200, 256, 257, 3_000],
        [0, 1, 200, 257, 3_000])
    func stored(_ first: Int, _ second: Int) {
        let hash = PersonHash(secret: "a secret of the installation")
        func sketch(_ people: Range<Int>) -> PeopleSketch {
            people.reduce(into: PeopleSketch()) { $0.insert(hash.hash("\($1)", scope: 1)) }
        }
        // Some people are of both.
        let (one, other) = (sketch(0..<first), sketch(first / 2..<first / 2 + second))
        var expected = one
        expected.formUnion(other)
        var union = one
        let isReadable = union.formUnion(stored: other.bytes)
        #expect(isReadable)
        #expect(union == expected && union.bytes == expected.bytes)
        let isEmptyReadable = union.formUnion(stored: [])
        #expect(isEmptyReadable && union == expected)
        for damaged in [[2], [0, 1], [1, 1], [1] + Array(repeating: 55, count: 2_048)] as [[UInt8]] {
            let isDamagedReadable = union.formUnion(stored: damaged)
            #expect(!isDamagedReadable && union == expected)
        }
    }
}
