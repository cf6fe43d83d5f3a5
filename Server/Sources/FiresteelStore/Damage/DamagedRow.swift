package import FiresteelDatabase

/// A stored row that can't be read.
///
/// It is left out; the other rows of its table aren't affected.
package struct DamagedRow: Sendable, Hashable, CustomStringConvertible {
    package let table: StoredTable
    /// The key of the row in its table.
    package let key: String
    /// The reason why it can't be read.
    package let reason: String

    /// Creates a row that an error kept from being read.
    package init(_ table: StoredTable, _ row: DatabaseRow, _ error: any Error) {
        self.table = table
        key = table.key(of: row)
        reason = Self.reason(error)
    }

    /// The row, its table, and the reason.
    package var description: String {
        "The row “\(Self.shown(key, limit: 500))” of the table “\(table.rawValue)” can't be read: \(reason)"
    }

    /// Returns the reason why stored data can't be read, as a sentence without a remedy.
    ///
    /// It may quote the stored data, so it is shortened and escaped for logs and terminals.
    package static func reason(_ error: any Error) -> String {
        switch error {
        case StoreError.damaged(let message): shown(message)
        case DatabaseError.unexpectedValue(let column, let expected, let found):
            "Its column “\(column)” has \(found) instead of \(expected)."
        default: shown("\(error)")
        }
    }

    /// Returns the first characters of a text, with escapes for those that control its output.
    package static func shown(_ text: String, limit: Int = 100) -> String {
        var (shown, length) = ("", 0)
        for scalar in text.unicodeScalars {
            let part = escaped(scalar)
            length += part.unicodeScalars.count
            guard length <= limit else { return shown + "…" }
            shown += part
        }
        return shown
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
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
