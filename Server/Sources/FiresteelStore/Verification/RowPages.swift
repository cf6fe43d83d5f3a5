import FiresteelDatabase

/// Reads all rows of a table in the order of their keys, a few at once, so that memory doesn't grow with the table.
///
/// Pages follow each other by the stored values of the keys, whatever these are, so that a damaged key ends nothing.
struct RowPages {
    let database: any DatabaseConnection
    let table: StoredTable
    /// The program whose rows are read, or `nil` for those of all.
    var program: String?

    /// Calls a function with each row.
    func forEach(_ body: (DatabaseRow) throws -> Void) throws {
        let key = table.key.filter { program == nil || $0 != "program" }
        let names = key.joined(separator: ", ")
        let places = key.map { _ in "?" }.joined(separator: ", ")
        // Requests have megabytes each.
        let limit: Int64 = table == .requests ? 20 : 500
        var last: [DatabaseValue]?
        while true {
            var conditions: [String] = []
            if program != nil { conditions.append("program = ?") }
            if last != nil { conditions.append(key.count == 1 ? "\(names) > ?" : "(\(names)) > (\(places))") }
            let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
            let rows = try database.query(
                "SELECT * FROM \(table.rawValue)\(filter) ORDER BY \(names) LIMIT ?",
                (program.map { [DatabaseValue.text($0)] } ?? []) + (last ?? []) + [.int(limit)])
            for row in rows { try body(row) }
            guard let end = rows.last, Int64(rows.count) == limit else { return }
            last = try key.map { try end[$0] }
        }
    }
}
