import FiresteelDatabase

/// Statements with many rows of arguments, so that a transaction of thousands of rows needs few round trips.
///
/// Rows are sent in groups whose sizes are powers of two, so that there are few different statements.
enum RowBatch {
    private static let maximumRows = 128

    /// Calls a function with a list of placeholders for arguments, such as `(?,?),(?,?)`, and their arguments.
    static func each(
        _ rows: [[DatabaseValue]], _ body: (_ placeholders: String, _ arguments: [DatabaseValue]) throws -> Void
    ) throws {
        guard let width = rows.first?.count else { return }
        let row = "(" + Array(repeating: "?", count: width).joined(separator: ",") + ")"
        var start = 0
        while start < rows.count {
            var size = maximumRows
            while size > rows.count - start { size /= 2 }
            try body(
                Array(repeating: row, count: size).joined(separator: ","), Array(rows[start..<start + size].joined()))
            start += size
        }
    }

    /// Inserts rows.
    ///
    /// - Parameters:
    ///   - table: The table and its columns, such as `items (name, value)`.
    ///   - rows: The values, in the order of the columns.
    ///   - conflict: The clause for rows that exist.
    static func insert(
        into table: String, _ rows: [[DatabaseValue]], _ conflict: String = "", _ database: any DatabaseConnection
    ) throws {
        try each(rows) { placeholders, arguments in
            try database.execute("INSERT INTO \(table) VALUES \(placeholders) \(conflict)", arguments)
        }
    }

    /// Returns the rows of a table that have one of several keys.
    ///
    /// - Parameters:
    ///   - columns: The columns to return.
    ///   - table: The table.
    ///   - keys: The columns of its primary key, or a beginning of them.
    ///   - values: Their values.
    static func select(
        _ columns: String, from table: String, keys: [String], _ values: [[DatabaseValue]],
        _ database: any DatabaseConnection
    ) throws -> [DatabaseRow] {
        var found: [DatabaseRow] = []
        let names = keys.joined(separator: ", ")
        let condition = keys.map { "t.\($0) = wanted.\($0)" }.joined(separator: " AND ")
        try each(values) { placeholders, arguments in
            found += try database.query(
                "WITH wanted (\(names)) AS (VALUES \(placeholders)) SELECT \(columns) FROM wanted JOIN \(table) t ON \(condition)",
                arguments)
        }
        return found
    }

    /// Calls a function with a condition for rows that have one of several keys, and its arguments.
    ///
    /// Each key is a separate condition: for a list of rows, SQLite would read the whole table.
    static func eachCondition(
        on keys: [String], _ rows: [[DatabaseValue]],
        _ body: (_ condition: String, _ arguments: [DatabaseValue]) throws -> Void
    ) throws {
        let one = "(" + keys.map { "\($0) = ?" }.joined(separator: " AND ") + ")"
        try each(rows) { _, arguments in
            let count = arguments.count / keys.count
            try body(Array(repeating: one, count: count).joined(separator: " OR "), arguments)
        }
    }

    /// Deletes the rows of a table that have one of several keys, and returns how many there were.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - keys: The columns of its primary key, and others.
    ///   - rows: Their values.
    @discardableResult
    static func delete(
        from table: String, keys: [String], _ rows: [[DatabaseValue]], _ database: any DatabaseConnection
    ) throws -> Int {
        var deleted = 0
        try eachCondition(on: keys, rows) { condition, arguments in
            deleted += try database.execute("DELETE FROM \(table) WHERE \(condition)", arguments)
        }
        return deleted
    }
}
