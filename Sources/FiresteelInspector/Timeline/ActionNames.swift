import Firesteel

/// The display names of the features and actions of a runtime, by their paths.
struct ActionNames {
    private(set) var features: [FeaturePath: FeatureDescription] = [:]

    init(_ runtime: FeatureRuntime) {
        var open = runtime.featureTree
        while let feature = open.popLast() {
            features[feature.path] = feature
            open += feature.features
        }
    }

    /// Returns a feature; its path replaces the name if it is no longer registered.
    func feature(_ path: FeaturePath) -> PageData.Name {
        PageData.Name(path: path.text, name: features[path]?.name ?? path.text)
    }

    /// Returns an action; its identifier replaces the name if it is no longer registered.
    func action(_ path: ActionPath) -> PageData.ActionName {
        let known = features[path.feature]?.actions.first { $0.identifier == path.action }
        return PageData.ActionName(identifier: path.action, name: known?.name ?? path.action)
    }
}
