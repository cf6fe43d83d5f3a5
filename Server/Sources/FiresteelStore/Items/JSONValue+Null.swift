package import FiresteelBase

extension JSONValue {
    /// The path of the first text or name of a member with the character U+0000, such as `rules[0].name`; `nil` without.
    ///
    /// PostgreSQL stores no text with it, so none is accepted with any database.
    package var pathOfNull: String? {
        switch self {
        case .string(let text): return text.utf8.contains(0) ? "" : nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let path = element.pathOfNull { return Self.joined("[\(index)]", path) }
            }
        case .object(let members):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                if name.utf8.contains(0) { return name.replacing("\0", with: "\u{2400}") }
                if let path = member.pathOfNull { return Self.joined(name, path) }
            }
        case .null, .bool, .int, .double: break
        }
        return nil
    }

    private static func joined(_ name: String, _ path: String) -> String {
        path.isEmpty || path.hasPrefix("[") ? name + path : "\(name).\(path)"
    }
}
