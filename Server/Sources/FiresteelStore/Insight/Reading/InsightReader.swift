package import FiresteelDatabase

/// Reads roll-ups of a scope within a transaction: the cost grows with names and hours, not with runs.
package struct InsightReader {
    /// Hours are read one by one up to this many; beyond it periods begin with a day, as the counts of past days do.
    package static let hourlyLimit: Int64 = 48

    private let database: any DatabaseConnection
    /// The number of the scope.
    package let scope: Int64

    package init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// Returns the period of some hours until now.
    package static func period(hours: Int64, now: Int64) -> Range<Int64> {
        let end = InsightTime.hour(of: now) + InsightTime.hour
        let start = end - hours * InsightTime.hour
        return (hours <= hourlyLimit ? start : InsightTime.day(of: start))..<end
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
    ///   - measure: What is counted.
    ///   - subjects: The subjects, whose counts are added.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    package func counts(
        _ measure: InsightMeasure, of subjects: [String] = [""], _ period: Range<Int64>, version: String? = nil
    ) throws -> [Count] {
        guard !subjects.isEmpty else { return [] }
        let places = Array(repeating: "?", count: subjects.count).joined(separator: ", ")
        let condition = version == nil ? "" : "AND version = ?"
        return try database.query(
            """
            SELECT version, value, CAST(SUM(count) AS BIGINT) AS total FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject IN (\(places)) AND hour >= ? AND hour < ? \(condition)
            GROUP BY version, value
            """,
            [.int(scope), .text(measure.rawValue)] + subjects.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound)] + (version.map { [.text($0)] } ?? [])
        ).map { try Count(version: $0.text("version"), value: $0.text("value"), count: $0.int64("total")) }
    }

    /// Returns the counts of subjects with one value, by hour.
    package func series(
        _ measure: InsightMeasure, of subjects: [String] = [""], value: String = "", _ period: Range<Int64>,
        version: String? = nil
    ) throws -> [Int64: Int64] {
        guard !subjects.isEmpty else { return [:] }
        let places = Array(repeating: "?", count: subjects.count).joined(separator: ", ")
        let condition = version == nil ? "" : "AND version = ?"
        var hours: [Int64: Int64] = [:]
        for row in try database.query(
            """
            SELECT hour, CAST(SUM(count) AS BIGINT) AS total FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject IN (\(places)) AND hour >= ? AND hour < ? AND value = ? \(condition)
            GROUP BY hour
            """,
            [.int(scope), .text(measure.rawValue)] + subjects.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound), .text(value)] + (version.map { [.text($0)] } ?? [])
        ) {
            hours[try row.int64("hour")] = try row.int64("total")
        }
        return hours
    }

    /// Returns the counts of everything with each value, by hour.
    package func seriesByValue(_ measure: InsightMeasure, _ period: Range<Int64>) throws -> [String: [Int64: Int64]] {
        var values: [String: [Int64: Int64]] = [:]
        for row in try database.query(
            """
            SELECT value, hour, CAST(SUM(count) AS BIGINT) AS total FROM insight_counts
            WHERE scope = ? AND measure = ? AND subject = '' AND hour >= ? AND hour < ? GROUP BY value, hour
            """, .int(scope), .text(measure.rawValue), .int(period.lowerBound), .int(period.upperBound))
        {
            values[try row.text("value"), default: [:]][try row.int64("hour")] = try row.int64("total")
        }
        return values
    }

    /// The sketches that are read at once.
    private static let sketchesAtOnce: Int64 = 500

    /// Returns how many people there are, by value.
    ///
    /// Sketches are read in steps and united, so that memory grows with the values and not with the period.
    ///
    /// - Parameters:
    ///   - subjects: The subjects, whose people are united.
    ///   - period: The hours.
    ///   - version: The version, or `nil` for all.
    ///   - values: The values to return, or `nil` for all.
    ///   - prefix: The beginning of the values to return.
    package func people(
        _ subjects: [String], _ period: Range<Int64>, version: String? = nil, values: [String]? = nil,
        prefix: String = ""
    ) throws -> [String: PeopleSketch] {
        var conditions = ""
        var arguments: [DatabaseValue] = []
        if let version {
            conditions += " AND version = ?"
            arguments.append(.text(version))
        }
        if let values {
            guard !values.isEmpty else { return [:] }
            conditions += " AND value IN (\(Array(repeating: "?", count: values.count).joined(separator: ", ")))"
            arguments += values.map { .text($0) }
        }
        if !prefix.isEmpty {
            // Texts are compared by their bytes; this is the last character of Unicode, which no name has.
            conditions += " AND value >= ? AND value < ?"
            arguments += [.text(prefix), .text(prefix + "\u{10FFFF}")]
        }
        var people: [String: PeopleSketch] = [:]
        for subject in subjects {
            // Before the first row: hours begin with a full one.
            var place: [DatabaseValue]? = [.int(period.lowerBound - 1), "", ""]
            while let start = place {
                let rows = try sketches(of: subject, after: start, until: period.upperBound, conditions, arguments)
                for row in rows {
                    guard let sketch = PeopleSketch(try row.blob("sketch")) else {
                        throw StoreError.damaged("A count of people is damaged.")
                    }
                    people[try row.text("value"), default: PeopleSketch()].formUnion(sketch)
                }
                let last = Int64(rows.count) < Self.sketchesAtOnce ? nil : rows.last
                place = try last.map { try [$0["hour"], $0["version"], $0["value"]] }
            }
        }
        return people
    }

    /// Returns the sketches of a subject that follow an hour, version and value, at most ``sketchesAtOnce``.
    private func sketches(
        of subject: String, after place: [DatabaseValue], until end: Int64, _ conditions: String,
        _ arguments: [DatabaseValue]
    ) throws -> [DatabaseRow] {
        try database.query(
            """
            SELECT hour, version, value, sketch FROM insight_people
            WHERE scope = ? AND subject = ? AND (hour, version, value) > (?, ?, ?) AND hour < ?\(conditions)
            ORDER BY hour, version, value LIMIT ?
            """,
            [.int(scope), .text(subject)] + place + [.int(end)] + arguments + [.int(Self.sketchesAtOnce)])
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
            versions[try row.text("name")] = try row.int64("first")
        }
        return versions
    }

    /// Returns sessions of a day, the same at each call: at most a number of them, chosen by their identity.
    package func sample(_ day: Int64, limit: Int64, version: String? = nil) throws -> [StoredSession] {
        let condition = version == nil ? "" : "AND version = ?"
        return try database.query(
            "SELECT * FROM insight_sessions WHERE scope = ? AND day = ? \(condition) ORDER BY sample LIMIT ?",
            [.int(scope), .int(day)] + (version.map { [.text($0)] } ?? []) + [.int(limit)]
        ).compactMap(SessionTable.readable)
    }
}
