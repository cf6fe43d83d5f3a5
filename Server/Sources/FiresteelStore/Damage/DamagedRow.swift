package import FiresteelDatabase

/// A stored row that can't be read.
///
/// It is left out; the other rows of its table aren't affected.
package struct DamagedRow: Sendable, Hashable, CustomStringConvertible {
    /// The table.
    package let table: StoredTable
    /// What identifies the row in its table.
    package let key: String
    /// Why it can't be read.
    package let reason: String

    /// Creates a row that an error kept from being read.
    package init(_ table: StoredTable, _ row: DatabaseRow, _ error: any Error) {
        self.table = table
        key = table.key(of: row)
        reason = Self.reason(error)
    }

    /// The row, its table, and the reason.
    package var description: String {
        "The row “\(key)” of the table “\(table.rawValue)” can't be read: \(reason)"
    }

    /// Returns why something that is stored can't be read, as a sentence without what to do.
    package static func reason(_ error: any Error) -> String {
        switch error {
        case StoreError.damaged(let message): message
        case DatabaseError.unexpectedValue(let column, let expected, let found):
            "Its column “\(column)” has \(found) instead of \(expected)."
        default: "\(error)"
        }
    }

    /// Whether an error says that something stored can't be read, rather than that the database can't be used.
    package static func isDamage(_ error: any Error) -> Bool {
        switch error {
        case StoreError.damaged, DatabaseError.unexpectedValue: true
        default: false
        }
    }
}

/// Rows as read from the database.
package struct StoredRows<Value: Sendable>: Sendable {
    /// The values of those that can be read.
    package var values: [Value] = []
    /// The others.
    package var damaged: [DamagedRow] = []
}
