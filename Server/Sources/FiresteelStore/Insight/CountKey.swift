/// The kinds of texts by which roll-ups count: the subjects and values of rows, as the database has them.
///
/// Such a key is a prefix and a name; that of everything is empty. A name has parts with tabs between, which no part
/// contains: feature and identifier of an action, flag and variant, feature and reason of a refusal. Errors and durations of an
/// action are counted under its key with one more part.
package enum CountKey: String, Sendable, CaseIterable {
    case feature = "f:"
    case action = "a:"
    case group = "g:"
    case system = "s:"
    case device = "d:"
    case variant = "v:"

    /// Returns the kind of a key, or `nil` for that of everything.
    package init?(of key: String) {
        guard let kind = Self.allCases.first(where: { $0.begins(key) }) else { return nil }
        self = kind
    }

    /// Whether a key is of this kind.
    ///
    /// Bytes are compared, as databases do: an accent that begins a name is one character with the colon.
    private func begins(_ key: String) -> Bool { key.utf8.starts(with: rawValue.utf8) }

    /// Returns the key of a name.
    package func key(_ name: String) -> String { rawValue + name }

    /// Returns the key of a name of two parts.
    package func key(_ first: String, _ second: String) -> String { key(Self.name(first, second)) }

    /// Returns the name in a key, or `nil` in one of another kind.
    package func name(in key: String) -> String? {
        begins(key) ? String(Substring(key.utf8.dropFirst(rawValue.utf8.count))) : nil
    }

    /// Returns the parts of the name in a key of this kind.
    package func parts(in key: String) -> (first: String, second: String) { Self.parts(of: name(in: key) ?? key) }

    /// Returns a name of two parts, or a name or key with one more part.
    package static func name(_ first: String, _ second: String) -> String { "\(first)\t\(second)" }

    /// Returns the first part of a name and the rest, which is empty without a second one.
    package static func parts(of name: String) -> (first: String, second: String) {
        guard let tab = name.utf8.firstIndex(of: UInt8(ascii: "\t")) else { return (name, "") }
        return (String(name[..<tab]), String(name[name.utf8.index(after: tab)...]))
    }

    /// Returns a key without its last part, and that part, or `nil` with one part alone.
    package static func splitLast(_ key: String) -> (key: String, last: String)? {
        guard let tab = key.utf8.lastIndex(of: UInt8(ascii: "\t")) else { return nil }
        return (String(key[..<tab]), String(key[key.utf8.index(after: tab)...]))
    }
}
