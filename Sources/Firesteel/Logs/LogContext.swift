/// The action or feature during which a line was written.
public struct LogContext: Sendable, Hashable {
    /// The metadata key that carries a feature's path outside its actions.
    public static let featureKey = FeatureLogger.featureKey

    /// The metadata key of the principal whom the session of an action serves.
    ///
    /// An action's lines have it in memory and in outputs. On the timeline, the session has it. A logger's own value for
    /// the same key has priority.
    public static let principalKey = "firesteel.principal"

    /// The label of an action's flags in lines on the timeline.
    public static let flagsKey = "firesteel.flags"

    /// The feature's path.
    public let feature: FeaturePath
    /// The display name of the feature.
    public let featureName: String
    /// The action, `nil` for a line of a feature's logger outside its actions.
    public let action: PerformedAction?

    /// Creates a context.
    ///
    /// Logging creates contexts; tests of outputs may as well.
    public init(feature: FeaturePath, featureName: String, action: PerformedAction? = nil) {
        self.feature = feature
        self.featureName = featureName
        self.action = action
    }

    /// The action that was being performed.
    public struct PerformedAction: Sendable, Hashable {
        /// The action's identifier.
        public let identifier: String
        /// The display name of the action.
        public let name: String
        /// The perform's identifier, unique in its run, 0 for none.
        public let perform: UInt64
        /// The session's identifier, unique in its run.
        public let session: UInt32
        /// The name of the session.
        public let sessionName: String
        /// The stack's identifier, unique in its run, 0 for none.
        public let stack: UInt32
        /// The summary of the input on one line, or `nil` if it has none or no timeline records it.
        public let input: String?
        /// The flags that the action has read, the first eight, with their last values.
        ///
        /// Available if a timeline records.
        public let flags: [Flag]

        /// Creates an action that was being performed, as ``LogContext`` has it.
        public init(
            identifier: String, name: String, perform: UInt64 = 0, session: UInt32, sessionName: String,
            stack: UInt32 = 0, input: String? = nil, flags: [Flag] = []
        ) {
            self.identifier = identifier
            self.name = name
            self.perform = perform
            self.session = session
            self.sessionName = sessionName
            self.stack = stack
            self.input = input
            self.flags = flags
        }
    }

    /// A flag that an action has read.
    public struct Flag: Sendable, Hashable {
        /// The flag's key.
        public let key: String
        /// The value: a text unchanged, anything else as JSON.
        public let value: String

        /// Creates a flag with a value, as ``LogContext`` has it.
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }
}

extension LogContext {
    /// Creates the context of a perform.
    init(_ frame: PerformFrame) {
        let action = frame.action
        feature = action.feature.path
        featureName = action.feature.name
        self.action = PerformedAction(
            identifier: action.identifier, name: action.name, perform: frame.perform,
            session: frame.session.identifier, sessionName: frame.session.name, stack: frame.stack,
            input: frame.inputText, flags: frame.session.dispatcher.exposures?.flags(of: frame) ?? [])
    }

    /// Creates a feature, outside its actions.
    init(_ feature: RegisteredFeature) {
        self.init(feature: feature.path, featureName: feature.name)
    }

    /// Creates a feature that isn't registered with the runtime.
    init(unknown path: FeaturePath) {
        self.init(feature: path, featureName: path.parts.last.map(String.init) ?? path.text)
    }
}
