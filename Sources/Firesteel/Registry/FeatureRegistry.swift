import Synchronization

/// The features that a runtime knows, in the order in which they were registered: groups before what is below them.
final class FeatureRegistry: Sendable {
    private let features = Mutex<[RegisteredFeature]>([])

    var all: [RegisteredFeature] { features.withLock { $0 } }

    func add(_ new: [RegisteredFeature]) {
        features.withLock { $0 += new }
    }

    func find(_ path: FeaturePath) -> RegisteredFeature? {
        features.withLock { $0.first { $0.path == path } }
    }

    /// What stands in the way of registering a graph beside what is registered.
    func conflicts(with graph: FeatureGraph) -> [FeatureSetupError.Diagnostic] {
        let known = all
        // What stands below a root that is here already is here already too.
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
                identifier: node.type.identifier, first: String(reflecting: same.type), second: name, group: "the root")
        }
    }
}
