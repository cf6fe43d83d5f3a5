/// Everything that decides one flag: the rules of its providers and the flags it depends on.
///
/// Immutable, replaced when any of it changes, read by decisions without a lock.
///
/// `@unchecked Sendable` because of the references to other entries, which their stack retains until it is released.
final class CompiledDecision: @unchecked Sendable {
    /// The flags of an exclusion group.
    ///
    /// `@unchecked Sendable` because of the same references.
    final class Group: @unchecked Sendable {
        let name: String
        /// The flags of the group, in the order of their keys.
        let members: [Unmanaged<FlagEntry>]

        init(name: String, members: [Unmanaged<FlagEntry>]) {
            self.name = name
            self.members = members
        }
    }

    let rules: FlagRules
    let parent: Unmanaged<FlagEntry>?
    let group: Group?
    /// Its priority in the group.
    let priority: Int
    /// Whether the flag is its own ancestor.
    let isInCycle: Bool
    /// Whether another context can get another value, by the flag's rules or by those of flags it depends on.
    let isContextual: Bool
    /// Whether another time can give another value.
    let isTimed: Bool

    init(
        rules: FlagRules, parent: Unmanaged<FlagEntry>?, group: Group?, priority: Int = 0, isInCycle: Bool,
        isContextual: Bool, isTimed: Bool
    ) {
        self.rules = rules
        self.parent = parent
        self.group = group
        self.priority = priority
        self.isInCycle = isInCycle
        self.isContextual = isContextual
        self.isTimed = isTimed
    }

    static let empty = CompiledDecision(
        rules: .none, parent: nil, group: nil, isInCycle: false, isContextual: false, isTimed: false)
}
