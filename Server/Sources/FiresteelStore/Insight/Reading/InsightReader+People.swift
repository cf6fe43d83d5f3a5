import FiresteelDatabase

extension InsightReader {
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
            var cursor: [DatabaseValue]? = [.int(period.lowerBound - 1), "", ""]
            while let start = cursor {
                let rows = try sketches(of: subject, after: start, until: period.upperBound, conditions, arguments)
                for row in rows {
                    guard let value = try? row.text("value"), let bytes = try? row.blob("sketch"),
                        people.unite(bytes, with: value)
                    else {
                        damaged.add("insight_people", try [.int(scope), .text(subject)] + Self.cursor(row))
                        continue
                    }
                }
                cursor = try Int64(rows.count) < Self.sketchesAtOnce ? nil : rows.last.map(Self.cursor)
            }
        }
        return people
    }

    private static func cursor(_ row: DatabaseRow) throws -> [DatabaseValue] {
        try ["hour", "version", "value"].map { try row[$0] }
    }

    /// Returns the sketches of a subject that follow an hour, version and value, at most ``sketchesAtOnce``.
    private func sketches(
        of subject: String, after cursor: [DatabaseValue], until end: Int64, _ conditions: String,
        _ arguments: [DatabaseValue]
    ) throws -> [DatabaseRow] {
        try database.query(
            """
            SELECT hour, version, value, sketch FROM insight_people
            WHERE scope = ? AND subject = ? AND (hour, version, value) > (?, ?, ?) AND hour < ?\(conditions)
            ORDER BY hour, version, value LIMIT ?
            """,
            [.int(scope), .text(subject)] + cursor + [.int(end)] + arguments + [.int(Self.sketchesAtOnce)])
    }
}

extension [String: PeopleSketch] {
    /// Unites a stored sketch with that of a value, and returns whether it is readable.
    fileprivate mutating func unite(_ bytes: [UInt8], with value: String) -> Bool {
        if let isReadable = self[value]?.formUnion(stored: bytes) { return isReadable }
        var sketch = PeopleSketch()
        guard sketch.formUnion(stored: bytes) else { return false }
        self[value] = sketch
        return true
    }
}
