package import FiresteelDatabase
import FiresteelGzip

/// The facts that are stored beside a report.
package struct ReportHead: Sendable {
    package let run: String
    package let number: Int64
    package let time: Int64
    package let received: Int64
    package let version: String
    package let build: String
    package let system: String
    package let device: String
    package let person: String
    package let isPinned: Bool
    package let bytes: Int64
    package let redactions: Int64
    /// The last steps: feature, action, their names, outcome and duration, with tabs between.
    package let steps: String

    /// Reads a row.
    ///
    /// A damaged part is empty or 0, because pages show the others, and find the next report by the place of this one.
    ///
    /// - Throws: `DatabaseError.unexpectedValue` if the place can't be read.
    init(_ row: DatabaseRow) throws {
        func text(_ column: String) -> String { (try? row.text(column)) ?? "" }
        func int(_ column: String) -> Int64 { (try? row.int64(column)) ?? 0 }
        run = try row.text("run")
        number = try row.int64("number")
        time = try row.int64("time")
        received = int("received")
        version = text("version")
        build = text("build")
        system = text("system")
        device = text("device")
        person = text("person")
        isPinned = int("is_pinned") != 0
        bytes = int("bytes")
        redactions = int("redactions")
        steps = text("steps")
    }

    /// Returns the head of a row, or `nil` if its place is damaged.
    static func readable(_ row: DatabaseRow) -> ReportHead? {
        if let head = try? ReportHead(row) { return head }
        let key: [DatabaseValue] = ["run", "number", "time"].map { (try? row[$0]) ?? .null }
        DamagedRows.shared.add("insight_reports", key)
        return nil
    }
}

/// Reports of a scope within a transaction.
package struct ReportTable {
    private static let columns =
        "run, number, time, received, version, build, system, device, person, is_pinned, bytes, redactions, steps"

    private let database: any DatabaseConnection
    private let scope: Int64

    package init(_ database: any DatabaseConnection, scope: Int64) {
        self.database = database
        self.scope = scope
    }

    /// The place of a report in the order of time.
    package struct Place: Sendable {
        package let time: Int64
        package let run: String
        package let number: Int64

        package init(time: Int64, run: String, number: Int64) {
            (self.time, self.run, self.number) = (time, run, number)
        }

        /// A place after all.
        package static let end = Place(time: .max, run: "", number: 0)

        var values: [DatabaseValue] { [.int(time), .text(run), .int(number)] }
    }

    /// Returns reports of groups before a place, the newest first, without damaged ones, and whether there are more.
    package func page(
        of groups: [String], before place: Place, limit: Int
    ) throws -> (heads: [ReportHead], hasMore: Bool) {
        let placeholders = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        var count = limit
        while true {
            let rows = try database.query(
                """
                SELECT \(Self.columns) FROM insight_reports
                WHERE scope = ? AND group_id IN (\(placeholders)) AND (time, run, number) < (?, ?, ?)
                ORDER BY time DESC, run DESC, number DESC LIMIT ?
                """, [.int(scope)] + groups.map { .text($0) } + place.values + [.int(Int64(count) + 1)])
            let heads = rows.prefix(count).compactMap(ReportHead.readable)
            // The next page begins after a readable one.
            if heads.isEmpty, rows.count > count, count < Self.maximumDamaged {
                count *= 10
                continue
            }
            return (Array(heads.prefix(limit)), rows.count > count || heads.count > limit)
        }
    }

    /// The number of damaged reports in succession beyond which the older ones aren't looked for.
    private static let maximumDamaged = 5_000

    /// Returns the report of groups that follows a place in time, if there is one.
    package func next(of groups: [String], after place: Place) throws -> ReportHead? {
        let placeholders = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        return try database.query(
            """
            SELECT \(Self.columns) FROM insight_reports
            WHERE scope = ? AND group_id IN (\(placeholders)) AND (time, run, number) > (?, ?, ?)
            ORDER BY time, run, number LIMIT 10
            """, [.int(scope)] + groups.map { .text($0) } + place.values
        ).lazy.compactMap(ReportHead.readable).first
    }

    /// Returns the times of reports of groups within a period, at most a number of them, the newest.
    package func times(of groups: [String], _ period: Range<Int64>, limit: Int64) throws -> [Int64] {
        guard !groups.isEmpty else { return [] }
        let placeholders = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        return try database.query(
            """
            SELECT time FROM insight_reports WHERE scope = ? AND group_id IN (\(placeholders)) AND time >= ? AND time < ?
            ORDER BY time DESC LIMIT ?
            """,
            [.int(scope)] + groups.map { .text($0) }
                + [.int(period.lowerBound), .int(period.upperBound), .int(limit)]
        ).compactMap { try? $0.int64("time") }
    }

    /// Returns the number of reports of groups that are stored, from a place on.
    package func count(of groups: [String], from place: Place? = nil) throws -> Int64 {
        let placeholders = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        let condition = place == nil ? "" : "AND (time, run, number) >= (?, ?, ?)"
        return try database.query(
            "SELECT COUNT(*) AS n FROM insight_reports WHERE scope = ? AND group_id IN (\(placeholders)) \(condition)",
            [.int(scope)] + groups.map { .text($0) } + (place?.values ?? [])
        ).first?.int64("n") ?? 0
    }

    /// Returns a report of groups and its JSON.
    package func report(_ run: String, _ number: Int64, of groups: [String]) throws -> (ReportHead, [UInt8])? {
        let row = try database.query(
            "SELECT * FROM insight_reports WHERE scope = ? AND run = ? AND number = ?", .int(scope), .text(run),
            .int(number)
        ).first
        guard let row, groups.contains(try row.text("group_id")) else { return nil }
        do {
            return try (ReportHead(row), Gzip.inflated(row.blob("body"), limit: 8 << 20))
        } catch is Gzip.InflateError {
            throw StoreError.damaged("The report \(run), \(number) is damaged.")
        }
    }
}
