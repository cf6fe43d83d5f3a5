package import FiresteelDatabase
package import FiresteelFlags

/// Reads and writes items within a transaction.
package struct ItemTable {
    private let database: any DatabaseConnection
    private let program: String

    package init(_ database: any DatabaseConnection, program: String) {
        self.database = database
        self.program = program
    }

    /// Returns all items.
    package func all() throws -> [ItemKey: Item] {
        let rows = try database.query(
            "SELECT kind, environment, name, change, value FROM items WHERE program = ?", [.text(program)])
        var items: [ItemKey: Item] = [:]
        items.reserveCapacity(rows.count)
        for row in rows {
            items[try Self.key(of: row)] = try Item(Self.value(row.text("value")), change: row.int64("change"))
        }
        return items
    }

    /// Returns the versions that changes after one wrote, the newest of each item; a removed item has no value.
    package func changed(after change: Int64) throws -> [ItemKey: Item?] {
        let rows = try database.query(
            "SELECT kind, environment, name, change, value FROM item_versions WHERE program = ? AND change > ? ORDER BY change",
            [.text(program), .int(change)])
        var items: [ItemKey: Item?] = [:]
        for row in rows {
            let text = try row.textIfPresent("value")
            items[try Self.key(of: row)] = .some(
                try text.map { try Item(Self.value($0), change: row.int64("change")) })
        }
        return items
    }

    /// A version of an item.
    package struct VersionKey: Sendable, Hashable {
        package let item: ItemKey
        package let change: Int64
    }

    /// Returns the hashes of all versions, empty for a removed item.
    package func versions() throws -> [VersionKey: String] {
        var versions: [VersionKey: String] = [:]
        let rows = try database.query(
            "SELECT kind, environment, name, change, value FROM item_versions WHERE program = ?", [.text(program)])
        for row in rows {
            versions[try VersionKey(item: Self.key(of: row), change: row.int64("change"))] =
                try row.textIfPresent("value").map(Secret.hash) ?? ""
        }
        return versions
    }

    /// Returns the value of an item after a change, or `nil` if it didn't exist then.
    package func value(of key: ItemKey, after change: Int64) throws -> FlagValue? {
        let rows = try database.query(
            """
            SELECT value FROM item_versions
            WHERE program = ? AND kind = ? AND environment = ? AND name = ? AND change <= ?
            ORDER BY change DESC LIMIT 1
            """, arguments(key) + [.int(change)])
        return try rows.first?.textIfPresent("value").map(Self.value)
    }

    /// Returns all items as they were after a change.
    package func all(after change: Int64) throws -> [ItemKey: Item] {
        let rows = try database.query(
            """
            SELECT v.kind, v.environment, v.name, v.change, v.value FROM item_versions v
            JOIN (SELECT kind, environment, name, MAX(change) AS last FROM item_versions
                  WHERE program = ? AND change <= ? GROUP BY kind, environment, name) l
            ON v.kind = l.kind AND v.environment = l.environment AND v.name = l.name AND v.change = l.last
            WHERE v.program = ? AND v.value IS NOT NULL
            """, [.text(program), .int(change), .text(program)])
        var items: [ItemKey: Item] = [:]
        for row in rows {
            items[try Self.key(of: row)] = try Item(Self.value(row.text("value")), change: row.int64("change"))
        }
        return items
    }

    /// Stores the result of a change.
    package func apply(_ differences: [ItemDifference], change: Int64) throws {
        for difference in differences {
            let key = arguments(difference.item)
            let text: DatabaseValue = difference.after.map { .text($0.json()) } ?? .null
            _ = try database.execute(
                "INSERT INTO item_versions (program, kind, environment, name, change, value) VALUES (?, ?, ?, ?, ?, ?)",
                key + [.int(change), text])
            if difference.after == nil {
                _ = try database.execute(
                    "DELETE FROM items WHERE program = ? AND kind = ? AND environment = ? AND name = ?", key)
            } else {
                _ = try database.execute(
                    """
                    INSERT INTO items (program, kind, environment, name, change, value) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (program, kind, environment, name) DO UPDATE SET change = excluded.change, value = excluded.value
                    """, key + [.int(change), text])
            }
        }
    }

    private func arguments(_ key: ItemKey) -> [DatabaseValue] {
        [.text(program), .text(key.kind.rawValue), .text(key.environment), .text(key.name)]
    }

    private static func key(of row: DatabaseRow) throws -> ItemKey {
        let word = try row.text("kind")
        guard let kind = ItemKind(rawValue: word) else { throw StoreError.damaged("An item has the kind “\(word)”.") }
        return try ItemKey(kind, row.text("name"), environment: row.text("environment"))
    }

    private static func value(_ text: String) throws -> FlagValue {
        do {
            return try FlagValue(json: text.utf8)
        } catch {
            throw StoreError.damaged("An item isn't JSON: \(error)")
        }
    }
}
