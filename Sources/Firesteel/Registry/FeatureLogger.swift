import Logging

/// Loggers that carry a feature outside its actions.
enum FeatureLogger {
    /// The metadata key that carries the feature's path.
    static let featureKey = "firesteel.feature"

    /// - Parameters:
    ///   - path: The feature.
    ///   - make: Creates a logger with a label.
    static func make(for path: FeaturePath, _ make: @Sendable (_ label: String) -> Logger) -> Logger {
        var logger = make(path.text)
        logger[metadataKey: featureKey] = .string(path.text)
        return logger
    }
}
