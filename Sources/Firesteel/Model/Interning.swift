import Synchronization

/// Assigns process-wide numbers to feature types and bindings, in the order of their first use.
///
/// The numbers are indices into the tables of every runtime, so finding a binding's action is an array access. They are
/// valid only in the process and never stored.
final class Interning: Sendable {
    static let shared = Interning()

    /// The feature and action of a binding.
    struct Binding: Sendable {
        let action: any ActionDefinition.Type
        let feature: any FeatureDefinition.Type
        var visibility: ActionVisibility
        /// The position of the first binding.
        let position: SourcePosition
    }

    private struct Pair: Hashable {
        let feature: UInt32
        let action: ObjectIdentifier
    }

    private struct State {
        var features: [ObjectIdentifier: UInt32] = [:]
        var bindings: [Pair: UInt32] = [:]
        var descriptions: [Binding] = []
    }

    private let state = Mutex(State())

    func feature(_ type: any FeatureDefinition.Type) -> UInt32 {
        state.withLock { Self.feature(type, &$0) }
    }

    func binding(
        of action: any ActionDefinition.Type, in feature: any FeatureDefinition.Type, visibility: ActionVisibility,
        at position: SourcePosition
    ) -> BindingReference {
        state.withLock { state in
            let featureIndex = Self.feature(feature, &state)
            let pair = Pair(feature: featureIndex, action: ObjectIdentifier(action))
            if let known = state.bindings[pair] {
                if visibility == .published { state.descriptions[Int(known)].visibility = .published }
                return BindingReference(action: known, feature: featureIndex)
            }
            let index = UInt32(state.descriptions.count)
            state.bindings[pair] = index
            state.descriptions.append(
                Binding(action: action, feature: feature, visibility: visibility, position: position))
            return BindingReference(action: index, feature: featureIndex)
        }
    }

    func describe(_ reference: BindingReference) -> Binding {
        state.withLock { $0.descriptions[Int(reference.action)] }
    }

    private static func feature(_ type: any FeatureDefinition.Type, _ state: inout State) -> UInt32 {
        let identifier = ObjectIdentifier(type)
        if let known = state.features[identifier] { return known }
        let index = UInt32(state.features.count)
        state.features[identifier] = index
        return index
    }
}
