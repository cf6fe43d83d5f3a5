import Crypto
import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Limits of what programs send", .timeLimit(.minutes(3)))
struct IngestLimitTests {
    private static let now: Int64 = 1_794_479_400_000
    private static let hash = PersonHash(secret: "a secret of the installation")

    private static func scope(_ index: Int) -> InsightScope {
        InsightScope(program: "documents", environment: "e\(index)")
    }

    private static func message(_ run: String, _ scope: InsightScope) -> InsightMessage {
        let body = Array("{}".utf8)
        return InsightMessage(
            scope: scope, run: run, kind: .segment, number: 1, digest: Array(SHA256.hash(data: body)), body: body)
    }

    @Test("Messages of invalid runs have one limit together")
    func invalid() throws {
        let rates = IngestRates(clock: ServerClock { Self.now })
        for _ in 0..<Int(IngestRates.run.burst) { try rates.admit(environment: "e", run: nil) }
        #expect(throws: HTTPProblem.self) { try rates.admit(environment: "e", run: nil) }
        try rates.admit(environment: "e", run: "r1")
        try rates.admit(environment: "other", run: nil)
    }

    @Test("Items of a batch with invalid runs share a limit, however they are called")
    func batch() async throws {
        try await ServerFixture.with { fixture in
            let token = try await fixture.token(.ingest)
            var statuses: [Int: Int] = [:]
            for request in 0..<6 {
                let items = (0..<100).map { index -> JSONValue in
                    [
                        "run": .string("no run \(request) \(index)"), "kind": "segment", "number": 1, "sha256": "",
                        "body": "{}",
                    ]
                }
                let answer = try await fixture.send(
                    .post, "/ingest/v1/batch", token: token, body: ["items": .array(items)])
                for result in answer.json["results"]?.arrayValue ?? [] {
                    statuses[result["status"]?.intValue ?? 0, default: 0] += 1
                }
            }
            #expect(statuses == [400: 500, 429: 100])
        }
    }

    @Test("Beyond the number of runs, unknown ones are refused, and the limits of others remain")
    func runs() throws {
        let clock = Shared(Self.now)
        let rates = IngestRates(clock: ServerClock { clock.value }, runLimit: 3)
        func send(_ run: String, _ count: Int = 1) throws {
            for _ in 0..<count { try rates.admit(environment: "e", run: run) }
        }
        try send("a", Int(IngestRates.run.burst))
        try send("b", 10)
        try send("c", 10)
        #expect(throws: HTTPProblem.self) { try send("d") }
        try send("b")
        // Their buckets are full again after some seconds.
        clock.change { $0 += 2_000 }
        #expect(throws: HTTPProblem.self) { try send("d") }
        clock.change { $0 += 4_000 }
        try send("d")
        try send("a", 12)
        #expect(throws: HTTPProblem.self) { try send("a") }
    }

    @Test("An environment whose waiting messages have too many bytes is refused, and others aren't")
    func bytes() async throws {
        try await ServerFixture.with { fixture in
            let writer = IngestWriter(fixture.database, hash: Self.hash, clock: ServerClock { Self.now })
            let half = InboxTable.Backlog(messages: 1, bytes: IngestWriter.maximumBacklogBytes / 2)
            writer.set(backlog: [Self.scope(0): half])
            #expect(writer.load == 1 && writer.load(of: Self.scope(0)) == 1)
            let error = await #expect(throws: HTTPProblem.self) {
                try await writer.store([Self.message("r1", Self.scope(0))], of: Self.scope(0))
            }
            #expect(error?.status == .serviceUnavailable)
            let stored = try await writer.store([Self.message("r1", Self.scope(1))], of: Self.scope(1))
            #expect(stored.map(\.outcome) == [.stored])
            writer.set(backlog: [:])
            let later = try await writer.store([Self.message("r1", Self.scope(0))], of: Self.scope(0))
            #expect(later.map(\.outcome) == [.stored])
        }
    }

    @Test("A message that the database rejects doesn't refuse those of others")
    func rejected() async throws {
        try await ServerFixture.with { fixture in
            let isOpen = Shared(false)
            let database = ObservedDatabase(
                fixture.database, beforeWrite: { try await eventually { isOpen.value } },
                observe: { statement in
                    guard statement.sql.hasPrefix("INSERT INTO insight_messages") else { return }
                    guard !statement.arguments.contains(.text("bad")) else {
                        throw DatabaseError.statement(message: "the row is rejected")
                    }
                })
            let writer = IngestWriter(database, hash: Self.hash, clock: ServerClock { Self.now })
            var calls: [Task<[InsightReceipt], any Error>] = []
            // The first one begins a transaction; the others share the next.
            for (index, run) in ["first", "good", "bad", "other"].enumerated() {
                let scope = Self.scope(index)
                calls.append(Task { try await writer.store([Self.message(run, scope)], of: scope) })
                try await eventually { writer.load(of: scope) > 0 }
            }
            isOpen.change { $0 = true }
            for (index, call) in calls.enumerated() {
                if index == 2 {
                    await #expect(throws: DatabaseError.self) { try await call.value }
                } else {
                    #expect(try await call.value.map(\.outcome) == [.stored])
                }
            }
            #expect(writer.load(of: Self.scope(2)) == 0)
        }
    }
}
