/// An action as a member of a feature, through which it is performed.
///
/// Create one for each action with `action(_:_:)`, and store it in a `static let` of the feature. It has eight bytes
/// and can be copied and compared freely.
public struct ActionBinding<Owner: FeatureDefinition, BoundAction: ActionDefinition>: Sendable, Hashable {
    /// The action and feature, as a process-wide index.
    public let reference: BindingReference

    init(_ reference: BindingReference) {
        self.reference = reference
    }
}

/// An action of a feature, without their types: an index into the tables of every ``FeatureRuntime``.
public struct BindingReference: Sendable, Hashable {
    @usableFromInline let action: UInt32
    @usableFromInline let feature: UInt32
}

/// The visibility of an action.
public enum ActionVisibility: Sendable {
    /// The action is performed by the program.
    case declared
    /// Users can select the action by name, as in a tool palette or a command menu.
    case published
}

extension FeatureDefinition {
    /// Binds an action to this feature.
    ///
    /// - Parameters:
    ///   - type: The action.
    ///   - visibility: The visibility. ``ActionVisibility/published`` offers the action wherever the program lists
    ///     available actions.
    ///   - file: The file of the binding, for diagnostics.
    ///   - line: The line of the binding, for diagnostics.
    public static func action<BoundAction: ActionDefinition>(
        _ type: BoundAction.Type, _ visibility: ActionVisibility = .declared,
        file: StaticString = #fileID, line: UInt = #line
    ) -> ActionBinding<Self, BoundAction> {
        ActionBinding(
            Interning.shared.binding(
                of: type, in: Self.self, visibility: visibility, at: SourcePosition(file: file, line: line)))
    }

    /// Lists this feature's actions, in the order in which they are shown.
    ///
    /// - Parameters:
    ///   - bindings: The actions.
    ///   - file: The file of the list, for diagnostics.
    ///   - line: The line of the list, for diagnostics.
    public static func declare<each BoundAction: ActionDefinition>(
        _ bindings: repeat ActionBinding<Self, each BoundAction>, file: StaticString = #fileID, line: UInt = #line
    ) -> DeclaredActions {
        var references: [BindingReference] = []
        for binding in repeat each bindings {
            references.append(binding.reference)
        }
        return DeclaredActions(references, at: SourcePosition(file: file, line: line))
    }
}

/// The actions that a feature declares.
public struct DeclaredActions: Sendable {
    let references: [BindingReference]
    /// The position of the list, if the feature has one.
    let position: SourcePosition?

    init(_ references: [BindingReference], at position: SourcePosition? = nil) {
        self.references = references
        self.position = position
    }
}

/// A position in a program's source code, for diagnostics.
struct SourcePosition: Sendable, CustomStringConvertible {
    let file: StaticString
    let line: UInt

    /// The module, the file's name and the line.
    var description: String { "\(file):\(line)" }
}
