package import FiresteelDatabase

/// How long what programs send is stored.
public struct InsightRetention: Sendable, Hashable {
    /// The days for which sessions are stored.
    public var sessionDays = 30
    /// The days for which reports are stored; the first and last of each group, those of rare groups, and pinned ones are
    /// stored as long as counts.
    public var reportDays = 90
    /// The days for which counts are stored.
    public var countDays = 396
    /// The days after which the counts of a day's hours are added up.
    public var hourlyDays = 14
    /// The bytes that reports of one environment may have; beyond them, the oldest that aren't kept are removed.
    public var reportBytes = 2 << 30
    /// The number of reports that one group may have; beyond it, those in the middle are removed.
    public var reportsPerGroup = 5_000
    /// A group with at most this many reports is rare.
    public var rareReports = 5

    /// Creates the default retention.
    public init() {}
}

/// Removes what is stored for long enough, in bounded transactions that can be repeated.
package struct RetentionRun: Sendable {
    private static let batch: Int64 = 1_000

    private let database: any Database
    private let retention: InsightRetention
    private let now: Int64

    /// Creates a run at a time.
    package init(_ database: any Database, _ retention: InsightRetention, now: Int64) {
        self.database = database
        self.retention = retention
        self.now = now
    }

    /// Removes and adds up what is due.
    ///
    /// It stops early, without harm, when `isAllowed` returns `false` between two transactions.
    package func run(isAllowed: () async throws -> Bool = { true }) async throws {
        for piece in pieces {
            while try await isAllowed(), try await database.write(piece) {}
        }
        for scope in try await database.read({ try ScopeTable($0).all().keys.sorted() }) {
            while try await isAllowed(), try await database.write({ try self.boundReports(of: scope, $0) }) {}
            while try await isAllowed(), try await database.write({ try self.thinGroups(of: scope, $0) }) {}
        }
        while try await isAllowed(), try await foldCounts() {}
        while try await isAllowed(), try await foldPeople() {}
    }

    private func time(daysAgo days: Int) -> Int64 { now - Int64(days) * InsightTime.day }

    /// Transactions that remove rows; each returns whether there may be more.
    private var pieces: [@Sendable (any DatabaseConnection) throws -> Bool] {
        func removal(_ table: String, _ key: String, _ condition: String, _ arguments: [DatabaseValue])
            -> @Sendable (any DatabaseConnection) throws -> Bool
        {
            { database in
                let count = try database.execute(
                    "DELETE FROM \(table) WHERE (\(key)) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT ?)",
                    arguments + [.int(Self.batch)])
                return Int64(count) == Self.batch
            }
        }
        let sessions = time(daysAgo: retention.sessionDays)
        let counts = time(daysAgo: retention.countDays)
        return [
            removal("insight_sessions", "scope, run, session", "seen < ?", [.int(sessions)]),
            // Longer than reports, so that none is stored a second time.
            removal(
                "insight_messages", "scope, run, kind, number", "received < ?",
                [.int(min(sessions, time(daysAgo: retention.reportDays)))]),
            removal(
                "insight_counts", "scope, measure, subject, hour, version, value", "hour < ?", [.int(counts)]),
            removal("insight_people", "scope, subject, hour, version, value", "hour < ?", [.int(counts)]),
            removal("insight_names", "scope, kind, name", "seen < ?", [.int(sessions)]),
            removal("insight_groups", "scope, id", Self.isForgotten, [.int(counts), .int(counts)]),
            removal(
                "insight_fingerprints", "scope, fingerprint, detail", Self.hasNoGroup("insight_fingerprints"), []),
            removal(
                "insight_group_facets", "scope, group_id, kind, value", Self.hasNoGroup("insight_group_facets"), []),
            removal(
                "insight_group_history", "scope, group_id, number", Self.hasNoGroup("insight_group_history"), []),
            removal("insight_reports", "scope, run, number", "time < ?", [.int(counts)]),
            removal(
                "insight_reports", "scope, run, number", Self.isOrdinary,
                [.int(time(daysAgo: retention.reportDays)), .int(Int64(retention.rareReports))]),
        ]
    }

    /// Groups without a report since a time, whose parts have none either, and parts of such groups.
    private static let isForgotten = """
        last < ? AND NOT EXISTS (SELECT 1 FROM insight_groups p
            WHERE p.scope = insight_groups.scope AND p.merged_into = insight_groups.id AND p.last >= ?)
        AND NOT EXISTS (SELECT 1 FROM insight_groups r
            WHERE r.scope = insight_groups.scope AND r.id = insight_groups.merged_into)
        """

    private static func hasNoGroup(_ table: String) -> String {
        """
        NOT EXISTS (SELECT 1 FROM insight_groups g WHERE g.scope = \(table).scope AND g.id = \(table).group_id)
        """
    }

    /// Reports before a time that are neither pinned, nor the last of their group, nor of a rare group.
    private static let isOrdinary = """
        time < ? AND is_pinned = 0 AND EXISTS (SELECT 1 FROM insight_groups g
            WHERE g.scope = insight_reports.scope AND g.id = insight_reports.group_id
                AND g.reports > ? AND g.last > insight_reports.time)
        """

    /// Removes the oldest ordinary reports of a scope that has too many bytes, and returns whether there may be more.
    private func boundReports(of scope: Int64, _ database: any DatabaseConnection) throws -> Bool {
        let bytes =
            try database.query(
                "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS n FROM insight_reports WHERE scope = ?", .int(scope)
            ).first?.int64("n") ?? 0
        guard bytes > Int64(retention.reportBytes) else { return false }
        let removed = try database.execute(
            """
            DELETE FROM insight_reports WHERE (scope, run, number) IN
                (SELECT scope, run, number FROM insight_reports WHERE scope = ? AND \(Self.isOrdinary) ORDER BY time LIMIT ?)
            """, .int(scope), .int(Int64.max), .int(Int64(retention.rareReports)), .int(100))
        return removed > 0
    }

    /// Removes reports in the middle of a group that has too many, and returns whether there may be more.
    private func thinGroups(of scope: Int64, _ database: any DatabaseConnection) throws -> Bool {
        let row = try database.query(
            """
            SELECT group_id, COUNT(*) AS n FROM insight_reports WHERE scope = ? AND is_pinned = 0 GROUP BY group_id
            HAVING COUNT(*) > ? LIMIT 1
            """, .int(scope), .int(Int64(retention.reportsPerGroup))
        ).first
        guard let row else { return false }
        let surplus = try row.int64("n") - Int64(retention.reportsPerGroup)
        // The earliest tenth shows how it began; what follows it is the middle.
        let removed = try database.execute(
            """
            DELETE FROM insight_reports WHERE (scope, run, number) IN
                (SELECT scope, run, number FROM insight_reports WHERE scope = ? AND group_id = ? AND is_pinned = 0
                ORDER BY time, run, number LIMIT ? OFFSET ?)
            """, .int(scope), .text(try row.text("group_id")), .int(min(surplus, Self.batch)),
            .int(Int64(retention.reportsPerGroup / 10)))
        return removed > 0
    }

    // MARK: Adding up hours

    /// Returns the first hour that belongs to an earlier day's first one, or `nil` if there is none.
    private func hour(in table: String) async throws -> Int64? {
        let before = InsightTime.day(of: time(daysAgo: retention.hourlyDays))
        return try await database.read { database in
            try database.query(
                "SELECT MIN(hour) AS hour FROM \(table) WHERE hour < ? AND hour % \(InsightTime.day) <> 0", .int(before)
            ).first?.int64IfPresent("hour")
        }
    }

    private func foldCounts() async throws -> Bool {
        guard let hour = try await hour(in: "insight_counts") else { return false }
        return try await database.write { database in
            let rows = try database.query(
                """
                SELECT scope, measure, subject, hour, version, value, count FROM insight_counts WHERE hour = ?
                ORDER BY scope, measure, subject, version, value LIMIT ?
                """, .int(hour), .int(Self.batch))
            var counts = CountBatch()
            for row in rows {
                guard let measure = InsightMeasure(rawValue: try row.text("measure")) else { continue }
                let place = try InsightPlace(
                    scope: row.int64("scope"), hour: InsightTime.day(of: hour), version: row.text("version"))
                counts.add(
                    try row.int64("count"), measure, of: try row.text("subject"), value: try row.text("value"), place)
            }
            try Self.remove(
                rows, from: "insight_counts", keys: ["scope", "measure", "subject", "hour", "version", "value"],
                database)
            try counts.write(database)
            return !rows.isEmpty
        }
    }

    private func foldPeople() async throws -> Bool {
        guard let hour = try await hour(in: "insight_people") else { return false }
        return try await database.write { database in
            let rows = try database.query(
                """
                SELECT scope, subject, hour, version, value, sketch FROM insight_people WHERE hour = ?
                ORDER BY scope, subject, version, value LIMIT ?
                """, .int(hour), .int(Self.batch))
            var people = PeopleBatch()
            for row in rows {
                guard let sketch = PeopleSketch(try row.blob("sketch")) else {
                    throw StoreError.damaged("A count of people is damaged.")
                }
                let place = try InsightPlace(
                    scope: row.int64("scope"), hour: InsightTime.day(of: hour), version: row.text("version"))
                people.add(sketch, to: try row.text("subject"), value: try row.text("value"), place)
            }
            try Self.remove(
                rows, from: "insight_people", keys: ["scope", "subject", "hour", "version", "value"], database)
            try people.write(database)
            return !rows.isEmpty
        }
    }

    private static func remove(
        _ rows: [DatabaseRow], from table: String, keys: [String], _ database: any DatabaseConnection
    ) throws {
        try RowBatch.each(rows.map { row in try keys.map { try row[$0] } }) { places, arguments in
            try database.execute(
                "DELETE FROM \(table) WHERE (\(keys.joined(separator: ", "))) IN (VALUES \(places))", arguments)
        }
    }
}
