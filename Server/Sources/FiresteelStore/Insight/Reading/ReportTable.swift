package import FiresteelDatabase

/// What is stored beside a report.
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

    init(_ row: DatabaseRow) throws {
        run = try row.text("run")
        number = try row.int64("number")
        time = try row.int64("time")
        received = try row.int64("received")
        version = try row.text("version")
        build = try row.text("build")
        system = try row.text("system")
        device = try row.text("device")
        person = try row.text("person")
        isPinned = try row.int64("is_pinned") != 0
        bytes = try row.int64("bytes")
        redactions = try row.int64("redactions")
        steps = try row.text("steps")
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

    /// Returns reports of groups before a place, the newest first.
    package func page(of groups: [String], before place: Place, limit: Int) throws -> [ReportHead] {
        let places = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        return try database.query(
            """
            SELECT \(Self.columns) FROM insight_reports
            WHERE scope = ? AND group_id IN (\(places)) AND (time, run, number) < (?, ?, ?)
            ORDER BY time DESC, run DESC, number DESC LIMIT ?
            """, [.int(scope)] + groups.map { .text($0) } + place.values + [.int(Int64(limit))]
        ).map(ReportHead.init)
    }

    /// Returns the report of groups that follows a place in time, if there is one.
    package func next(of groups: [String], after place: Place) throws -> ReportHead? {
        let places = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        return try database.query(
            """
            SELECT \(Self.columns) FROM insight_reports
            WHERE scope = ? AND group_id IN (\(places)) AND (time, run, number) > (?, ?, ?)
            ORDER BY time, run, number LIMIT 1
            """, [.int(scope)] + groups.map { .text($0) } + place.values
        ).first.map(ReportHead.init)
    }

    /// Returns the number of reports of groups that are stored, from a place on.
    package func count(of groups: [String], from place: Place? = nil) throws -> Int64 {
        let places = Array(repeating: "?", count: groups.count).joined(separator: ", ")
        let condition = place == nil ? "" : "AND (time, run, number) >= (?, ?, ?)"
        return try database.query(
            "SELECT COUNT(*) AS n FROM insight_reports WHERE scope = ? AND group_id IN (\(places)) \(condition)",
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
