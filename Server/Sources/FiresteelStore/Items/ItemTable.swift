package import FiresteelBase
package import FiresteelDatabase

/// Reads and writes items within a transaction.
package struct ItemTable {
    let database: any DatabaseConnection
    let program: String

    package init(_ database: any DatabaseConnection, program: String) {
        self.database = database
        self.program = program
    }

    /// Returns all items.
    ///
    /// An item that can't be read is restored from its version, or from the change that wrote it. One whose copies are
    /// all damaged is left out.
    ///
    /// - Parameter restoring: Whether to read other copies of damaged items.
    package func all(restoring: Bool = true) throws -> StoredItems {
        let rows = try database.query(
            "SELECT kind, environment, name, change, value FROM items WHERE program = ?", [.text(program)])
        return try read(rows, restoring: restoring)
    }

    /// Applies the changes after a number to items that were read before.
    package func update(_ stored: inout StoredItems, after change: Int64) throws {
        let rows = try database.query(
            "SELECT kind, environment, name, change, value FROM item_versions WHERE program = ? AND change > ? ORDER BY change",
            [.text(program), .int(change)])
        for row in rows {
            let location = Self.location(of: row)
            stored.damaged[location] = nil
            do {
                let key = try Self.key(of: row)
                stored.items[key] = try row.textIfPresent("value").map {
                    try Item(Self.value($0), change: row.int64("change"))
                }
            } catch {
                try restore(row, location, error, &stored)
            }
        }
    }

    private func read(_ rows: [DatabaseRow], restoring: Bool = true) throws -> StoredItems {
        var stored = StoredItems()
        stored.items.reserveCapacity(rows.count)
        for row in rows {
            do {
                stored.items[try Self.key(of: row)] = try Item(
                    Self.value(row.text("value")), change: row.int64("change"))
            } catch {
                try restore(row, Self.location(of: row), error, &stored, reads: restoring)
            }
        }
        return stored
    }

    /// Reads an item from its other copies.
    ///
    /// Only from those of the same change: an older version may be on where the damaged one is off.
    private func restore(
        _ row: DatabaseRow, _ location: String, _ error: any Error, _ stored: inout StoredItems, reads: Bool = true
    ) throws {
        let change = (try? row.int64("change")) ?? 0
        guard let key = try? Self.key(of: row) else {
            stored.damaged[location] = DamagedItem(item: nil, location: location, change: change, reason: "\(error)")
            return
        }
        if reads, let copy = try copies(of: key, writtenBy: change).first {
            stored.items[key] = Item(copy, change: change)
            return
        }
        stored.items[key] = nil
        stored.damaged[location] = DamagedItem(
            item: key, location: location, change: change, reason: Self.reason(error))
    }

    /// Returns the readable copies of an item: its row, its version, and the difference of the change.
    private func copies(of key: ItemKey, writtenBy change: Int64) throws -> [JSONValue] {
        let texts =
            try database.query(
                "SELECT value FROM items WHERE program = ? AND kind = ? AND environment = ? AND name = ? AND change = ?",
                arguments(key) + [.int(change)])
            + database.query(
                "SELECT value FROM item_versions WHERE program = ? AND kind = ? AND environment = ? AND name = ? AND change = ?",
                arguments(key) + [.int(change)])
        var copies = texts.compactMap { row in
            (try? row.textIfPresent("value")).flatMap { $0.flatMap { try? Self.value($0) } }
        }
        if copies.isEmpty, let change = try? ChangeTable(database, program: program).change(change),
            let after = change.body.differences.first(where: { $0.item == key })?.after
        {
            copies.append(after)
        }
        return copies
    }

    private static func reason(_ error: any Error) -> String {
        if case StoreError.damaged(let message) = error { message } else { "\(error)" }
    }

    /// The columns that identify an item, whether or not they are valid.
    private static func location(of row: DatabaseRow) -> String {
        ["kind", "name", "environment"].map { (try? row.text($0)) ?? "?" }.joined(separator: " ")
    }

    /// Returns the items of changes, without their values, by the change's number.
    package func keys(of changes: ClosedRange<Int64>) throws -> [Int64: [ItemKey]] {
        var keys: [Int64: [ItemKey]] = [:]
        for row in try database.query(
            """
            SELECT kind, environment, name, change FROM item_versions
            WHERE program = ? AND change >= ? AND change <= ? ORDER BY change, kind, name, environment
            """, [.text(program), .int(changes.lowerBound), .int(changes.upperBound)])
        {
            guard let key = try? Self.key(of: row) else { continue }
            guard let change = try? row.int64("change") else { continue }
            keys[change, default: []].append(key)
        }
        return keys
    }

    /// A version of an item.
    package struct VersionKey: Sendable, Hashable {
        package let item: ItemKey
        package let change: Int64
    }

    /// Returns the hashes of all versions, empty for a removed item, and the rows that belong to no change.
    package func versions() throws -> (hashes: [VersionKey: String], damaged: [DamagedRow]) {
        let rows = try database.query(
            "SELECT program, kind, environment, name, change, value FROM item_versions WHERE program = ?",
            [.text(program)])
        let stored = StoredTable.itemVersions.read(rows) { row -> (VersionKey, String) in
            // One of an unknown kind belongs to no change.
            let key = (try? Self.key(of: row)) ?? ItemKey(.flag, Self.location(of: row))
            let isRemoved = (try? row["value"]) == .null
            return (
                VersionKey(item: key, change: try row.int64("change")),
                isRemoved ? "" : Secret.hash((try? row.text("value")) ?? "")
            )
        }
        return (Dictionary(stored.values, uniquingKeysWith: { $1 }), stored.damaged)
    }

    /// Returns the value of an item after a change, or `nil` if it didn't exist then.
    package func value(of key: ItemKey, after change: Int64) throws -> JSONValue? {
        let rows = try database.query(
            """
            SELECT value FROM item_versions
            WHERE program = ? AND kind = ? AND environment = ? AND name = ? AND change <= ?
            ORDER BY change DESC LIMIT 1
            """, arguments(key) + [.int(change)])
        return try rows.first?.textIfPresent("value").map(Self.value)
    }

    /// Returns the last value that an item had, also if it was removed; `nil` if it never existed.
    package func lastValue(of key: ItemKey) throws -> JSONValue? {
        let rows = try database.query(
            """
            SELECT value FROM item_versions
            WHERE program = ? AND kind = ? AND environment = ? AND name = ? AND value IS NOT NULL
            ORDER BY change DESC LIMIT 1
            """, arguments(key))
        return try rows.first?.textIfPresent("value").map(Self.value)
    }

    /// Returns all items as they were after a change.
    package func all(after change: Int64) throws -> StoredItems {
        let rows = try database.query(
            """
            SELECT v.kind, v.environment, v.name, v.change, v.value FROM item_versions v
            JOIN (SELECT kind, environment, name, MAX(change) AS last FROM item_versions
                  WHERE program = ? AND change <= ? GROUP BY kind, environment, name) l
            ON v.kind = l.kind AND v.environment = l.environment AND v.name = l.name AND v.change = l.last
            WHERE v.program = ? AND v.value IS NOT NULL
            """, [.text(program), .int(change), .text(program)])
        return try read(rows)
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

    private static func value(_ text: String) throws -> JSONValue {
        let value: JSONValue
        do {
            value = try JSONValue(json: text.utf8)
        } catch {
            throw StoreError.damaged("It isn't JSON: \(error)")
        }
        guard case .object = value else { throw StoreError.damaged("It isn't a JSON object.") }
        return value
    }
}
