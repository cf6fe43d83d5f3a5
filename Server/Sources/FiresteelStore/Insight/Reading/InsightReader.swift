package import FiresteelDatabase

/// Reads roll-ups of a scope within a transaction: the cost grows with names and hours, not with runs.
///
/// Damaged rows are left out, because answers with the rest are better than none for as long as counts are stored.
package struct InsightReader {
    /// Hours are read one by one up to this many; longer periods are days in UTC, as the counts of past days are.
    package static let hourlyLimit: Int64 = 48

    /// The sum of counts, without those that are damaged: a sum of greater ones may overflow.
    package static let total = """
        CAST(SUM(CASE WHEN count BETWEEN -\(1 << 45) AND \(1 << 45) THEN count ELSE 0 END) AS BIGINT) AS total
        """

    let database: any DatabaseConnection
    let damaged: DamagedRows
    /// The number of the scope.
    package let scope: Int64

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - database: The transaction.
    ///   - scope: The number of the scope.
    ///   - damaged: Where damaged rows are added.
    package init(_ database: any DatabaseConnection, scope: Int64, damaged: DamagedRows = .shared) {
        self.database = database
        self.damaged = damaged
        self.scope = scope
    }

    /// Returns the period of some hours until now: of more than ``hourlyLimit`` the days in UTC that they are, today included.
    ///
    /// 168 hours are today and the six days before, so that seven days are seven bars.
    package static func period(hours: Int64, now: Int64) -> Range<Int64> {
        let end = InsightTime.hour(of: now) + InsightTime.hour
        guard hours > hourlyLimit else { return end - hours * InsightTime.hour..<end }
        let days = (hours * InsightTime.hour + InsightTime.day - 1) / InsightTime.day
        return InsightTime.day(of: now) - (days - 1) * InsightTime.day..<end
    }

    /// A count of a version.
    package struct Count: Sendable {
        package let version: String
        package let value: String
        package let count: Int64
    }

    /// Returns the counts of a subject by version and value.
    ///
    /// - Parameters:
    ///   - measure: The counted measure.
    ///   - subjects: The subjects, whose counts are added.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    ///   - value: The value, or `nil` for all.
    package func counts(
        _ measure: InsightMeasure, of subjects: [String] = [""], _ period: Range<Int64>, version: String? = nil,
        value: String? = nil
    ) throws -> [Count] {
        guard !subjects.isEmpty else { return [] }
        let placeholders = Array(repeating: "?", count: subjects.count).joined(separator: ", ")
        let condition = (version == nil ? "" : "AND version = ?") + (value == nil ? "" : " AND value = ?")
        let texts = [version, value].compactMap { $0 }.map { DatabaseValue.text($0) }
        return try database.query(
            """
            SELECT version, value, \(Self.total) FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject IN (\(placeholders)) AND hour >= ? AND hour < ? \(condition)
            GROUP BY version, value
            """,
            [.int(scope), .text(measure.rawValue)] + subjects.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound)] + texts
        ).compactMap { row in
            readable {
                try Count(version: row.text("version"), value: row.text("value"), count: row.int64("total"))
            }
        }
    }

    /// Returns the counts of everything by value.
    ///
    /// Versions are added up by the database: of most measures, each of them has all values.
    ///
    /// - Parameters:
    ///   - measure: The counted measure.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    package func sums(
        _ measure: InsightMeasure, _ period: Range<Int64>, version: String? = nil
    ) throws -> [String: Int64] {
        let condition = version == nil ? "" : "AND version = ?"
        var sums: [String: Int64] = [:]
        for row in try database.query(
            """
            SELECT value, \(Self.total) FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject = '' AND hour >= ? AND hour < ? \(condition)
            GROUP BY value
            """,
            [.int(scope), .text(measure.rawValue), .int(period.lowerBound), .int(period.upperBound)]
                + (version.map { [.text($0)] } ?? [])
        ) {
            guard let (value, total) = readable({ try (row.text("value"), row.int64("total")) }) else { continue }
            sums[value] = total
        }
        return sums
    }

    /// The subjects of a query that finds each by the index.
    private static let subjectsAtOnce = 500

    /// Returns the counts of subjects by value.
    ///
    /// - Parameters:
    ///   - measure: The counted measure.
    ///   - subjects: The subjects, each of which is found by the index.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    package func sums(
        _ measure: InsightMeasure, ofEach subjects: [String], _ period: Range<Int64>, version: String?
    ) throws -> [(subject: String, value: String, count: Int64)] {
        let condition = version == nil ? "" : "AND version = ?"
        var sums: [(subject: String, value: String, count: Int64)] = []
        for start in stride(from: 0, to: subjects.count, by: Self.subjectsAtOnce) {
            let some = subjects[start..<min(start + Self.subjectsAtOnce, subjects.count)]
            let placeholders = Array(repeating: "?", count: some.count).joined(separator: ", ")
            sums += try database.query(
                """
                SELECT subject, value, \(Self.total) FROM insight_counts
                WHERE scope = ? AND measure = ? AND subject IN (\(placeholders)) AND hour >= ? AND hour < ? \(condition)
                GROUP BY subject, value
                """,
                [.int(scope), .text(measure.rawValue)] + some.map { .text($0) }
                    + [.int(period.lowerBound), .int(period.upperBound)] + (version.map { [.text($0)] } ?? [])
            ).compactMap { row in
                readable { try (row.text("subject"), row.text("value"), row.int64("total")) }
            }
        }
        return sums
    }

    /// Returns the contents of a row, or `nil` if it is damaged.
    private func readable<Value>(_ read: () throws -> Value) -> Value? {
        do {
            return try read()
        } catch {
            damaged.add("insight_counts", [.int(scope), .text("\(error)")])
            return nil
        }
    }

    /// Returns the counts of subjects with one value, by hour.
    package func series(
        _ measure: InsightMeasure, of subjects: [String] = [""], value: String = "", _ period: Range<Int64>,
        version: String? = nil
    ) throws -> [Int64: Int64] {
        guard !subjects.isEmpty else { return [:] }
        let placeholders = Array(repeating: "?", count: subjects.count).joined(separator: ", ")
        let condition = version == nil ? "" : "AND version = ?"
        var hours: [Int64: Int64] = [:]
        for row in try database.query(
            """
            SELECT hour, \(Self.total) FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject IN (\(placeholders)) AND hour >= ? AND hour < ? AND value = ? \(condition)
            GROUP BY hour
            """,
            [.int(scope), .text(measure.rawValue)] + subjects.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound), .text(value)] + (version.map { [.text($0)] } ?? [])
        ) {
            guard let (hour, total) = readable({ try (row.int64("hour"), row.int64("total")) }) else { continue }
            hours[hour] = total
        }
        return hours
    }

    /// Returns the counts of everything with each value, by hour.
    package func seriesByValue(_ measure: InsightMeasure, _ period: Range<Int64>) throws -> [String: [Int64: Int64]] {
        var values: [String: [Int64: Int64]] = [:]
        for row in try database.query(
            """
            SELECT value, hour, \(Self.total) FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject = '' AND hour >= ? AND hour < ? GROUP BY value, hour
            """, .int(scope), .text(measure.rawValue), .int(period.lowerBound), .int(period.upperBound))
        {
            let read = readable { try (row.text("value"), row.int64("hour"), row.int64("total")) }
            guard let (value, hour, total) = read else { continue }
            values[value, default: [:]][hour] = total
        }
        return values
    }

    /// Returns the share of an hour's sessions that began within a period, `nil` if they are no longer stored.
    package func share(ofSessionsIn hour: Int64, beganIn period: Range<Int64>) throws -> Double? {
        let row = try database.query(
            """
            SELECT COUNT(*) AS n, CAST(COALESCE(SUM(CASE WHEN began >= ? AND began < ? THEN 1 ELSE 0 END), 0) AS BIGINT) AS within
            FROM insight_sessions WHERE scope = ? AND hour = ?
            """, .int(period.lowerBound), .int(period.upperBound), .int(scope), .int(hour)
        ).first
        guard let row, case let all = try row.int64("n"), all > 0 else { return nil }
        return Double(try row.int64("within")) / Double(all)
    }

    /// Returns the versions, with the time at which each was seen first.
    package func versions() throws -> [String: Int64] {
        var versions: [String: Int64] = [:]
        for row in try database.query(
            "SELECT name, first FROM insight_names WHERE scope = ? AND kind = 'version'", .int(scope))
        {
            guard let (name, first) = readable({ try (row.text("name"), row.int64("first")) }) else { continue }
            versions[name] = first
        }
        return versions
    }

    /// Returns the day on which a session reported each flag last, in milliseconds since 1970.
    ///
    /// It is read from the names that roll-ups know, so the cost doesn't grow with the sessions.
    package func lastDaysOfFlags() throws -> [String: Int64] {
        var days: [String: Int64] = [:]
        for row in try database.query(
            "SELECT name, seen FROM insight_names WHERE scope = ? AND kind = ?", .int(scope),
            .text(NameBook.Kind.variant.rawValue))
        {
            guard let name = try? row.text("name"), let seen = try? row.int64("seen") else { continue }
            let flag = CountKey.parts(of: name).first
            days[flag] = max(days[flag] ?? seen, seen)
        }
        return days
    }

    // MARK: Sessions

    /// The last sessions with a message among which open ones are searched: each may have 32 KiB.
    private static let maximumOpen: Int64 = 10_000

    /// Returns the number of sessions that sent a message since a time, have one of some variants and haven't ended.
    ///
    /// - Parameters:
    ///   - time: The time, in milliseconds since 1970.
    ///   - variants: The variants, each a flag and a variant with a tab between.
    /// - Returns: The number, and whether there may be more.
    package func openSessions(
        since time: Int64, having variants: some Sequence<String>
    ) throws -> (count: Int64, isMinimum: Bool) {
        // As a session's facts have it in a line.
        let patterns = variants.map { variant in
            DatabaseValue.text("%\nv\t\(variant.map { "!%_".contains($0) ? "!\($0)" : String($0) }.joined())\n%")
        }
        guard !patterns.isEmpty else { return (0, false) }
        let isOne = Array(repeating: "'\n' || facts LIKE ? ESCAPE '!'", count: patterns.count).joined(separator: " OR ")
        let row = try database.query(
            """
            SELECT COUNT(*) AS n, CAST(COALESCE(SUM(CASE WHEN scope = ? AND ending = '' AND (\(isOne)) THEN 1 ELSE 0 END), 0)
                AS BIGINT) AS open
            FROM (SELECT scope, ending, facts FROM insight_sessions WHERE seen >= ? ORDER BY seen DESC LIMIT ?) AS recent
            """, [.int(scope)] + patterns + [.int(time), .int(Self.maximumOpen)]
        ).first
        return try (row?.int64("open") ?? 0, row?.int64("n") == Self.maximumOpen)
    }

    private static let sessionKey = ["scope", "run", "session"]
    /// The sessions that are read at once: each may have 32 KiB.
    private static let sessionsAtOnce = 100

    /// Calls a function with sessions of a day, the same at each call: at most a number of them, chosen by their identity.
    package func sample(
        _ day: Int64, limit: Int64, version: String? = nil, _ body: (StoredSession) throws -> Void
    ) throws {
        let condition = version == nil ? "" : "AND version = ?"
        try eachSession(
            database.query(
                """
                SELECT scope, run, session FROM insight_sessions WHERE scope = ? AND day = ? \(condition)
                ORDER BY sample LIMIT ?
                """,
                [.int(scope), .int(day)] + (version.map { [.text($0)] } ?? []) + [.int(limit)]), body)
    }

    /// Calls a function with sessions that began in a period and have one of the newest reports of some groups.
    ///
    /// - Parameters:
    ///   - groups: The groups.
    ///   - period: The hours.
    ///   - reports: The number of reports whose sessions are looked for.
    ///   - limit: The maximum number of sessions, of more the last ones.
    ///   - body: The function.
    package func sessions(
        affectedBy groups: [String], _ period: Range<Int64>, reports: Int64, limit: Int64,
        _ body: (StoredSession) throws -> Void
    ) throws {
        guard !groups.isEmpty else { return }
        let placeholders = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        // From the reports to their sessions, of which there may be millions; SQLite keeps the order of a cross join.
        try eachSession(
            database.query(
                """
                SELECT s.scope AS scope, s.run AS run, s.session AS session FROM (
                    SELECT DISTINCT run, session FROM (
                        SELECT run, session FROM insight_reports WHERE scope = ? AND group_id IN (\(placeholders))
                        ORDER BY time DESC, run DESC, number DESC LIMIT ?) AS newest
                ) AS affected CROSS JOIN insight_sessions s
                WHERE s.scope = ? AND s.run = affected.run AND s.session = affected.session
                    AND s.hour >= ? AND s.hour < ?
                ORDER BY s.hour DESC, s.sample LIMIT ?
                """,
                [.int(scope)] + groups.map { .text($0) }
                    + [.int(reports), .int(scope), .int(period.lowerBound), .int(period.upperBound), .int(limit)]),
            body)
    }

    /// Calls a function with the sessions of rows with their keys, a few at once; damaged ones are left out.
    private func eachSession(_ rows: [DatabaseRow], _ body: (StoredSession) throws -> Void) throws {
        let keys = try rows.map { row in try Self.sessionKey.map { try row[$0] } }
        for start in stride(from: 0, to: keys.count, by: Self.sessionsAtOnce) {
            let some = Array(keys[start..<min(start + Self.sessionsAtOnce, keys.count)])
            for row in try RowBatch.select("t.*", from: "insight_sessions", keys: Self.sessionKey, some, database) {
                guard let session = try SessionTable.readable(row) else {
                    damaged.add("insight_sessions", try Self.sessionKey.map { try row[$0] })
                    continue
                }
                try body(session)
            }
        }
    }
}
