import Crypto
import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelInsight
import FiresteelStore
import FiresteelTimeline

/// A database that receives messages of programs, and rolls them up.
struct InsightFixture: Sendable {
    /// 12 November 2026, 10:30 UTC.
    static let now: Int64 = 1_794_479_400_000
    static let scope = InsightScope(program: "documents", environment: "production")

    let database: any Database
    let hash = PersonHash(secret: "a secret of the installation")
    let rollUp: RollUp

    static func with(_ dialect: DatabaseDialect, _ body: (InsightFixture) async throws -> Void) async throws {
        try await StoreFixture.with(dialect) { store in
            let hash = PersonHash(secret: "a secret of the installation")
            try await body(InsightFixture(database: store.database, rollUp: RollUp(store.database, hash: hash)))
        }
    }

    private init(database: any Database, rollUp: RollUp) {
        self.database = database
        self.rollUp = rollUp
    }

    static func message(
        _ kind: InsightMessage.Kind, _ run: String, _ number: Int, _ body: [UInt8], scope: InsightScope = scope,
        correction: Int64? = nil
    ) -> InsightMessage {
        InsightMessage(
            scope: scope, run: run, kind: kind, number: Int64(number), digest: Array(SHA256.hash(data: body)),
            body: body, correction: correction)
    }

    @discardableResult
    func store(_ messages: [InsightMessage], now: Int64 = now) async throws -> [InsightReceipt] {
        let hash = hash
        return try await database.write { try InboxTable($0).store(messages, hash: hash, now: now) }
    }

    /// Stores segments and reports, and rolls them up.
    func receive(segments: [RunSegment] = [], reports: [InsightReport] = [], now: Int64 = now) async throws {
        try await store(
            segments.map { Self.message(.segment, $0.run, $0.number, $0.json) }
                + reports.map { Self.message(.report, $0.run, $0.number, $0.json) }, now: now)
        while try await rollUp.run(now: now) > 0 {}
    }

    /// Returns the counts of everything, by measure, subject and value.
    func counts() async throws -> [String: Int64] {
        try await database.read { database in
            var counts: [String: Int64] = [:]
            for row in try database.query("SELECT measure, subject, value, count FROM insight_counts") {
                let key = try [row.text("measure"), row.text("subject"), row.text("value")].joined(separator: "|")
                    .replacing("\t", with: ">")
                counts[key, default: 0] += try Int64(row.int("count"))
            }
            return counts
        }
    }

    /// Returns the groups, those with most reports first.
    func groups() async throws -> [ReportGroup] {
        try await database.read { database in
            guard let scope = try ScopeTable(database).number(of: Self.scope) else { return [] }
            return try GroupTable(database, scope: scope).all().sorted { $0.reports > $1.reports }
        }
    }

    /// Carries out an operation on a group.
    @discardableResult
    func carryOut(_ operation: GroupOperation, on group: String, now: Int64 = now) async throws -> String {
        try await database.write { database in
            let scope = try ScopeTable(database).numberCreating(Self.scope)
            return try GroupEditing(database, scope: scope, actor: "mara", actorName: "Mara Lindt", now: now)
                .carryOut(operation, on: group)
        }
    }

    func history(of group: String) async throws -> [GroupEvent] {
        try await database.read { database in
            let scope = try ScopeTable(database).number(of: Self.scope) ?? 0
            return try GroupTable(database, scope: scope).history(of: group).map(\.event)
        }
    }

    // MARK: Messages

    static let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")
    static let open = RunSegment.ActionPath(feature: "App/Documents", action: "open")

    /// Returns the segment of a run in which a person saved documents.
    static func segment(
        _ run: String, _ number: Int = 1, person: String = "", saves: Int = 1, failures: [String: Int] = [:],
        variants: [String: String] = [:], version: String = "3.4.1", end: RunSegment.End? = nil,
        started: Int64 = now - 60_000, durations: [Int: Int]? = nil
    ) -> RunSegment {
        var one = RunSegment.Person(pseudonym: person)
        var count = RunSegment.ActionCount(save)
        count.successes = saves
        count.failures = failures
        if end?.kind == .signal { count.interruptions = 1 }
        if saves > 0 { count.durations = DurationHistogram(counts: durations ?? [40: saves]) ?? DurationHistogram() }
        if saves > 0 || !failures.isEmpty || count.interruptions > 0 { one.actions = [count] }
        one.exposures = variants.sorted { $0.key < $1.key }.map {
            RunSegment.Exposure(flag: $0.key, variant: $0.value, first: 0)
        }
        one.successions = [RunSegment.Succession(from: open, to: save, count: 1)]
        return RunSegment(
            run: run, number: number, program: RunSegment.Program(name: "Documents", version: version, build: "512"),
            system: "iOS 26.1", device: "phone", started: started, from: 0, until: 50_000, end: end, people: [one])
    }

    /// Returns the report of a crash while a document was saved.
    static func crash(
        _ run: String, _ number: Int = 1, person: String? = nil, version: String = "3.4.1", system: String = "iOS 26.1",
        message: String = "Bad file descriptor", time: Int64 = now - 10_000
    ) -> InsightReport {
        var report = InsightReport(
            run: run, number: number, time: time, kind: .crash,
            program: RunSegment.Program(name: "Documents", version: version), system: system,
            end: RunSegment.End(.signal, signal: "SIGABRT"))
        report.person = person
        report.action = save
        report.names = InsightReport.Names(feature: "Document Management", action: "Save Document")
        report.state = .inFlight
        report.fatal = InsightReport.Fatal(message: message, file: "DocumentStore.swift", line: 118)
        report.steps = [
            InsightReport.Step(action: open, outcome: .success, time: time - 2_000, duration: 31),
            InsightReport.Step(action: save, outcome: .inFlight, time: time - 38, duration: 38),
        ]
        return report
    }

    /// Returns the report of a failed save.
    static func failure(
        _ run: String, _ number: Int = 1, type: String = "StorageError", enumCase: String? = "diskFull",
        message: String = "diskFull"
    ) -> InsightReport {
        var report = InsightReport(
            run: run, number: number, time: now - 10_000, kind: .failure,
            program: RunSegment.Program(name: "Documents", version: "3.4.1"), system: "iOS 26.1")
        report.action = save
        report.names = InsightReport.Names(feature: "Document Management", action: "Save Document")
        report.state = .failed
        report.failure = InsightReport.Failure(type: type, enumCase: enumCase, message: message)
        return report
    }
}
