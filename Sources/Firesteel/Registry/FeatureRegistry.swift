import Synchronization

/// The registered features of a runtime, in the order of registration, groups before their sub-features.
final class FeatureRegistry: Sendable {
    private struct State {
        var features: [RegisteredFeature] = []
        var byPath: [FeaturePath: RegisteredFeature] = [:]
        var byType: [ObjectIdentifier: RegisteredFeature] = [:]
        var actions: [ActionPath: ExternalTarget] = [:]
    }

    private let state = Mutex(State())

    var all: [RegisteredFeature] { state.withLock { $0.features } }

    func add(_ new: [RegisteredFeature]) {
        state.withLock { state in
            state.features += new
            for feature in new {
                state.byPath[feature.path] = feature
                state.byType[ObjectIdentifier(feature.type)] = feature
                for reference in feature.type.actions.references {
                    let type = Interning.shared.describe(reference).action
                    state.actions[ActionPath(feature: feature.path, action: type.identifier)] = ExternalTarget(
                        type: type, reference: reference, feature: feature)
                }
            }
        }
    }

    func find(_ path: FeaturePath) -> RegisteredFeature? { state.withLock { $0.byPath[path] } }

    func find(_ type: any FeatureDefinition.Type) -> RegisteredFeature? {
        state.withLock { $0.byType[ObjectIdentifier(type)] }
    }

    /// Returns the declared action at a path.
    func find(_ path: ActionPath) -> ExternalTarget? { state.withLock { $0.actions[path] } }

    /// Returns the diagnostics of a graph that conflicts with registered features.
    func conflicts(with graph: FeatureGraph) -> [FeatureSetupError.Diagnostic] {
        let known = all
        // The descendants of a registered root are registered as well.
        if let root = graph.nodes.first, known.contains(where: { $0.type == root.type }) {
            return [.registeredBefore(feature: String(reflecting: root.type))]
        }
        return graph.nodes.compactMap { node in
            let name = String(reflecting: node.type)
            if let same = known.first(where: { $0.type == node.type }) {
                return .twoParents(
                    feature: name, first: same.parent.map { String(reflecting: $0.type) } ?? "the root",
                    second: node.parent.map { String(reflecting: graph.nodes[$0].type) } ?? "the root")
            }
            guard node.parent == nil, let same = known.first(where: { $0.parent == nil && $0.path == node.path }) else {
                return nil
            }
            return .duplicateFeature(
                identifier: node.type.identifier, first: FeatureGraph.located(same.type),
                second: FeatureGraph.located(node.type), group: "the root")
        }
    }
}
