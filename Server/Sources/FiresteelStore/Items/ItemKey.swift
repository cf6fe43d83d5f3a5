/// The kind of an item.
package enum ItemKind: String, Sendable, Hashable, CaseIterable {
    /// A flag: the part that all environments share.
    case flag
    /// The state, rules and rollout of a flag in one environment.
    case targeting
    /// A named condition that rules share.
    case segment
    /// An experiment with a flag in one environment, or a holdout.
    case experiment

    /// Whether an item belongs to one environment; the others are shared by all.
    package var isOfEnvironment: Bool { self == .targeting || self == .experiment }
}

/// The identity of an item of a program, which one edit changes.
package struct ItemKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The kind of the item.
    package let kind: ItemKind
    /// The environment, empty for an item that all environments share.
    package let environment: String
    /// The flag's key, or the name of the segment or experiment.
    package let name: String

    /// Creates the identity of an item.
    package init(_ kind: ItemKind, _ name: String, environment: String = "") {
        self.kind = kind
        self.environment = environment
        self.name = name
    }

    /// The item in a few words: "targeting of “export” in production".
    package var description: String {
        if environment.isEmpty { return "\(kind) “\(name)”" }
        return "\(kind)\(kind == .targeting ? " of" : "") “\(name)” in \(environment)"
    }

    /// Orders items by kind, name and environment.
    package static func < (lhs: ItemKey, rhs: ItemKey) -> Bool {
        (lhs.kind.rawValue, lhs.name, lhs.environment) < (rhs.kind.rawValue, rhs.name, rhs.environment)
    }
}
