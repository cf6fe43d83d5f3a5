/// Everything that decides one flag: what its providers have for its key, and what stands beside it.
///
/// Immutable, made when something of it changes, read by evaluations without a lock.
///
/// `@unchecked Sendable` because of the references to other entries, which their stack keeps as long as it is there.
final class FlagPlan: @unchecked Sendable {
    /// One provider's part, in the order in which they are asked.
    enum Step: Sendable {
        /// A provider that gives the same answer to everybody.
        case fixed(FlagEvaluation, FlagSourceName, metadata: [String: FlagValue])
        /// A provider whose answer must be computed.
        case rule(any FlagRule, FlagSourceName, metadata: [String: FlagValue])
        /// A provider that gives nothing: it doesn't know the flag, isn't ready, or what it has is of another type.
        case nothing(FlagSourceName, FlagError)
        /// The program itself: on or off whatever comes behind.
        case local(Bool)
    }

    /// The flags of an exclusion group.
    ///
    /// `@unchecked Sendable` because of the same references.
    final class Group: @unchecked Sendable {
        let name: String
        /// In the order of their keys.
        let members: [Unmanaged<FlagEntry>]

        init(name: String, members: [Unmanaged<FlagEntry>]) {
            self.name = name
            self.members = members
        }
    }

    let steps: [Step]
    let parent: Unmanaged<FlagEntry>?
    let group: Group?
    /// Whether the flag is its own ancestor.
    let isInCycle: Bool
    /// Whether another context can get another value, by its own rules or by those of flags that it depends on.
    let isContextual: Bool
    /// Whether another time can give another value.
    let isTimed: Bool
    /// The rule whose answer is the flag's, if it is of the right type: that of the first provider that knows the flag, where
    /// neither a parent nor a group has a say.
    let decider: (any FlagRule)?

    init(
        steps: [Step], parent: Unmanaged<FlagEntry>?, group: Group?, isInCycle: Bool, isContextual: Bool, isTimed: Bool
    ) {
        self.steps = steps
        self.parent = parent
        self.group = group
        self.isInCycle = isInCycle
        self.isContextual = isContextual
        self.isTimed = isTimed
        decider = parent == nil && group == nil && !isInCycle ? Self.decider(of: steps) : nil
    }

    private static func decider(of steps: [Step]) -> (any FlagRule)? {
        for step in steps {
            switch step {
            case .nothing(_, let error) where error.code == .flagNotFound: continue
            case .rule(let rule, _, _): return rule
            case .nothing, .fixed, .local: return nil
            }
        }
        return nil
    }

    static let empty = FlagPlan(
        steps: [], parent: nil, group: nil, isInCycle: false, isContextual: false, isTimed: false)
}

/// A provider's name, and whether it is the one whose values are set by hand.
struct FlagSourceName: Sendable, Hashable {
    let text: String
    let isByHand: Bool
}
