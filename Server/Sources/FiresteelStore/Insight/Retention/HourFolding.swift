import FiresteelDatabase

/// Adds up the hours of days that are over for long enough: each day's hours become its first one.
///
/// Hours are found one after the other by an index, and each transaction removes the rows that it adds up, so that the work
/// is in proportion to the rows, and can be interrupted between any two transactions.
struct HourFolding {
    enum Kind: CaseIterable, Sendable {
        case counts
        case people

        var table: String { self == .counts ? "insight_counts" : "insight_people" }

        var keys: [String] {
            self == .counts
                ? ["scope", "measure", "subject", "hour", "version", "value"]
                : ["scope", "subject", "hour", "version", "value"]
        }
    }

    /// The rows of one transaction.
    private static let batch: Int64 = 1_000

    private let database: any Database
    private let kind: Kind
    private let end: Int64

    init(_ database: any Database, _ kind: Kind, until end: Int64) {
        self.database = database
        self.kind = kind
        self.end = end
    }

    /// Adds up the hours, and returns the number of damaged rows that were removed.
    func run(isAllowed: () async throws -> Bool) async throws -> Int {
        var damaged = 0
        var after = DatabaseValue.int(.min)
        while try await isAllowed(), let hour = try await next(after: after) {
            let kind = kind
            let (rows, unreadable) = try await database.write { try Self.fold(hour, kind, $0) }
            damaged += unreadable
            if rows < Self.batch { after = hour }
        }
        return damaged
    }

    /// Returns the first hour after another that is to be added up, as it is stored.
    ///
    /// One that can't be read must not end the work, which removes its rows.
    private func next(after hour: DatabaseValue) async throws -> DatabaseValue? {
        let (kind, end) = (kind, end)
        return try await database.read { database -> DatabaseValue? in
            var last = hour
            // One step for each day that is added up already.
            while let next = try database.query(
                "SELECT MIN(hour) AS hour FROM \(kind.table) WHERE hour > ? AND hour < ?", last, .int(end)
            ).first?["hour"], next != DatabaseValue.null {
                guard case .int(let time) = next, InsightTime.day(of: time) == time else { return next }
                last = next
            }
            // A literal could also be the value of no value.
            return DatabaseValue?.none
        }
    }

    /// Adds up rows of an hour, and returns how many there were and how many of them were damaged.
    private static func fold(
        _ hour: DatabaseValue, _ kind: Kind, _ database: any DatabaseConnection
    ) throws -> (rows: Int64, damaged: Int) {
        let rows = try database.query("SELECT * FROM \(kind.table) WHERE hour = ? LIMIT ?", hour, .int(batch))
        return (Int64(rows.count), try fold(rows, kind, database))
    }

    /// Adds rows up to those of their days, and returns how many of them were damaged.
    static func fold(_ rows: [DatabaseRow], _ kind: Kind, _ database: any DatabaseConnection) throws -> Int {
        var counts = CountBatch()
        var people = PeopleBatch()
        var damaged = 0
        for row in rows {
            do {
                let slice = try InsightSlice(
                    scope: row.int64("scope"), hour: InsightTime.day(of: row.int64("hour")),
                    version: row.text("version"))
                let (subject, value) = try (row.text("subject"), row.text("value"))
                switch kind {
                case .counts:
                    guard let measure = InsightMeasure(rawValue: try row.text("measure")) else { continue }
                    counts.add(try row.int64("count"), measure, of: subject, value: value, slice)
                case .people:
                    guard let sketch = PeopleSketch(try row.blob("sketch")) else {
                        damaged += 1
                        continue
                    }
                    people.add(sketch, to: subject, value: value, slice)
                }
            } catch DatabaseError.unexpectedValue {
                damaged += 1
            }
        }
        let keys = try rows.map { row in try kind.keys.map { try row[$0] } }
        try RowBatch.delete(from: kind.table, keys: kind.keys, keys, database)
        try counts.write(database)
        return try damaged + people.write(database)
    }
}
