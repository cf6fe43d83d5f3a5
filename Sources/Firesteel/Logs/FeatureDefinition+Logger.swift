import FiresteelBase
public import Logging

extension FeatureDefinition {
    /// The feature's logger, for code that belongs to the feature and runs outside its actions.
    ///
    /// ```swift
    /// DocumentManagement.logger.info("Watching the folder")
    /// ```
    ///
    /// Its label is the feature's path in the current runtime, and its lines carry the feature and obey its level.
    /// During an action they carry that action, as every logger's lines do. Without a runtime, or if the feature isn't
    /// registered, the feature's identifier replaces the path.
    public static var logger: Logger {
        CurrentRuntime.withDispatcher { dispatcher in
            if let feature = dispatcher?.features.find(Interning.shared.feature(Self.self)) {
                return feature.withBorrowed { $0.logger }
            }
            let path = FeaturePath(identifier)
            guard let dispatcher else { return FeatureLogger.make(for: path) { Logger(label: $0) } }
            return FeatureLogger.make(for: path, dispatcher.logging.makeLogger)
        }
    }
}
