package import FiresteelDatabase

/// A table whose rows are read one by one, so that a damaged one affects no other.
package enum StoredTable: String, Sendable, Hashable {
    case accessLog = "access_log"
    case accounts
    case changes
    case counters
    case environments
    case invitations
    case itemVersions = "item_versions"
    case planGuards = "plan_guards"
    case requests
    case revisions
    case roles
    case secondFactors = "second_factors"
    case settings
    case signIns = "sign_ins"
    case tokens

    /// The columns that identify a row.
    var key: [String] {
        switch self {
        case .accessLog: ["number"]
        case .accounts, .invitations, .tokens: ["id"]
        case .changes: ["program", "number"]
        case .counters, .settings: ["name"]
        case .environments, .requests: ["program", "id"]
        case .itemVersions: ["program", "kind", "environment", "name", "change"]
        case .planGuards: ["program", "environment", "flag"]
        case .revisions: ["program", "environment", "revision"]
        case .roles: ["account", "program"]
        case .secondFactors: ["account"]
        case .signIns: ["hash"]
        }
    }

    /// Returns the key of a row, whether or not its columns are valid.
    package func key(of row: DatabaseRow) -> String {
        key.map { column in
            switch try? row[column] {
            // Of a session as much as its identifier has.
            case .text(let text)?: String(text.unicodeScalars.prefix(self == .signIns ? 24 : 100))
            case .int(let number)?: "\(number)"
            default: "?"
            }
        }.joined(separator: " ")
    }

    /// Reads a row.
    ///
    /// - Throws: ``StoreError/damaged(_:)`` that names the row if it can't be read.
    package func read<Value>(_ row: DatabaseRow, _ body: (DatabaseRow) throws -> Value) throws(StoreError) -> Value {
        do {
            return try body(row)
        } catch {
            throw .damaged("\(DamagedRow(self, row, error))")
        }
    }

    /// Reads rows, each for itself.
    package func read<Value: Sendable>(
        _ rows: [DatabaseRow], _ body: (DatabaseRow) throws -> Value
    ) -> StoredRows<Value> {
        var stored = StoredRows<Value>()
        stored.values.reserveCapacity(rows.count)
        for row in rows {
            do {
                stored.values.append(try body(row))
            } catch {
                stored.damaged.append(DamagedRow(self, row, error))
            }
        }
        return stored
    }
}
