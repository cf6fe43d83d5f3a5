package import FiresteelDatabase

/// Adds up, soon after a day is over, the hours of counts that answers read by day: periods longer than
/// ``InsightReader/hourlyLimit`` hours begin with a day.
///
/// The rest keeps its hours for longer, because effects of changes and guards are about hours. A month of what is most
/// numerous, people by feature and durations by action, is thus a tenth of the rows. What arrives later for such a day is
/// added up by the next run.
package struct DailyFolding {
    /// The days whose hours remain, so that the last 48 hours can be read one by one.
    static let hourlyDays = 2
    /// The measures whose hours are added up, which are counts of everything, without a subject.
    package static let measures: [InsightMeasure] = [
        .durations, .uses, .successes, .failures, .cancellations, .interruptions, .errors, .refusals,
    ]
    /// The subjects of people whose hours are added up.
    package static let subjects = ["all", "features", "actions", "refusals", "groups"]

    private static let batch: Int64 = 1_000

    /// A day with hours that are to be added up, of a measure or a subject of people.
    private struct DuePart: Sendable {
        let kind: HourFolding.Kind
        let name: String
        let day: Int64
    }

    private let database: any Database
    private let period: Range<Int64>

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - start: The day before which all hours are added up.
    ///   - now: The time.
    package init(_ database: any Database, from start: Int64, now: Int64) {
        self.database = database
        let end = InsightTime.day(of: now - Int64(Self.hourlyDays) * InsightTime.day)
        period = min(start, end)..<end
    }

    /// Adds up the hours of a scope, and returns the number of damaged rows that were removed.
    package func run(scope: Int64, isAllowed: () async throws -> Bool) async throws -> Int {
        guard !period.isEmpty, try await isAllowed() else { return 0 }
        var damaged = 0
        for part in try await dueParts(of: scope) {
            var rows = Self.batch
            while rows == Self.batch {
                guard try await isAllowed() else { return damaged }
                let folded = try await database.write { try Self.fold(part, scope: scope, $0) }
                damaged += folded.damaged
                rows = folded.rows
            }
        }
        return damaged
    }

    /// Finds the days with an hour after their first one: one step of a primary key for each name and day.
    ///
    /// The days aren't those of rows, so that an hour that can't be read is found as well. A minimum is found by an index in
    /// both databases; PostgreSQL may read whole scopes for EXISTS.
    private static let dueDays = """
        WITH RECURSIVE days (day) AS (
            SELECT CAST(? AS BIGINT)
            UNION ALL SELECT day + \(InsightTime.day) FROM days WHERE day + \(InsightTime.day) < ?
        ),
        measures (name) AS (VALUES \(placeholders(measures.count))),
        subjects (name) AS (VALUES \(placeholders(subjects.count)))
        SELECT kind, name, day FROM (
            SELECT 0 AS kind, m.name AS name, d.day AS day, (
                SELECT MIN(c.hour) FROM insight_counts c
                WHERE c.scope = ? AND c.measure = m.name AND c.subject = ''
                    AND c.hour > d.day AND c.hour < d.day + \(InsightTime.day)
            ) AS hour FROM measures m CROSS JOIN days d
            UNION ALL
            SELECT 1 AS kind, s.name AS name, d.day AS day, (
                SELECT MIN(p.hour) FROM insight_people p
                WHERE p.scope = ? AND p.subject = s.name
                    AND p.hour > d.day AND p.hour < d.day + \(InsightTime.day)
            ) AS hour FROM subjects s CROSS JOIN days d
        ) AS found WHERE hour IS NOT NULL
        """

    private static func placeholders(_ count: Int) -> String {
        Array(repeating: "(?)", count: count).joined(separator: ", ")
    }

    /// Returns the counts of a scope to add up.
    private func dueParts(of scope: Int64) async throws -> [DuePart] {
        let names = Self.measures.map(\.rawValue) + Self.subjects
        let arguments =
            [DatabaseValue.int(period.lowerBound), .int(period.upperBound)] + names.map { DatabaseValue.text($0) }
            + [.int(scope), .int(scope)]
        return try await database.read { database in
            try database.query(Self.dueDays, arguments).map { row in
                try DuePart(
                    kind: row.int64("kind") == 0 ? .counts : .people, name: row.text("name"), day: row.int64("day"))
            }
        }
    }

    private static func fold(
        _ part: DuePart, scope: Int64, _ database: any DatabaseConnection
    ) throws -> (rows: Int64, damaged: Int) {
        let condition = part.kind == .counts ? "measure = ? AND subject = ''" : "subject = ?"
        let rows = try database.query(
            "SELECT * FROM \(part.kind.table) WHERE scope = ? AND \(condition) AND hour > ? AND hour < ? LIMIT ?",
            [.int(scope), .text(part.name), .int(part.day), .int(part.day + InsightTime.day), .int(batch)])
        return (Int64(rows.count), try HourFolding.fold(rows, part.kind, database))
    }
}
