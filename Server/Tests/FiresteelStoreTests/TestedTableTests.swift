import DatabaseTestSupport
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("The behaviour of tests", .timeLimit(.minutes(3)))
struct TestedTableTests {
    private static let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")

    private static func failures(_ errors: some Sequence<String>) -> TestedBehaviour {
        TestedBehaviour(Set(errors.map { .outcome(save, .failure($0)) }))
    }

    private static func send(
        _ behaviour: TestedBehaviour, to store: StoreFixture, replaces: Bool = false, at time: Int64 = 100
    ) async throws {
        try await store.database.write { database in
            try TestedTable(database).store(
                behaviour, program: "documents", version: "1.0", replaces: replaces, time: time)
        }
    }

    private static func stored(_ store: StoreFixture) async throws -> TestedBehaviour? {
        try await store.database.read { try TestedTable($0).behaviour(of: "documents", version: "1.0") }
    }

    @Test("Parts of the tests that are sent at once, and again, add up", arguments: StoreFixture.databases)
    func parts(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            for _ in 1...2 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for part in 0..<8 {
                        group.addTask { try await Self.send(Self.failures(["E\(part)", "Common"]), to: fixture) }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(try await Self.stored(fixture) == Self.failures((0..<8).map { "E\($0)" } + ["Common"]))
            // What changes nothing isn't newer either.
            try await Self.send(Self.failures(["Common"]), to: fixture, at: 200)
            let versions = try await fixture.database.read { try TestedTable($0).versions(of: "documents") }
            #expect(versions.map(\.received) == [100])
            try await Self.send(Self.failures(["Other"]), to: fixture, replaces: true)
            #expect(try await Self.stored(fixture) == Self.failures(["Other"]))
        }
    }

    @Test("Every kind of behaviour is stored, without what looks like a secret")
    func kinds() async throws {
        try await StoreFixture.with(.sqlite) { fixture in
            let open = RunSegment.ActionPath(feature: "App/Docu\tments", action: "open")
            let sent: Set<BehaviourFact> = [
                .outcome(Self.save, .success), .outcome(Self.save, .cancellation), .outcome(Self.save, .interruption),
                .outcome(Self.save, .failure("")), .succession(open, Self.save),
                .variant(RunSegment.Variant(flag: "layout", variant: "wide")),
                .refusal(feature: "App/Share", reason: "Ask ada@example.com"),
                .refusal(feature: "App/Share", reason: ""),
            ]
            try await Self.send(TestedBehaviour(sent).counted, to: fixture)
            let stored = try #require(try await Self.stored(fixture)).facts
            let plain = RunSegment.ActionPath(feature: "App/Docu ments", action: "open")
            let changed: Set<BehaviourFact> = [
                .succession(open, Self.save), .succession(plain, Self.save),
                .refusal(feature: "App/Share", reason: "Ask ada@example.com"),
                .refusal(feature: "App/Share", reason: "Ask hidden"),
            ]
            #expect(stored.symmetricDifference(sent) == changed)
        }
    }

    @Test("Too much together is refused, and what was sent before remains", arguments: StoreFixture.databases)
    func limit(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            let half = Self.failures((0..<TestedBehaviour.maximumFacts).map { "E\($0)" })
            try await Self.send(half, to: fixture)
            await #expect(throws: StoreError.self) { try await Self.send(Self.failures(["One more"]), to: fixture) }
            #expect(try await Self.stored(fixture) == half)
        }
    }

    @Test("A damaged row is an error until it is replaced", arguments: StoreFixture.databases)
    func damaged(_ dialect: DatabaseDialect) async throws {
        try await StoreFixture.with(dialect) { fixture in
            try await Self.send(Self.failures(["E"]), to: fixture)
            for body in ["", "{\"version\": 2}", "{\"version\": 1, \"actions\": [7]}"] {
                try await fixture.database.write { _ = try $0.execute("UPDATE tested SET body = ?", [.text(body)]) }
                await #expect(throws: StoreError.self) { try await Self.stored(fixture) }
                await #expect(throws: StoreError.self) { try await Self.send(Self.failures(["E"]), to: fixture) }
                try await Self.send(Self.failures(["E"]), to: fixture, replaces: true)
                #expect(try await Self.stored(fixture) == Self.failures(["E"]))
            }
        }
    }
}
