#if canImport(SwiftUI)
public import Firesteel
public import SwiftUI

extension EnvironmentValues {
    /// The runtime that views use: the one that was given with `featureRuntime(_:…)`, else the default one.
    public var featureRuntime: FeatureRuntime? {
        get { self[FeatureRuntimeKey.self] ?? .current }
        set { self[FeatureRuntimeKey.self] = newValue }
    }
}

private struct FeatureRuntimeKey: EnvironmentKey {
    static var defaultValue: FeatureRuntime? { nil }
}
#endif
