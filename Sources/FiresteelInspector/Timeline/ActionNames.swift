import Firesteel
import FiresteelWeb

/// The display names of the features and actions of a runtime, by their paths.
struct ActionNames {
    private var features: [FeaturePath: FeatureDescription] = [:]

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

    /// Returns whether an action can be performed now.
    func availability(_ path: ActionPath) -> PageData.Availability {
        guard let feature = features[path.feature] else {
            return PageData.Availability(
                state: "unavailable", reasons: [PageData.Reason(text: "The feature no longer exists")])
        }
        return PageData.Availability(feature.availability)
    }

    /// Returns a feature that uses a product or a permission.
    func user(_ path: FeaturePath) -> PageData.AccessUser {
        let name = feature(path)
        let state = features[path].map { PageData.Availability($0.availability).state } ?? "undetermined"
        return PageData.AccessUser(path: name.path, name: name.name, state: state)
    }
}
