import FiresteelTimeline

extension Dispatcher {
    /// Registers a checked graph, each feature after its declared actions.
    ///
    /// So concurrent performs can find an action before its feature, but never a feature without its actions.
    func register(_ graph: FeatureGraph) -> [RegisteredFeature] {
        var registered: [RegisteredFeature] = []
        for node in graph.nodes {
            let feature = makeFeature(
                node.type, path: node.path, parent: node.parent.map { registered[$0] }, isRegistered: true,
                constraints: node.constraints)
            for reference in node.actions { _ = makeAction(reference, of: feature, isDeclared: true) }
            registered.append(publish(feature))
        }
        return registered
    }

    /// Registers an undeclared action so that it can be performed, and reports it once.
    func resolveUndeclared(_ reference: BindingReference) -> Unmanaged<RegisteredAction>? {
        let binding = Interning.shared.describe(reference)
        let feature =
            features[reference.feature]
            ?? publish(
                makeFeature(
                    binding.feature, path: FeaturePath(binding.feature.identifier), parent: nil, isRegistered: false,
                    constraints: []))
        let action = makeAction(reference, of: feature, isDeclared: false)
        if feature.isRegistered {
            report(.undeclaredAction(action: action.identifier, feature: feature.path.text))
        } else {
            report(.unregisteredFeature(feature: feature.path.text))
        }
        return actions.find(reference.action)
    }

    private func makeFeature(
        _ type: any FeatureDefinition.Type, path: FeaturePath, parent: RegisteredFeature?, isRegistered: Bool,
        constraints: [any Constraint]
    ) -> RegisteredFeature {
        let index = Interning.shared.feature(type)
        let name =
            timeline?.nameFeature(identifier: type.identifier, name: type.name, parent: parent?.timelineName) ?? .none
        return RegisteredFeature(
            type: type, index: index, path: path, parent: parent, isRegistered: isRegistered,
            constraints: constraints, timelineName: name,
            logger: FeatureLogger.make(for: path, logging.makeLogger), logThreshold: logging.threshold(for: path).packed
        )
    }

    /// Stores a feature in the table and returns the stored one.
    ///
    /// A registered feature replaces one that was used before its registration. Otherwise the existing one remains.
    private func publish(_ feature: RegisteredFeature) -> RegisteredFeature {
        let stored =
            feature.isRegistered
            ? (features.replace(with: feature, at: feature.index) ? feature : nil)
            : features.insert(feature, at: feature.index)
        guard let stored else {
            report(
                .tooMany(
                    "Can't register \(feature.path): the runtime has no room for more features. It can't be requested.")
            )
            return feature
        }
        logging.add(stored)
        return stored
    }

    private func makeAction(
        _ reference: BindingReference, of feature: RegisteredFeature, isDeclared: Bool
    ) -> RegisteredAction {
        let binding = Interning.shared.describe(reference)
        // The timeline doesn't contain the names of hidden actions.
        let isHidden = binding.action.timelineRecording == .hidden
        let name =
            (isHidden ? nil : timeline)?.nameAction(
                identifier: binding.action.identifier, name: binding.action.name, feature: feature.timelineName)
            ?? .none
        let action = RegisteredAction(
            binding: binding, feature: feature, timelineName: name,
            metrics: metrics.map {
                ActionMetrics(feature: feature.path, action: binding.action.identifier, factory: $0)
            })
        let stored =
            isDeclared
            ? (actions.replace(with: action, at: reference.action) ? action : nil)
            : actions.insert(action, at: reference.action)
        guard let stored else {
            report(
                .tooMany(
                    "Can't register \(binding.action.identifier): the runtime has no room for more actions. It can't be performed."
                ))
            return action
        }
        return stored
    }
}
