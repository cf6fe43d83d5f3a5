import FiresteelBase
import FiresteelTimeline
public import Logging
import Synchronization

/// A swift-log handler that adds the current action to each line.
///
/// Install it once, at the very start of the program and before a runtime is set up. Firesteel never does this itself:
///
/// ```swift
/// let outputs = LogOutputs.development()
/// LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
/// ```
///
/// From then on every `Logger`, also of other libraries, carries feature, action, session, stack and input when it is
/// used during an action, and the metadata ``LogContext/principalKey`` if the session serves a principal. Elsewhere, a feature's own logger carries the feature, and any other carries none.
///
/// A line has three destinations, each with a separate rule: the outputs if ``LogControl`` shows it, the ``LogStore``
/// if its level is enabled, in focus or not, and the timeline if it is a warning or worse, whatever the level.
///
/// A line without a destination costs two loads if all features have one level, otherwise a task-local read and one
/// load. Only a feature's own logger, used outside actions while features have separate levels or there is a focus,
/// costs more: a lock, and a search of those levels and the focus.
public struct FiresteelLogHandler: LogHandler {
    private let label: String
    private let outputs: [any LogOutput]
    private var ownLevel: Logger.Level?
    private var ownMetadata: Logger.Metadata = [:]
    /// The feature, for a feature's own logger.
    private var ownFeature: FeaturePath?

    /// Adds to every line's metadata.
    public var metadataProvider: Logger.MetadataProvider?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The logger's label.
    ///   - outputs: The destinations of lines.
    ///   - metadataProvider: Adds metadata to every line.
    public init(label: String, outputs: [any LogOutput], metadataProvider: Logger.MetadataProvider? = nil) {
        self.label = label
        self.outputs = outputs
        self.metadataProvider = metadataProvider
    }

    /// The metadata that the logger adds to every line.
    public var metadata: Logger.Metadata {
        get { ownMetadata }
        set {
            ownMetadata = newValue
            ownFeature = newValue[LogContext.featureKey].map { FeaturePath($0.description) }
        }
    }

    /// A value of ``metadata``.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { ownMetadata[key] }
        set {
            ownMetadata[key] = newValue
            if key == LogContext.featureKey { ownFeature = newValue.map { FeaturePath($0.description) } }
        }
    }

    /// The lowest level with a destination: the level of the current feature in ``LogControl``, unless this logger has
    /// a separate one.
    ///
    /// Never above `warning` while a timeline records.
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
        if let frame = PerformFrame.innermost, let action = frame.reference {
            let packed = action.withBorrowed { $0.feature.logThreshold.load(ordering: .relaxed) }
            return write(
                event, frame.metadata, LogThreshold(packed: packed), frame.session.dispatcher
            ) { fields, metadata in
                fields.describe(frame)
                if let flags = Self.flagsRead(by: frame) { metadata[LogContext.flagsKey] = flags }
            } context: {
                LogContext(frame)
            } principal: {
                frame.session.principal
            }
        }
        CurrentRuntime.withDispatcher { dispatcher in
            let path = ownFeature
            let threshold = dispatcher?.logging.threshold(for: path) ?? LogThreshold(level: .info)
            let feature = path.flatMap { dispatcher?.logging.feature(at: $0) }
            // A bare frame has no metadata.
            write(event, nil, threshold, dispatcher) { fields, _ in
                if let feature { fields.subject = feature.timelineName }
            } context: {
                feature.map { LogContext($0) } ?? path.map { LogContext(unknown: $0) }
            } principal: {
                nil
            }
        }
    }

    /// - Parameters:
    ///   - event: The line.
    ///   - caller: The metadata that the caller of the action gave for its lines.
    ///   - threshold: The threshold at its location.
    ///   - dispatcher: The dispatcher of the runtime, if there is one.
    ///   - subject: Describes its location and the flags read there on the timeline.
    ///   - context: Its location. Evaluated only if the line has a reader.
    ///   - principal: The principal that it was written for. Evaluated only if the line has a reader.
    @inline(__always)
    private func write(
        _ event: LogEvent, _ caller: Logger.Metadata?, _ threshold: LogThreshold, _ dispatcher: Dispatcher?,
        subject: (inout LogFields, inout [String: String]) -> Void,
        context: () -> LogContext?, principal: () -> Principal?
    ) {
        let threshold = threshold.replacing(level: ownLevel)
        var metadata = merged(event, caller)
        if event.level >= .warning, let timeline = dispatcher?.timeline {
            record(event, metadata, on: timeline, subject)
            dispatcher?.reportRefusedNames()
        }
        guard event.level >= threshold.level else { return }
        if let principal = principal(), metadata[LogContext.principalKey] == nil {
            metadata[LogContext.principalKey] = principal.identifier
        }
        let clock = dispatcher?.clock ?? .system
        let line = LogLine(
            time: Int64(clamping: clock.wall / 1_000), level: event.level, label: label,
            message: event.message.description, metadata: metadata, context: context(),
            isOutOfFocus: event.level < threshold.shown)
        dispatcher?.logStore?.add(line)
        guard !line.isOutOfFocus else { return }
        for output in outputs where line.level >= output.minimumLevel { output.write(line) }
    }

    /// - Parameter caller: The metadata that the action's caller passed for its lines.
    private func merged(_ event: LogEvent, _ caller: Logger.Metadata?) -> [String: String] {
        var all: [String: String] = [:]
        if let caller {
            for (key, value) in caller { all[key] = value.description }
        }
        if let provided = metadataProvider?.get() {
            for (key, value) in provided { all[key] = value.description }
        }
        for (key, value) in ownMetadata where key != LogContext.featureKey { all[key] = value.description }
        if let error = event.error {
            let words = ErrorText(error)
            all["error.type"] = words.type
            all["error.message"] = words.message
        }
        if let call = event.metadata {
            for (key, value) in call { all[key] = value.description }
        }
        return all
    }

    /// Returns the flags that an action has read, as `key=value` each.
    private static func flagsRead(by frame: PerformFrame) -> String? {
        guard let flags = frame.session.dispatcher.exposures?.flags(of: frame), !flags.isEmpty else { return nil }
        return flags.map(\.word).joined(separator: " ")
    }

    private func record(
        _ event: LogEvent, _ metadata: [String: String], on timeline: Timeline,
        _ subject: (inout LogFields, inout [String: String]) -> Void
    ) {
        var fields = LogFields(
            time: timeline.now, severity: LogSeverity(rawValue: event.level.rank) ?? .warning,
            label: timeline.nameLabel(label))
        var metadata = metadata
        subject(&fields, &metadata)
        RecordedMessage.bytes(of: event, metadata).withUnsafeBytes { timeline.log(fields, message: $0) }
    }
}

extension LogFields {
    /// Records that a line was written by an action.
    fileprivate mutating func describe(_ frame: PerformFrame) {
        perform = frame.perform
        session = frame.session.identifier
        sessionName = frame.session.record.timelineName
        stack = frame.stack
        // Hidden actions don't appear on the timeline.
        let action = frame.action
        subject = action.recording == .hidden ? action.feature.timelineName : action.timelineName
    }
}

extension PerformFrame {
    /// The threshold of the feature that is being used here, `nil` outside actions.
    fileprivate static var ambientThreshold: LogThreshold? {
        innermost?.reference?.withBorrowed { action in
            LogThreshold(packed: action.feature.logThreshold.load(ordering: .relaxed))
        }
    }
}
