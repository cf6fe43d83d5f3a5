public import Firesteel
public import Logging
import Synchronization

/// A log output that records lines for tests.
///
/// ```swift
/// let log = RecordingLogOutput()
/// let store = DocumentStore(logger: log.logger("documents.store"))
/// try await withTestRuntime(AppFeatures.self, { $0.logger = log.logger }) { test in
///     await DocumentManagement.save.perform(.sample, presenter: presenter)
///     #expect(log.messages == ["Little room is left"])
/// }
/// ```
///
/// Only its own loggers write to it; the logging system isn't changed.
public final class RecordingLogOutput: LogOutput {
    /// The lowest level to record.
    public let minimumLevel: Logger.Level
    private let kept = Mutex<[LogLine]>([])

    /// Creates an output.
    ///
    /// - Parameter minimumLevel: The lowest level to record. All levels by default.
    public init(minimumLevel: Logger.Level = .trace) {
        self.minimumLevel = minimumLevel
    }

    /// Returns a logger that writes to this output with the current action.
    @Sendable public func logger(_ label: String) -> Logger {
        Logger(label: label) { FiresteelLogHandler(label: $0, outputs: [self]) }
    }

    /// Records a line.
    public func write(_ line: LogLine) {
        kept.withLock { $0.append(line) }
    }

    /// The lines of the program so far, without those of Firesteel, ``frameworkLines``.
    public var lines: [LogLine] { kept.withLock { $0 }.filter { !Self.isOfFramework($0) } }

    /// The lines of Firesteel so far, such as warnings of faults and of flags.
    ///
    /// A perform logs its begin and completion as lines of its feature, so they are in ``lines``.
    public var frameworkLines: [LogLine] { kept.withLock { $0 }.filter(Self.isOfFramework) }

    private static func isOfFramework(_ line: LogLine) -> Bool {
        line.label == "firesteel" || line.label.hasPrefix("firesteel.")
    }

    /// The messages of the program's lines.
    public var messages: [String] { lines.map(\.message) }

    /// The program's lines so far as a console has them, without the time.
    public var text: [String] {
        lines.map { line in
            let text = LogFormat.text(.dated).string(line)
            return String(text.drop { $0 != " " }.dropFirst())
        }
    }

    /// Forgets the lines so far.
    public func erase() {
        kept.withLock { $0 = [] }
    }
}
