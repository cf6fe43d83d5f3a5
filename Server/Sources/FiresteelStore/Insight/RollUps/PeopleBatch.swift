package import FiresteelDatabase

/// People that are counted in one transaction.
///
/// The subject is `all` with an empty value, `features`, `refusals`, `groups` or `variants` with a value, or a group with a
/// variant. Of people whose sessions failed or ended abnormally, `failed` with a feature or without one, and `abnormal`, have
/// the variants.
package struct PeopleBatch: Sendable {
    private struct Key: Hashable {
        let scope: Int64
        let subject: String
        let hour: Int64
        let version: String
        let value: String

        var values: [DatabaseValue] { [.int(scope), .text(subject), .int(hour), .text(version), .text(value)] }
    }

    private var sketches: [Key: PeopleSketch] = [:]

    package init() {}

    package mutating func add(_ hash: UInt64, to subject: String, value: String = "", _ slice: InsightSlice) {
        let key = Key(
            scope: slice.scope, subject: subject, hour: slice.hour, version: slice.version, value: value)
        sketches[key, default: PeopleSketch()].insert(hash)
    }

    /// Adds the people of a sketch.
    package mutating func add(_ sketch: PeopleSketch, to subject: String, value: String = "", _ slice: InsightSlice) {
        let key = Key(
            scope: slice.scope, subject: subject, hour: slice.hour, version: slice.version, value: value)
        sketches[key, default: PeopleSketch()].formUnion(sketch)
    }

    /// Unites the sketches with those that are stored, and returns how many of these were damaged and begin again.
    @discardableResult
    package func write(_ database: any DatabaseConnection) throws -> Int {
        var sketches = sketches
        var damaged = 0
        let columns = ["scope", "subject", "hour", "version", "value"]
        for row in try RowBatch.select(
            "t.*", from: "insight_people", keys: columns, sketches.keys.map(\.values), database)
        {
            let key = try Key(
                scope: row.int64("scope"), subject: row.text("subject"), hour: row.int64("hour"),
                version: row.text("version"), value: row.text("value"))
            guard let bytes = try? row.blob("sketch"), let stored = PeopleSketch(bytes) else {
                damaged += 1
                continue
            }
            sketches[key]?.formUnion(stored)
            if sketches[key]?.bytes == bytes { sketches[key] = nil }
        }
        try RowBatch.insert(
            into: "insight_people (scope, subject, hour, version, value, sketch)",
            sketches.map { $0.values + [.blob($1.bytes)] },
            "ON CONFLICT (scope, subject, hour, version, value) DO UPDATE SET sketch = excluded.sketch", database)
        return damaged
    }
}
