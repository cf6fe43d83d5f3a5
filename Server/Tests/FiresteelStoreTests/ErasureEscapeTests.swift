import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Erasing a person whose pseudonym is written in several ways")
struct ErasureEscapeTests {
    private static let now = InsightFixture.now

    /// Ways to write a pseudonym in JSON.
    private static func spellings(of person: String) -> [String] {
        let escaped = person.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        let first = escaped[0].uppercased().replacing("\\U", with: "\\u")
        return [person, person.replacing("/", with: "\\/"), escaped.joined(), first + person.dropFirst()]
    }

    @Test(
        "Escapes in waiting messages are found",
        arguments: StoreFixture.databases, ["k/ar%2Fl", "k_%25", "{k~l}", "0f0e0d0c0b0a0908"])
    func waiting(_ dialect: DatabaseDialect, _ person: String) async throws {
        try await InsightFixture.with(dialect) { insight in
            var messages: [InsightMessage] = []
            for (index, spelling) in Self.spellings(of: person).enumerated() {
                func written(_ json: [UInt8]) -> [UInt8] {
                    Array(String(decoding: json, as: UTF8.self).replacing("PERSON", with: spelling).utf8)
                }
                var segment = InsightFixture.segment("server-\(index)")
                segment.people.append(RunSegment.Person(session: 1, pseudonym: "PERSON"))
                segment.people.append(RunSegment.Person(session: 2, pseudonym: "PERSON-2"))
                messages += [
                    InsightFixture.message(.segment, segment.run, 1, written(segment.json)),
                    InsightFixture.message(
                        .report, segment.run, 1, written(InsightFixture.crash(segment.run, person: "PERSON").json)),
                    InsightFixture.message(
                        .report, segment.run, 2,
                        written(InsightFixture.crash(segment.run, 2, person: "PERSON-2").json)),
                ]
            }
            try await insight.store(messages)
            let record = try await PersonErasure(insight.database, hash: insight.hash, scope: 1).erase(person)
            #expect(record.messages == 8)
            while try await insight.rollUp.run(now: Self.now) > 0 {}
            #expect(insight.rollUp.takeTally() == RollUpTally())
            let found = try await insight.database.read { database in
                try ["insight_sessions", "insight_reports"].map { table in
                    try database.query("SELECT DISTINCT person FROM \(table) ORDER BY person").map {
                        try $0.text("person")
                    }
                }
            }
            #expect(found == [["", "\(person)-2"], ["\(person)-2"]])
            #expect(try await insight.counts()["sessions||"] == 8)
        }
    }

    @Test("A pseudonym isn't a pattern, and its escapes are literal", arguments: StoreFixture.databases)
    func rows(_ dialect: DatabaseDialect) async throws {
        let people = ["p%", "p1", "p_", "p%25", "p\\u0025", "P%"]
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: people.enumerated().map { InsightFixture.segment("r\($0)", person: $1) },
                reports: people.enumerated().map { InsightFixture.crash("r\($0)", person: $1) })
            let erasure = PersonErasure(insight.database, hash: insight.hash, scope: 1)
            for (count, person) in people.enumerated() {
                let found = try await erasure.find(person)
                #expect(found.sessions == 1 && found.reports == 1)
                let erased = try await erasure.erase(person)
                #expect(erased.sessions == 1 && erased.reports == 1 && erased.sketches > 0)
                let left = try await insight.database.read {
                    try $0.query("SELECT person FROM insight_sessions ORDER BY run").map { try $0.text("person") }
                }
                #expect(left == Array(people[(count + 1)...]))
            }
        }
    }

    @Test("Erasing many sessions and reports takes several transactions", arguments: StoreFixture.databases)
    func many(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: (0..<1_100).map { InsightFixture.segment("r\($0)", person: $0 % 2 == 0 ? "mara" : "ines") })
            let record = try await PersonErasure(insight.database, hash: insight.hash, scope: 1).erase("mara")
            #expect(record.sessions == 550 && record.reports == 0)
            let left = try await insight.database.read {
                try $0.query("SELECT COUNT(*) AS n FROM insight_sessions").first?.int("n")
            }
            #expect(left == 550)
        }
    }
}
