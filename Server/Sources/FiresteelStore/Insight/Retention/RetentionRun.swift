package import FiresteelDatabase

/// Removes what is stored for long enough, in bounded transactions that can be repeated.
package struct RetentionRun: Sendable {
    private static let batch: Int64 = 1_000
    /// The reports of one transaction, which may be large.
    private static let reportBatch: Int64 = 100
    private static let reportKey = ["scope", "run", "number"]

    private let database: any Database
    private let retention: InsightRetention
    private let now: Int64

    /// Creates a run at a time.
    package init(_ database: any Database, _ retention: InsightRetention, now: Int64) {
        self.database = database
        self.retention = retention
        self.now = now
    }

    /// The results of a run.
    package struct Outcome: Sendable {
        /// The number of damaged rows that were removed.
        package var damaged = 0
        /// The steps that failed, and why: the others were taken.
        package var failures: [(step: String, reason: String)] = []

        /// Takes a step; a failure ends it alone, unless the next ones would fail as well.
        fileprivate mutating func take(_ step: String, _ body: () async throws -> Int) async throws {
            do {
                damaged += try await body()
            } catch let error as CancellationError {
                throw error
            } catch let error as DatabaseError where error.isOutage {
                throw error
            } catch {
                failures.append((step, "\(error)"))
            }
        }
    }

    /// Removes and adds up what is due.
    ///
    /// It stops early, without harm, when `isAllowed` returns `false` between two transactions.
    @discardableResult
    package func run(isAllowed: () async throws -> Bool = { true }) async throws -> Outcome {
        var outcome = Outcome()
        for (table, piece) in pieces {
            try await outcome.take("remove what is old from \(table)") {
                while try await isAllowed(), try await database.write(piece) {}
                return 0
            }
        }
        let scopes = try await database.read { try ScopeTable($0).all().keys.sorted() }
        for scope in scopes {
            try await outcome.take("move reports to the common group of scope \(scope)") {
                for group in try await formerGroups(of: scope) {
                    while try await isAllowed(),
                        try await database.write({ try self.adoptReports(of: group, scope: scope, $0) })
                    {}
                }
                return 0
            }
            try await outcome.take("limit the bytes of reports of scope \(scope)") {
                try await boundReports(of: scope, isAllowed: isAllowed)
                return 0
            }
            try await outcome.take("limit the reports of groups of scope \(scope)") {
                try await thinGroups(of: scope, isAllowed: isAllowed)
                return 0
            }
        }
        try await outcome.take("remove what is old from experiments") {
            try await ExperimentRetention(database, now: now, before: time(daysAgo: retention.countDays))
                .run(isAllowed: isAllowed)
            return 0
        }
        let end = InsightTime.day(of: time(daysAgo: retention.hourlyDays))
        for kind in HourFolding.Kind.allCases {
            try await outcome.take("add up hours of \(kind.table)") {
                try await HourFolding(database, kind, until: end).run(isAllowed: isAllowed)
            }
        }
        for scope in scopes {
            try await outcome.take("add up days of scope \(scope)") {
                try await DailyFolding(database, from: end, now: now).run(scope: scope, isAllowed: isAllowed)
            }
        }
        // Last, since counting them takes longest.
        for scope in scopes {
            for (table, limit) in [
                (RowLimit.Table.sessions, retention.maximumSessions),
                (RowLimit.Table.messages, retention.maximumMessages),
            ] {
                try await outcome.take("limit \(table) of scope \(scope)") {
                    try await RowLimit(database, table, limit: Int64(limit), now: now).apply(
                        to: scope, isAllowed: isAllowed)
                    return 0
                }
            }
        }
        return outcome
    }

    private func time(daysAgo days: Int) -> Int64 { now - Int64(days) * InsightTime.day }

    private typealias Piece = (table: String, body: @Sendable (any DatabaseConnection) throws -> Bool)

    /// Transactions that remove rows of a table; each returns whether there may be more.
    private var pieces: [Piece] {
        func removal(_ table: String, _ key: String, _ condition: String, _ arguments: [DatabaseValue]) -> Piece {
            let keys = key.split(separator: ", ").map(String.init)
            return (
                table,
                { database in
                    let count = try Self.remove(
                        from: table, keys, "\(condition) LIMIT ?", arguments + [.int(Self.batch)], database)
                    return Int64(count) == Self.batch
                }
            )
        }
        let sessions = time(daysAgo: retention.sessionDays)
        let counts = time(daysAgo: retention.countDays)
        let settling = { @Sendable [now] (database: any DatabaseConnection) throws -> Bool in
            let keys = ["scope", "run", "session"]
            let rows = try database.query(
                "SELECT \(keys.joined(separator: ", ")) FROM insight_sessions WHERE seen < ? LIMIT ?",
                .int(sessions), .int(Self.batch))
            let values = try rows.map { row in try keys.map { try row[$0] } }
            return try UnitSettling(database, now: now).settle(values) {
                Int64(try RowBatch.delete(from: "insight_sessions", keys: keys, values, database)) == Self.batch
            }
        }
        return [
            ("insight_sessions", settling),
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

    /// Removes the rows that a query with a condition returns, and returns how many there were.
    private static func remove(
        from table: String, _ keys: [String], _ condition: String, _ arguments: [DatabaseValue],
        _ database: any DatabaseConnection
    ) throws -> Int {
        let rows = try database.query(
            "SELECT \(keys.joined(separator: ", ")) FROM \(table) WHERE \(condition)", arguments)
        return try RowBatch.delete(
            from: table, keys: keys, try rows.map { row in try keys.map { try row[$0] } }, database)
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

    // MARK: Too many reports

    /// Removes the oldest ordinary reports of a scope that has too many bytes.
    private func boundReports(of scope: Int64, isAllowed: () async throws -> Bool) async throws {
        let bytes = try await database.read { database in
            try database.query(
                "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS n FROM insight_reports WHERE scope = ?", .int(scope)
            ).first?.int64("n") ?? 0
        }
        var surplus = bytes - Int64(retention.reportBytes)
        while surplus > 0, try await isAllowed() {
            let most = surplus
            let freed = try await database.write { try self.removeReports(of: scope, bytes: most, $0) }
            guard freed > 0 else { return }
            surplus -= freed
        }
    }

    /// Removes the oldest ordinary reports that have a number of bytes together, and returns how many bytes they had.
    private func removeReports(of scope: Int64, bytes: Int64, _ database: any DatabaseConnection) throws -> Int64 {
        var freed: Int64 = 0
        var keys: [[DatabaseValue]] = []
        for row in try database.query(
            "SELECT run, number, bytes FROM insight_reports WHERE scope = ? AND \(Self.isOrdinary) ORDER BY time LIMIT ?",
            .int(scope), .int(Int64.max), .int(Int64(retention.rareReports)), .int(Self.reportBatch))
        where freed < bytes {
            keys.append(try [.int(scope), row["run"], row["number"]])
            freed += try max(1, row.int64("bytes"))
        }
        try RowBatch.delete(from: "insight_reports", keys: Self.reportKey, keys, database)
        return freed
    }

    /// Removes reports in the middle of groups that have too many.
    private func thinGroups(of scope: Int64, isAllowed: () async throws -> Bool) async throws {
        let most = Int64(retention.reportsPerGroup)
        let large = try await database.read { database in
            try database.query(
                """
                SELECT group_id, COUNT(*) AS n FROM insight_reports WHERE scope = ? AND is_pinned = 0 GROUP BY group_id
                HAVING COUNT(*) > ?
                """, .int(scope), .int(most)
            ).map { try (id: $0.text("group_id"), surplus: $0.int64("n") - most) }
        }
        for group in large {
            var surplus = group.surplus
            while surplus > 0, try await isAllowed() {
                let count = min(surplus, Self.batch)
                let removed = try await database.write { try self.thin(group.id, by: count, scope: scope, $0) }
                guard removed > 0 else { break }
                surplus -= removed
            }
        }
    }

    private func thin(
        _ group: String, by count: Int64, scope: Int64, _ database: any DatabaseConnection
    ) throws -> Int64 {
        // The earliest tenth shows how it began; what follows it is the middle.
        let removed = try Self.remove(
            from: "insight_reports", Self.reportKey,
            "scope = ? AND group_id = ? AND is_pinned = 0 ORDER BY time, run, number LIMIT ? OFFSET ?",
            [.int(scope), .text(group), .int(count), .int(Int64(retention.reportsPerGroup / 10))], database)
        return Int64(removed)
    }

    // MARK: Reports of groups that gave way

    /// Returns the groups of a scope that have reports and are no longer there, or none before there is a common group.
    private func formerGroups(of scope: Int64) async throws -> [String] {
        try await database.read { database in
            guard try GroupTable(database, scope: scope).group(GroupTable.common) != nil else { return [] }
            return try database.query(
                """
                SELECT DISTINCT group_id FROM insight_reports WHERE scope = ?
                EXCEPT SELECT id FROM insight_groups WHERE scope = ?
                """, .int(scope), .int(scope)
            ).map { try $0.text("group_id") }
        }
    }

    /// Moves reports of a group that is no longer there to the common one, and returns whether there may be more.
    private func adoptReports(of group: String, scope: Int64, _ database: any DatabaseConnection) throws -> Bool {
        let rows = try database.query(
            "SELECT run, number FROM insight_reports WHERE scope = ? AND group_id = ? LIMIT ?", .int(scope),
            .text(group), .int(Self.reportBatch))
        let keys = try rows.map { row in try [DatabaseValue.int(scope), row["run"], row["number"]] }
        try RowBatch.eachCondition(on: Self.reportKey, keys) { condition, arguments in
            try database.execute(
                "UPDATE insight_reports SET group_id = ?, is_pinned = 0 WHERE \(condition)",
                [.text(GroupTable.common)] + arguments)
        }
        return Int64(rows.count) == Self.reportBatch
    }
}
