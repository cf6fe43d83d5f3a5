package import FiresteelDatabase

/// What is counted, by hour and version.
///
/// A subject is empty for everything, `f:` with a feature, `a:` with an action, or `g:` with a group. A value is empty, one
/// of these, or `s:` with a system, `d:` with a device class, `v:` with a flag and its variant. Counts of sessions are at
/// the hour in which the session began, so that none is larger than the count of all; others at the hour of the event.
package enum InsightMeasure: String, Sendable, CaseIterable {
    /// Sessions of a subject: those that used a feature or action, or were affected by a group; and of those, by value.
    case sessions
    /// Sessions in which an action of the subject failed.
    case failed
    /// Sessions that ended abnormally.
    case abnormal
    /// Sessions by feature and action.
    case uses
    /// Performs that succeeded, by action.
    case successes
    /// Performs that failed, by action.
    case failures
    /// Performs that were cancelled, by action.
    case cancellations
    /// Performs that were in flight when the run ended abnormally, by action.
    case interruptions
    /// Failures by action and error.
    case errors
    /// Performs of an action by the bucket of their duration.
    case durations
    /// Refused requests, by feature and reason.
    case refusals
    /// Actions that followed an action.
    case next
    /// Reports of a group; without a subject, by group.
    case reports
    /// Events that programs lost before they could count them.
    case lost
    /// Messages that programs dropped without sending them.
    case unsent
    /// Actions, exposures, refusals and successions that programs left out of segments, which are limited.
    case dropped
}

/// Counts that are added in one transaction.
package struct CountBatch: Sendable {
    private struct Key: Hashable {
        let scope: Int64
        let measure: InsightMeasure
        let subject: String
        let hour: Int64
        let version: String
        let value: String
    }

    private var counts: [Key: Int64] = [:]
    private let limit: Int64

    /// Creates an empty batch.
    ///
    /// - Parameter limit: The greatest count of one thing, so that no sum of invented counts overflows.
    package init(limit: Int64 = maximum) { self.limit = min(limit, Self.maximum) }

    /// The greatest count that is stored: a greater one is damaged, and begins again, as one that isn't a number does.
    package static let maximum: Int64 = 1 << 60

    /// The number of things that are counted.
    var size: Int { counts.count }

    /// Adds a count.
    package mutating func add(
        _ count: Int64, _ measure: InsightMeasure, of subject: String = "", value: String = "", _ place: InsightPlace
    ) {
        let key = Key(
            scope: place.scope, measure: measure, subject: subject, hour: place.hour, version: place.version,
            value: value)
        let (sum, overflow) = counts[key, default: 0].addingReportingOverflow(count)
        counts[key] = overflow ? limit : min(sum, limit)
    }

    /// Writes the counts.
    package func write(_ database: any DatabaseConnection) throws {
        // In the order of the index, so that neighbouring rows are written together.
        let rows = counts.filter { $0.value != 0 }.map { key, count -> [DatabaseValue] in
            [
                .int(key.scope), .text(key.measure.rawValue), .text(key.subject), .int(key.hour), .text(key.version),
                .text(key.value), .int(count),
            ]
        }
        try RowBatch.insert(
            into: "insight_counts (scope, measure, subject, hour, version, value, count)", rows,
            """
            ON CONFLICT (scope, measure, subject, hour, version, value)
            DO UPDATE SET count = CASE WHEN insight_counts.count BETWEEN \(-Self.maximum) AND \(Self.maximum)
            THEN CAST(insight_counts.count + excluded.count AS BIGINT) ELSE excluded.count END
            """, database)
    }
}

/// Where something is counted.
package struct InsightPlace: Sendable, Hashable {
    /// The number of the scope.
    package let scope: Int64
    /// The beginning of the hour, in milliseconds since 1970.
    package let hour: Int64
    /// The version of the program.
    package let version: String

    /// Creates a place.
    package init(scope: Int64, hour: Int64, version: String) {
        self.scope = scope
        self.hour = hour
        self.version = version
    }
}

/// Hours and days as times.
package enum InsightTime {
    /// The milliseconds of an hour.
    package static let hour: Int64 = 3_600_000
    /// The milliseconds of a day.
    package static let day: Int64 = 86_400_000

    /// Returns the beginning of the hour of a time.
    package static func hour(of time: Int64) -> Int64 { time - time % hour }

    /// Returns the beginning of the day of a time, in UTC.
    package static func day(of time: Int64) -> Int64 { time - time % day }
}
