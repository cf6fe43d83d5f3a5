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

    /// Returns how many people there are, by value.
    package func people(
        _ subjects: [String], _ period: Range<Int64>, version: String? = nil
    ) throws -> [String: PeopleSketch] {
        let places = Array(repeating: "?", count: subjects.count).joined(separator: ", ")
        let condition = version == nil ? "" : "AND version = ?"
        var values: [String: PeopleSketch] = [:]
        for row in try database.query(
            """
            SELECT value, sketch FROM insight_people
            WHERE scope = ? AND subject IN (\(places)) AND hour >= ? AND hour < ? \(condition)
            """,
            [.int(scope)] + subjects.map { .text($0) } + [.int(period.lowerBound), .int(period.upperBound)]
                + (version.map { [.text($0)] } ?? []))
        {
            guard let sketch = PeopleSketch(try row.blob("sketch")) else {
                throw StoreError.damaged("A count of people is damaged.")
            }
            values[try row.text("value"), default: PeopleSketch()].formUnion(sketch)
        }
        return values
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
        ).map(SessionTable.session)
    }
}
