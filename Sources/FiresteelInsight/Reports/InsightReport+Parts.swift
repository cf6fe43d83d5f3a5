package import FiresteelBase

extension InsightReport {
    /// The display names of an action and its feature.
    public struct Names: Sendable, Hashable {
        /// The name of the feature, such as `Document Management`.
        public var feature: String
        /// The name of the action, such as `Save Document`.
        public var action: String

        /// Creates names.
        public init(feature: String, action: String) {
            self.feature = feature
            self.action = action
        }
    }

    /// The error of an action.
    public struct Failure: Sendable, Hashable {
        /// The type of the error; empty if it is unknown.
        public var type: String
        /// The case of an error that is an enumeration, without its values.
        public var enumCase: String?
        /// The message that the error defines, or the name of its case.
        public var message: String

        /// Creates an error.
        public init(type: String, enumCase: String? = nil, message: String) {
            self.type = type
            self.enumCase = enumCase
            self.message = message
        }
    }

    /// A fatal error.
    public struct Fatal: Sendable, Hashable {
        /// The message, such as `Fatal error: Index out of range`.
        public var message: String
        /// The source file's name.
        public var file: String?
        /// The line in the source file.
        public var line: Int?

        /// Creates a fatal error.
        public init(message: String, file: String? = nil, line: Int? = nil) {
            self.message = message
            self.file = file
            self.line = line
        }
    }

    /// A frame of a backtrace.
    public struct Frame: Sendable, Hashable {
        /// The name of the function, or its address.
        public var function: String
        /// The source file's name.
        public var file: String?
        /// The line in the source file.
        public var line: Int?
        /// The program or library.
        public var module: String
        /// Whether the frame is part of the program rather than of a library of the system.
        public var isOwn: Bool

        /// Creates a frame.
        public init(function: String, file: String? = nil, line: Int? = nil, module: String, isOwn: Bool) {
            self.function = function
            self.file = file
            self.line = line
            self.module = module
            self.isOwn = isOwn
        }
    }

    /// A perform before the report.
    public struct Step: Sendable, Hashable {
        /// The outcomes of a step.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            case success
            case failure
            case cancelled
            case inFlight
        }

        /// The action.
        public var action: RunSegment.ActionPath
        /// The display names.
        public var names: Names?
        /// The outcome.
        public var outcome: Outcome
        /// The begin.
        public var time: Int64
        /// The duration in milliseconds; of one in flight, until the report.
        public var duration: Int64
        /// Whether its input was retained for replay.
        public var isReplayable: Bool

        /// Creates a step.
        public init(
            action: RunSegment.ActionPath, names: Names? = nil, outcome: Outcome, time: Int64, duration: Int64,
            isReplayable: Bool = false
        ) {
            self.isReplayable = isReplayable
            self.action = action
            self.names = names
            self.outcome = outcome
            self.time = time
            self.duration = duration
        }
    }

    /// The value of a flag in effect.
    public struct Flag: Sendable, Hashable {
        /// The key.
        public var key: String
        /// The value as JSON writes it, or `nil` if it is not sent.
        public var value: String?
        /// The variant; empty if it has none.
        public var variant: String
        /// The resolution reason, as in OpenFeature.
        public var reason: String
        /// The provider; empty if the program's default applied.
        public var provider: String

        /// Creates a flag.
        public init(key: String, value: String? = nil, variant: String = "", reason: String = "", provider: String = "")
        {
            self.key = key
            self.value = value
            self.variant = variant
            self.reason = reason
            self.provider = provider
        }
    }

    /// The availability of a feature.
    public struct Availability: Sendable, Hashable {
        /// The feature's path.
        public var feature: String
        /// The state: `available`, `unavailable` or `undetermined`.
        public var state: String
        /// The reasons why it isn't available.
        public var reasons: [String]

        /// Creates the availability of a feature.
        public init(feature: String, state: String, reasons: [String] = []) {
            self.feature = feature
            self.state = state
            self.reasons = reasons
        }
    }

    /// The last events of a run, in the format of a saved run's page, see `docs/report-format.md`.
    public struct Entries: Sendable, Hashable {
        /// The objects: the run, its events, what was in flight, and its end.
        package var objects: [JSONValue]
        /// The number of earlier events that are not included, to limit the size.
        public var dropped: Int

        /// Creates entries without events.
        public init() { self.init(objects: [], dropped: 0) }

        package init(objects: [JSONValue], dropped: Int) {
            self.objects = objects
            self.dropped = dropped
        }

        /// The objects as JSON, each on one line without a line break.
        public var lines: [String] { objects.map { $0.json() } }
    }
}
