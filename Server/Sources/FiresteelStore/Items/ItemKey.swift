/// The kind of an item.
public enum ItemKind: String, Sendable, Hashable, CaseIterable {
    /// A flag: what all environments share.
    case flag
    /// The state, rules and rollout of a flag in one environment.
    case targeting
    /// A named condition that rules share.
    case segment
}

/// The identity of an item of a program: what one edit changes.
public struct ItemKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The kind of the item.
    public let kind: ItemKind
    /// The environment, empty for an item that all environments share.
    public let environment: String
    /// The flag's key or the segment's name.
    public let name: String

    /// Creates the identity of an item.
    public init(_ kind: ItemKind, _ name: String, environment: String = "") {
        self.kind = kind
        self.environment = environment
        self.name = name
    }

    /// The item in a few words: "targeting of “export” in production".
    public var description: String {
        environment.isEmpty ? "\(kind) “\(name)”" : "\(kind) of “\(name)” in \(environment)"
    }

    /// Orders items by kind, name and environment.
    public static func < (lhs: ItemKey, rhs: ItemKey) -> Bool {
        (lhs.kind.rawValue, lhs.name, lhs.environment) < (rhs.kind.rawValue, rhs.name, rhs.environment)
    }
}
