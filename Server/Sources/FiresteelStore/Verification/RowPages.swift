import FiresteelDatabase

/// Reads all rows of a table in the order of their keys, a few at once, so that memory doesn't grow with the table.
///
/// Pages follow each other by the keys. After a damaged one, which can't be compared with as it is stored, rows are counted from
/// the last key that can, so that it ends nothing.
struct RowPages {
    let database: any DatabaseConnection
    let table: StoredTable
    /// The program whose rows are read, or `nil` for those of all.
    var program: String?

    /// Calls a function with each row.
    func forEach(_ body: (DatabaseRow) throws -> Void) throws {
        let key = table.key.filter { program == nil || $0 != "program" }
        let names = key.joined(separator: ", ")
        let placeholders = key.map { _ in "?" }.joined(separator: ", ")
        // Requests have megabytes each.
        let limit: Int64 = table == .requests ? 20 : 500
        var last: [DatabaseValue]?
        // The rows after the last key that were read already.
        var offset: Int64 = 0
        while true {
            var conditions: [String] = []
            if program != nil { conditions.append("program = ?") }
            if last != nil { conditions.append(key.count == 1 ? "\(names) > ?" : "(\(names)) > (\(placeholders))") }
            let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            let rows = try database.query(
                "SELECT * FROM \(table.rawValue)\(filter) ORDER BY \(names) LIMIT ? OFFSET ?",
                (program.map { [DatabaseValue.text($0)] } ?? []) + (last ?? []) + [.int(limit), .int(offset)])
            for row in rows { try body(row) }
            guard Int64(rows.count) == limit else { return }
            offset += limit
            for (index, row) in rows.enumerated().reversed() {
                let values = try key.map { try row[$0] }
                guard values.allSatisfy(Self.isComparable) else { continue }
                (last, offset) = (values, limit - Int64(index) - 1)
                break
            }
        }
    }

    /// Whether the next page can begin after a value: keys are numbers and texts.
    private static func isComparable(_ value: DatabaseValue) -> Bool {
        switch value {
        case .int, .double, .text: true
        case .null, .blob: false
        }
    }
}
