package import FiresteelDatabase
import Foundation

/// The names that roll-ups of the scopes use.
///
/// Their number is limited, because anyone who has a token out of an app can send any: beyond the limits they are counted
/// as ``other``, unless the server knows them. Names that look like secrets are replaced. A name that wasn't seen for a month
/// makes room for another.
package struct NameBook: Sendable {
    /// The kinds of names, with their limits in each scope.
    package enum Kind: String, Sendable, CaseIterable {
        case version
        case system
        case device
        case action
        case error
        case variant
        case refusal
        case succession
        case group

        var limit: Int {
            switch self {
            case .version: 300
            case .system: 300
            case .device: 20
            case .action: 2_000
            case .error: 2_000
            case .variant: 2_000
            case .refusal: 2_000
            case .succession: 20_000
            case .group: 2_000
            }
        }
    }

    /// The name as which names beyond the limit are counted.
    package static let other = "(other)"

    private struct Key: Hashable {
        let scope: Int64
        let kind: Kind
    }

    private var names: [Key: [String: Int64]] = [:]
    private var added: [(scope: Int64, kind: Kind, name: String, time: Int64)] = []
    /// The keys of stored names that can't be read.
    private var unreadable: [[DatabaseValue]] = []
    private var known = KnownNames()
    private var overflowing: Set<Key> = []

    /// Creates a book without names.
    package init() {}

    /// Reads the names of all scopes; those that are damaged are known again when they are seen again.
    package init(_ database: any DatabaseConnection) throws {
        for row in try database.query("SELECT scope, kind, name, seen FROM insight_names") {
            do {
                guard let kind = Kind(rawValue: try row.text("kind")) else { continue }
                let key = try Key(scope: row.int64("scope"), kind: kind)
                names[key, default: [:]][try row.text("name")] = try row.int64("seen")
            } catch DatabaseError.unexpectedValue {
                unreadable.append(try ["scope", "kind", "name"].map { try row[$0] })
            }
        }
    }

    /// The number of stored names that are damaged.
    var damaged: Int { unreadable.count }

    /// The kinds of names beyond the limit that were counted as ``other``.
    var overflows: Set<NameOverflow> {
        Set(overflowing.compactMap { key in known.scopes[key.scope].map { NameOverflow(scope: $0, kind: key.kind) } })
    }

    /// Reads the server's data about scopes, if it changed.
    mutating func readKnown(_ database: any DatabaseConnection, of scopes: Set<Int64>) throws {
        try known.read(database, of: scopes)
    }

    /// Returns a name as it is counted.
    ///
    /// - Parameters:
    ///   - parts: The parts of the name, which are separated by tabs.
    ///   - kind: Its kind.
    ///   - scope: The scope.
    ///   - time: The time at which it was seen, in milliseconds since 1970.
    package mutating func name(_ parts: String..., as kind: Kind, scope: Int64, time: Int64) -> String {
        let key = Key(scope: scope, kind: kind)
        let raw = parts.count == 1 ? Self.plain(parts[0]) : parts.map(Self.plain).joined(separator: "\t")
        let day = InsightTime.day(of: time)
        if let seen = names[key]?[raw] {
            if seen < day { add(raw, key, time) }
            return raw
        }
        let clean = parts.map(Self.clean).joined(separator: "\t")
        if names[key]?[clean] != nil { return clean }
        guard (names[key]?.count ?? 0) < kind.limit || known.contains(clean, as: kind, scope: scope) else {
            overflowing.insert(key)
            return Array(repeating: Self.other, count: parts.count).joined(separator: "\t")
        }
        add(clean, key, time)
        return clean
    }

    private mutating func add(_ name: String, _ key: Key, _ time: Int64) {
        names[key, default: [:]][name] = InsightTime.day(of: time)
        added.append((key.scope, key.kind, name, time))
    }

    /// Writes the names that were added, and removes those that are damaged.
    package func write(_ database: any DatabaseConnection) throws {
        try RowBatch.delete(from: "insight_names", keys: ["scope", "kind", "name"], unreadable, database)
        var rows: [String: [DatabaseValue]] = [:]
        for (scope, kind, name, time) in added {
            rows["\(scope)\t\(kind.rawValue)\t\(name)"] = [
                .int(scope), .text(kind.rawValue), .text(name), .int(time), .int(InsightTime.day(of: time)),
            ]
        }
        try RowBatch.insert(
            into: "insight_names (scope, kind, name, first, seen)", Array(rows.values),
            "ON CONFLICT (scope, kind, name) DO UPDATE SET seen = excluded.seen", database)
    }

    /// Forgets which names were added and removed, once that is written.
    package mutating func markWritten() {
        added = []
        unreadable = []
        overflowing = []
    }

    /// Returns a part of a name as it is counted: plain, without what looks like a secret.
    static func clean(_ part: String) -> String {
        let plain = Self.plain(part)
        return SecretText.replaced(plain).map(Self.plain) ?? plain
    }

    /// Returns a text without control characters, which separate names, in Unicode's composed form.
    ///
    /// Swift compares texts by their meaning and databases by their bytes; of composed texts both have the same opinion.
    static func plain(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        return String(
            text.precomposedStringWithCanonicalMapping.unicodeScalars.map {
                $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0)
            })
    }
}

/// An environment in which a kind of names is at its limit.
package struct NameOverflow: Sendable, Hashable {
    package let scope: InsightScope
    /// The kind of the names.
    package let kind: NameBook.Kind
}
