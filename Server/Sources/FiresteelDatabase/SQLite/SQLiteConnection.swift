internal import Foundation
internal import GRDB
internal import GRDBSQLite

final class SQLiteConnection: DatabaseConnection {
    private let database: GRDB.Database
    /// The error of the first failed statement, which ends the transaction as it does in PostgreSQL.
    private(set) var error: DatabaseError?

    init(_ database: GRDB.Database) { self.database = database }

    var dialect: DatabaseDialect { .sqlite }

    func execute(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
        try checked {
            let before = database.totalChangesCount
            try statement(sql, arguments).execute()
            // SQLite repeats the last count after statements that change no rows.
            return database.totalChangesCount == before ? 0 : database.changesCount
        }
    }

    func query(_ sql: String, _ arguments: [DatabaseValue]) throws -> [DatabaseRow] {
        try checked {
            let statement = try statement(sql, arguments)
            let columns = DatabaseRow.index(statement.columnNames)
            let cursor = try Row.fetchCursor(statement)
            var rows: [DatabaseRow] = []
            while let row = try cursor.next() {
                let values = row.databaseValues.enumerated().map { index, value in
                    DatabaseValue(sqlite: value, at: Int32(index), of: statement.sqliteStatement)
                }
                rows.append(DatabaseRow(columns: columns, values: values))
            }
            return rows
        }
    }

    private func statement(_ sql: String, _ arguments: [DatabaseValue]) throws -> Statement {
        for argument in arguments { try argument.check() }
        let statement = try database.cachedStatement(sql: sql)
        try statement.setArguments(StatementArguments(arguments.map(\.sqlite)))
        return statement
    }

    private func checked<Value>(_ body: () throws -> Value) throws -> Value {
        if let error { throw error }
        do {
            return try body()
        } catch {
            let converted = SQLiteError.convert(error, in: database)
            self.error = converted
            throw converted
        }
    }
}

extension DatabaseValue {
    /// The size up to which a text is compared with its bytes, for what keys and names have.
    private static let comparedBytes = 4_096

    /// Creates a value from SQLite's.
    ///
    /// A text that isn't UTF-8, or has NUL characters, is bytes: a reader of texts refuses it, instead of reading its beginning or
    /// what it was repaired to.
    init(sqlite value: GRDB.DatabaseValue, at index: Int32, of statement: OpaquePointer) {
        switch value.storage {
        case .null: self = .null
        case .int64(let int): self = .int(int)
        case .double(let double): self = .double(double)
        case .string(let text):
            let count = Int(sqlite3_column_bytes(statement, index))
            // The replacement character is at most as long as what it replaces.
            let isSame = text.utf8.count == count && (count > Self.comparedBytes || !text.utf8.contains(0xEF))
            if isSame {
                self = .text(text)
                return
            }
            let bytes = Array(UnsafeBufferPointer(start: sqlite3_column_text(statement, index), count: count))
            if let whole = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
                self = .text(whole)
            } else {
                self = .blob(bytes)
            }
        case .blob(let data): self = .blob(Array(data))
        }
    }

    var sqlite: GRDB.DatabaseValue {
        switch self {
        case .null: .null
        case .int(let int): int.databaseValue
        case .double(let double): double.databaseValue
        case .text(let text): text.databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }

    /// Throws if one of the databases can't store the value.
    func check() throws {
        switch self {
        case .text(let text) where text.utf8.contains(0):
            throw DatabaseError.statement(message: "a text contains a NUL character")
        case .double(let double) where double.isNaN:
            throw DatabaseError.statement(message: "an argument is not a number (NaN)")
        default: break
        }
    }
}
