import Crypto
import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import Synchronization

@testable import FiresteelServer

/// Messages of programs in a database, from which answers are read without a server.
struct AnswerFixture: Sendable {
    static let databases: [DatabaseDialect] = [.sqlite, .postgres]
    /// 12 November 2026, 10:30 UTC.
    static let now: Int64 = 1_794_479_400_000
    static let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")
    private static let scope = InsightScope(program: "documents", environment: "development")

    let database: any Database
    private let rollUp: RollUp

    static func with(_ dialect: DatabaseDialect, _ body: (AnswerFixture) async throws -> Void) async throws {
        try await withDatabase(dialect) { database in
            try await database.migrate(to: .server())
            _ = try await database.write { try ProgramTable($0).create("documents", name: "Documents", time: 1) }
            let rollUp = RollUp(database, hash: PersonHash(secret: "a secret of the installation"))
            try await body(AnswerFixture(database: database, rollUp: rollUp))
        }
    }

    private init(database: any Database, rollUp: RollUp) {
        self.database = database
        self.rollUp = rollUp
    }

    /// Stores segments and reports that arrive at a time, and rolls them up.
    func receive(segments: [RunSegment] = [], reports: [InsightReport] = [], at time: Int64 = now) async throws {
        let messages =
            segments.map { Self.message(.segment, $0.run, $0.number, $0.json) }
            + reports.map { Self.message(.report, $0.run, $0.number, $0.json) }
        let hash = PersonHash(secret: "a secret of the installation")
        _ = try await database.write { try InboxTable($0).store(messages, hash: hash, now: time) }
        while try await rollUp.run(now: time) > 0 {}
    }

    private static func message(
        _ kind: InsightMessage.Kind, _ run: String, _ number: Int, _ body: [UInt8]
    ) -> InsightMessage {
        InsightMessage(
            scope: scope, run: run, kind: kind, number: Int64(number), digest: Array(SHA256.hash(data: body)),
            body: body)
    }

    // MARK: Answers

    /// Reads with the number of the scope, and records the queries.
    func read<Value: Sendable>(
        _ record: QueryRecord = QueryRecord(),
        _ body: @escaping @Sendable (any DatabaseConnection, Int64) throws -> Value
    ) async throws -> Value {
        try await database.read { database in
            let scope = try ScopeTable(database).number(of: Self.scope) ?? -1
            return try body(RecordingConnection(database: database, record: record), scope)
        }
    }

    /// Returns the list of groups.
    func list(
        _ filter: GroupFilter = GroupFilter(), suspects: SuspectCache = SuspectCache(), at time: Int64 = now,
        _ record: QueryRecord = QueryRecord()
    ) async throws -> JSONValue {
        try await read(record) { database, scope in
            try GroupList(database, scope: scope, now: time).json(filter, own: "", suspects: suspects)
        }
    }

    func overview(at time: Int64 = now) async throws -> JSONValue {
        try await read { database, scope in
            try InsightOverview(database, scope: scope, suspects: SuspectCache(), now: time).json()
        }
    }

    /// Returns the suspects of the group with most reports.
    func suspects(at time: Int64 = now) async throws -> JSONValue {
        try await read { database, scope in
            let forms = try GroupList(database, scope: scope, now: time).forms()
            guard let form = forms.max(by: { $0.reports < $1.reports }) else { return .null }
            return try Suspects(
                database, scope: scope, form, hours: 168, now: time, program: Self.scope.program,
                environment: Self.scope.environment
            ).json()
        }
    }

    // MARK: Messages

    /// Returns the segment of a run in which a person performed an action, which may have crashed.
    static func segment(
        _ run: String, person: String, variants: [String: String] = [:], crashes: Bool = false,
        action: RunSegment.ActionPath = save, version: String = "3.4.1", at time: Int64 = now
    ) -> RunSegment {
        var one = RunSegment.Person(pseudonym: person)
        var count = RunSegment.ActionCount(action)
        count.successes = 1
        count.interruptions = crashes ? 1 : 0
        one.actions = [count]
        one.exposures = variants.sorted { $0.key < $1.key }.map {
            RunSegment.Exposure(flag: $0.key, variant: $0.value, first: 0)
        }
        return RunSegment(
            run: run, number: 1, program: RunSegment.Program(name: "Documents", version: version), system: "iOS 26.1",
            device: "phone", started: time - 60_000, from: 0, until: 50_000,
            end: RunSegment.End(crashes ? .signal : .orderly), people: [one])
    }

    /// Returns the report of a crash during an action.
    static func crash(
        _ run: String, person: String? = nil, action: RunSegment.ActionPath = save, version: String = "3.4.1",
        at time: Int64 = now
    ) -> InsightReport {
        var report = InsightReport(
            run: run, number: 1, time: time - 10_000, kind: .crash,
            program: RunSegment.Program(name: "Documents", version: version), system: "iOS 26.1",
            end: RunSegment.End(.signal))
        report.person = person
        report.action = action
        report.names = InsightReport.Names(feature: "Document Management", action: "Action \(action.action)")
        report.state = .inFlight
        return report
    }
}

/// The queries of a transaction, with what they returned.
final class QueryRecord: Sendable {
    struct Query: Sendable {
        let sql: String
        let arguments: [DatabaseValue]
        let rows: [DatabaseRow]
    }

    private let queries = Mutex<[Query]>([])

    /// All queries, in order.
    var all: [Query] { queries.withLock { $0 } }

    func add(_ query: Query) { queries.withLock { $0.append(query) } }

    /// The number of groups whose affected sessions were read.
    var comparedGroups: Int {
        all.count { query in
            guard query.sql.contains("insight_counts"), query.arguments.count > 2,
                query.arguments[1] == .text("sessions"), case .text(let subject) = query.arguments[2]
            else { return false }
            return subject.hasPrefix("g:")
        }
    }
}

/// A connection that records its queries.
struct RecordingConnection: DatabaseConnection {
    let database: any DatabaseConnection
    let record: QueryRecord

    var dialect: DatabaseDialect { database.dialect }

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int { try database.execute(sql, arguments) }

    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
        let rows = try database.query(sql, arguments)
        record.add(QueryRecord.Query(sql: sql, arguments: arguments, rows: rows))
        return rows
    }
}
