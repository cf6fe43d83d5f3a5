import FiresteelTimeline
public import Logging
import Synchronization

/// A swift-log handler that knows which action a line belongs to.
///
/// Give it to the logging system once, at the very start of the program and before a runtime is set up; Firesteel never
/// does that itself:
///
/// ```swift
/// let outputs = LogOutputs.development()
/// LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
/// ```
///
/// From then on every `Logger`, of whatever library, carries feature, action, session, stack and input when it is used
/// below an action. Used elsewhere, a feature's own logger carries the feature, and any other nothing.
///
/// A line goes three ways, each by a rule of its own: to the outputs if ``LogControl`` shows it, to the ``LogStore`` if its
/// level counts, in focus or not, and to the timeline if it is a warning or worse, whatever the level.
///
/// A line that nobody wants costs two loads where all features have one level, else a look at the task local and one load.
/// Only a feature's own logger, used outside actions while features have levels of their own or there is a focus, costs
/// more: a lock, and a walk over those levels and the focus.
public struct FiresteelLogHandler: LogHandler {
    private let label: String
    private let outputs: [any LogOutput]
    private var ownLevel: Logger.Level?
    private var ownMetadata: Logger.Metadata = [:]
    /// The feature of a logger that is one feature's own.
    private var ownFeature: FeaturePath?

    /// Adds to every line's metadata.
    public var metadataProvider: Logger.MetadataProvider?

    /// - Parameters:
    ///   - label: The logger's label.
    ///   - outputs: Where lines go.
    ///   - metadataProvider: Adds to every line's metadata.
    public init(label: String, outputs: [any LogOutput], metadataProvider: Logger.MetadataProvider? = nil) {
        self.label = label
        self.outputs = outputs
        self.metadataProvider = metadataProvider
    }

    /// What the logger adds to every line.
    public var metadata: Logger.Metadata {
        get { ownMetadata }
        set {
            ownMetadata = newValue
            ownFeature = newValue[LogContext.featureKey].map { FeaturePath($0.description) }
        }
    }

    /// One value of ``metadata``.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { ownMetadata[key] }
        set {
            ownMetadata[key] = newValue
            if key == LogContext.featureKey { ownFeature = newValue.map { FeaturePath($0.description) } }
        }
    }

    /// The lowest level that has a reader here and now: the level of the feature that is being used, as ``LogControl``
    /// says, unless this logger was given one of its own.
    ///
    /// Never above `warning` where a timeline records.
    public var logLevel: Logger.Level {
        get {
            let uniform = CurrentRuntime.withOnlyDispatcher { $0.logging.uniformThreshold }
            return (uniform ?? PerformFrame.ambientThreshold ?? outerThreshold).replacing(level: ownLevel).wanted
        }
        set { ownLevel = newValue }
    }

    /// The threshold outside actions.
    private var outerThreshold: LogThreshold {
        CurrentRuntime.withDispatcher { dispatcher in
            dispatcher?.logging.threshold(for: ownFeature) ?? LogThreshold(level: .info)
        }
    }

    /// Takes a line: to the timeline, the store and the outputs, each by its own rule.
    public func log(event: LogEvent) {
        if let frame = PerformFrame.current {
            let threshold = LogThreshold(packed: frame.action.feature.logThreshold.load(ordering: .relaxed))
            write(event, .action(frame), threshold, frame.session.dispatcher)
            return
        }
        CurrentRuntime.withDispatcher { dispatcher in
            guard let dispatcher else {
                return write(event, .elsewhere(ownFeature), LogThreshold(level: .info), nil)
            }
            let feature = ownFeature.flatMap { dispatcher.logging.feature(at: $0) }
            let origin = feature.map { Origin.feature($0) } ?? .elsewhere(ownFeature)
            write(event, origin, dispatcher.logging.threshold(for: ownFeature), dispatcher)
        }
    }

    /// Where a line was written.
    private enum Origin {
        case action(PerformFrame)
        case feature(RegisteredFeature)
        /// Outside every feature, or in one that the runtime doesn't know.
        case elsewhere(FeaturePath?)

        var context: LogContext? {
            switch self {
            case .action(let frame): LogContext(frame)
            case .feature(let feature): LogContext(feature)
            case .elsewhere(let path):
                path.map { LogContext(feature: $0, featureName: $0.parts.last.map(String.init) ?? $0.text) }
            }
        }
    }

    private func write(
        _ event: LogEvent, _ origin: Origin, _ threshold: LogThreshold, _ dispatcher: Dispatcher?
    ) {
        let threshold = threshold.replacing(level: ownLevel)
        let metadata = merged(event)
        if event.level >= .warning, let timeline = dispatcher?.timeline {
            record(event, metadata, origin, on: timeline)
        }
        guard event.level >= threshold.level else { return }
        let clock = dispatcher?.clock ?? .system
        let line = LogLine(
            time: Int64(clamping: clock.wall / 1_000), level: event.level, label: label,
            message: event.message.description, metadata: metadata, context: origin.context,
            isOutOfFocus: event.level < threshold.shown)
        dispatcher?.logStore?.add(line)
        guard !line.isOutOfFocus else { return }
        for output in outputs where line.level >= output.minimumLevel { output.write(line) }
    }

    private func merged(_ event: LogEvent) -> [String: String] {
        var all: [String: String] = [:]
        if let provided = metadataProvider?.get() {
            for (key, value) in provided { all[key] = value.description }
        }
        for (key, value) in ownMetadata where key != LogContext.featureKey { all[key] = value.description }
        if let error = event.error {
            let words = ErrorWords(error)
            all["error.type"] = words.type
            all["error.message"] = words.message
        }
        if let call = event.metadata {
            for (key, value) in call { all[key] = value.description }
        }
        return all
    }

    private func record(
        _ event: LogEvent, _ metadata: [String: String], _ origin: Origin, on timeline: Timeline
    ) {
        var fields = LogFields(
            time: timeline.now, severity: LogSeverity(rawValue: event.level.rank) ?? .warning,
            label: timeline.nameLabel(label))
        switch origin {
        case .action(let frame):
            fields.perform = frame.perform
            fields.session = frame.session.identifier
            fields.sessionName = frame.session.record.timelineName
            fields.stack = frame.stack
            // Nothing on the timeline is a hidden action's.
            let action = frame.action
            fields.subject = action.recording == .hidden ? action.feature.timelineName : action.timelineName
        case .feature(let feature): fields.subject = feature.timelineName
        case .elsewhere: break
        }
        RecordedMessage.bytes(of: event, metadata).withUnsafeBytes { timeline.log(fields, message: $0) }
    }
}

extension PerformFrame {
    /// The threshold of the feature that is being used here, `nil` outside actions.
    fileprivate static var ambientThreshold: LogThreshold? {
        ambient?.reference?._withUnsafeGuaranteedRef { action in
            LogThreshold(packed: action.feature.logThreshold.load(ordering: .relaxed))
        }
    }
}
