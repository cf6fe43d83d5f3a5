#if canImport(SwiftUI)
public import Firesteel
public import SwiftUI

extension EnvironmentValues {
    /// The runtime for views: the one set with `featureRuntime(_:…)`, otherwise the default one.
    public var featureRuntime: FeatureRuntime? {
        get { self[FeatureRuntimeKey.self] ?? .current }
        set { self[FeatureRuntimeKey.self] = newValue }
    }
}

private struct FeatureRuntimeKey: EnvironmentKey {
    static var defaultValue: FeatureRuntime? { nil }
}
#endif
