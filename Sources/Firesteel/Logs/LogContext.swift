/// What was being done when a line was written.
public struct LogContext: Sendable, Hashable {
    /// The metadata key that carries a feature's path outside its actions.
    public static let featureKey = "firesteel.feature"

    /// The label that the flags of an action have in the lines that the timeline keeps.
    public static let flagsKey = "firesteel.flags"

    /// The feature's path.
    public let feature: FeaturePath
    /// What people call the feature.
    public let featureName: String
    /// The action, `nil` for a line of a feature's logger outside its actions.
    public let action: PerformedAction?

    /// What was being done.
    ///
    /// Logging makes it; a test of an output may as well.
    public init(feature: FeaturePath, featureName: String, action: PerformedAction? = nil) {
        self.feature = feature
        self.featureName = featureName
        self.action = action
    }

    /// The action that was being performed.
    public struct PerformedAction: Sendable, Hashable {
        /// The action's identifier.
        public let identifier: String
        /// What people call the action.
        public let name: String
        /// The perform's identifier, unique in its run, 0 for none.
        public let perform: UInt64
        /// The session's identifier, unique in its run.
        public let session: UInt32
        /// What the session is called.
        public let sessionName: String
        /// The stack's identifier, unique in its run, 0 for none.
        public let stack: UInt32
        /// What the input tells of itself in one line, `nil` where it tells nothing or no timeline keeps it.
        public let input: String?
        /// The flags that the action has read so far, the first eight, with the values that they had when they were last
        /// read.
        ///
        /// Known where a timeline records.
        public let flags: [Flag]

        /// An action that was being performed, as ``LogContext`` has it.
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
        /// The value: a text as it is, anything else as JSON.
        public let value: String

        /// A flag with a value, as ``LogContext`` has it.
        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }
}

extension LogContext {
    /// What is being performed.
    init(_ frame: PerformFrame) {
        let action = frame.action
        feature = action.feature.path
        featureName = action.feature.name
        self.action = PerformedAction(
            identifier: action.identifier, name: action.name, perform: frame.perform,
            session: frame.session.identifier, sessionName: frame.session.name, stack: frame.stack,
            input: frame.inputText, flags: frame.session.dispatcher.exposures?.flags(of: frame) ?? [])
    }

    /// A feature, outside its actions.
    init(_ feature: RegisteredFeature) {
        self.init(feature: feature.path, featureName: feature.name)
    }

    /// A feature that the runtime doesn't know.
    init(unknown path: FeaturePath) {
        self.init(feature: path, featureName: path.parts.last.map(String.init) ?? path.text)
    }
}
