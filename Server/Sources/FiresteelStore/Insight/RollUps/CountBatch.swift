package import FiresteelDatabase

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
    /// - Parameter limit: The maximum count of one thing, so that no sum of invented counts overflows.
    package init(limit: Int64 = maximum) { self.limit = min(limit, Self.maximum) }

    /// The maximum count that is stored: a greater one is damaged, and begins again, as one that isn't a number does.
    package static let maximum: Int64 = 1 << 60

    /// The number of things that are counted.
    var size: Int { counts.count }

    package mutating func add(
        _ count: Int64, _ measure: InsightMeasure, of subject: String = "", value: String = "", _ slice: InsightSlice
    ) {
        let key = Key(
            scope: slice.scope, measure: measure, subject: subject, hour: slice.hour, version: slice.version,
            value: value)
        let (sum, overflow) = counts[key, default: 0].addingReportingOverflow(count)
        counts[key] = overflow ? limit : min(sum, limit)
    }

    package func write(_ database: any DatabaseConnection) throws {
        // In the order of the index, so that neighboring rows are written together.
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
