/// An action as a member of a feature: the thing that is performed.
///
/// Make one for each action, with `action(_:_:)`, and keep it in a `static let` of the feature. It is eight bytes and
/// may be copied and compared freely.
public struct ActionBinding<Owner: FeatureDefinition, BoundAction: ActionDefinition>: Sendable, Hashable {
    /// Which action of which feature, in this process.
    public let reference: BindingReference

    init(_ reference: BindingReference) {
        self.reference = reference
    }
}

/// Which action of which feature, without their types: an index that every ``FeatureRuntime`` keeps tables by.
public struct BindingReference: Sendable, Hashable {
    @usableFromInline let action: UInt32
    @usableFromInline let feature: UInt32
}

/// Who gets to see an action.
public enum ActionVisibility: Sendable {
    /// The program performs it.
    case declared
    /// People choose it by name, as in a tool palette or a command menu.
    case published
}

extension FeatureDefinition {
    /// Makes an action a member of this feature.
    ///
    /// - Parameters:
    ///   - type: The action.
    ///   - visibility: ``ActionVisibility/published`` offers it by name wherever the program lists what can be done.
    public static func action<BoundAction: ActionDefinition>(
        _ type: BoundAction.Type, _ visibility: ActionVisibility = .declared
    ) -> ActionBinding<Self, BoundAction> {
        ActionBinding(Interning.shared.binding(of: type, in: Self.self, visibility: visibility))
    }

    /// Lists this feature's actions, in the order in which they are shown.
    public static func declare<each BoundAction: ActionDefinition>(
        _ bindings: repeat ActionBinding<Self, each BoundAction>
    ) -> DeclaredActions {
        var references: [BindingReference] = []
        for binding in repeat each bindings {
            references.append(binding.reference)
        }
        return DeclaredActions(references)
    }
}

/// The actions that a feature declares.
public struct DeclaredActions: Sendable {
    let references: [BindingReference]

    init(_ references: [BindingReference]) {
        self.references = references
    }
}
