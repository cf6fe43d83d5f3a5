import FiresteelDatabase

/// Adds up, soon after a day is over, the hours of what answers read by day: periods longer than
/// ``InsightReader/hourlyLimit`` hours begin with a day.
///
/// The rest keeps its hours for longer, because effects of changes and guards are about hours. A month of what is most
/// numerous, people by feature and durations by action, is thus a tenth of the rows. What arrives later for such a day is
/// added up by the next run. Hours are found by the primary keys, one step for each day.
struct DailyFolding {
    /// The days whose hours remain, so that the last 48 hours can be read one by one.
    static let hourlyDays = 2
    /// The measures whose hours are added up, which are counts of everything, without a subject.
    static let measures: [InsightMeasure] = [
        .durations, .featureDurations, .uses, .successes, .failures, .cancellations, .interruptions, .errors, .refusals,
    ]
    /// The subjects of people whose hours are added up.
    static let subjects = ["all", "features", "actions", "refusals", "groups"]

    private static let batch: Int64 = 1_000

    /// What is added up: a measure, or a subject of people.
    private struct Part: Sendable {
        let kind: HourFolding.Kind
        let condition: String
        let arguments: [DatabaseValue]
    }

    private let database: any Database
    private let period: Range<Int64>

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - start: The day before which all hours are added up.
    ///   - now: The time.
    init(_ database: any Database, from start: Int64, now: Int64) {
        self.database = database
        let end = InsightTime.day(of: now - Int64(Self.hourlyDays) * InsightTime.day)
        period = min(start, end)..<end
    }

    private static func parts(of scope: Int64) -> [Part] {
        let counts = measures.map { measure in
            Part(
                kind: .counts, condition: "scope = ? AND measure = ? AND subject = ''",
                arguments: [.int(scope), .text(measure.rawValue)])
        }
        let people = subjects.map { subject in
            Part(kind: .people, condition: "scope = ? AND subject = ?", arguments: [.int(scope), .text(subject)])
        }
        return counts + people
    }

    /// Adds up the hours of a scope, and returns the number of damaged rows that were removed.
    func run(scope: Int64, isAllowed: () async throws -> Bool) async throws -> Int {
        var damaged = 0
        for part in Self.parts(of: scope) {
            var after = period.lowerBound - 1
            while let day = try await next(part, after: after), try await isAllowed() {
                let (rows, unreadable) = try await database.write { try Self.fold(day, part, $0) }
                damaged += unreadable
                if rows < Self.batch { after = day + InsightTime.day - 1 }
            }
        }
        return damaged
    }

    /// Returns the first day with an hour that is to be added up.
    private func next(_ part: Part, after time: Int64) async throws -> Int64? {
        let end = period.upperBound
        return try await database.read { database in
            var last = time
            while let hour = try database.query(
                "SELECT MIN(hour) AS hour FROM \(part.kind.table) WHERE \(part.condition) AND hour > ? AND hour < ?",
                part.arguments + [.int(last), .int(end)]
            ).first?.int64IfPresent("hour") {
                guard InsightTime.day(of: hour) == hour else { return InsightTime.day(of: hour) }
                last = hour
            }
            return nil
        }
    }

    private static func fold(
        _ day: Int64, _ part: Part, _ database: any DatabaseConnection
    ) throws -> (rows: Int64, damaged: Int) {
        let rows = try database.query(
            "SELECT * FROM \(part.kind.table) WHERE \(part.condition) AND hour > ? AND hour < ? LIMIT ?",
            part.arguments + [.int(day), .int(day + InsightTime.day), .int(batch)])
        return (Int64(rows.count), try HourFolding.fold(rows, part.kind, database))
    }
}
