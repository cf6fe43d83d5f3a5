package import FiresteelDatabase

/// Reads and writes values of the whole installation within a transaction.
package struct SettingTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) {
        self.database = database
    }

    /// The name of a value.
    package enum Name: String {
        /// The secret that signs addresses of event streams.
        case streamSecret = "stream-secret"
        /// The secret that signs cookies of known devices.
        case deviceSecret = "device-secret"
        /// The secret that people are counted with.
        case insightSecret = "insight-secret"
        /// The hash of the code for the first account.
        case firstAccountCode = "first-account-code"
        /// The time at which that code expires.
        case firstAccountExpiry = "first-account-expiry"
        /// Whether people with more than the role of a viewer need a second factor, `1` if they do.
        case requiresSecondFactor = "requires-second-factor"
        /// The days for which sessions, reports and counts are stored, with spaces between.
        case retention
    }

    package func value(_ name: Name) throws -> String? {
        try database.query("SELECT name, value FROM settings WHERE name = ?", [.text(name.rawValue)]).first.map {
            try StoredTable.settings.read($0, Self.value)
        }
    }

    static func value(_ row: DatabaseRow) throws -> String {
        let value = try row.text("value")
        switch Name(rawValue: try row.text("name")) {
        case .streamSecret, .deviceSecret, .insightSecret:
            // Without a secret everyone could sign.
            guard !value.isEmpty else { throw StoreError.damaged("The secret is empty.") }
        case .requiresSecondFactor:
            // It must not lapse unnoticed.
            guard value == "1" else {
                throw StoreError.damaged("Its value is neither “1” nor missing. Second factors are required.")
            }
        case .retention:
            // Other days may delete too much.
            guard value.split(separator: " ").compactMap({ Int($0) }).count == 3 else {
                throw StoreError.damaged(
                    "“\(value)” isn't three numbers of days. Nothing is deleted until they are set again.")
            }
        case .firstAccountCode, .firstAccountExpiry, nil: break
        }
        return value
    }

    /// Whether people with more than the role of a viewer need a second factor.
    ///
    /// They do if the value can't be read: it must not lapse unnoticed, and signing in continues.
    package func requiresSecondFactor() throws -> Bool { try secondFactorRule().isRequired }

    /// Whether people with more than the role of a viewer need a second factor, and the row if it can't be read.
    package func secondFactorRule() throws -> (isRequired: Bool, damaged: [DamagedRow]) {
        let rows = try database.query(
            "SELECT name, value FROM settings WHERE name = ?", [.text(Name.requiresSecondFactor.rawValue)])
        return (!rows.isEmpty, StoredTable.settings.read(rows, Self.value).damaged)
    }

    package func set(_ name: Name, to value: String?) throws {
        guard let value else {
            _ = try database.execute("DELETE FROM settings WHERE name = ?", [.text(name.rawValue)])
            return
        }
        _ = try database.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(name.rawValue), .text(value)])
    }

    /// Returns a value, and stores a new one first if there is none.
    ///
    /// Of several nodes, the first decides.
    package func value(_ name: Name, orStoring value: String) throws -> String {
        _ = try database.execute(
            "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.text(name.rawValue), .text(value)])
        return try self.value(name) ?? value
    }
}
