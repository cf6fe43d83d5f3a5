public import Firesteel
public import Logging
import Synchronization

/// A log output that keeps lines for a test to look at.
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
/// Only loggers that it makes write to it; the logging system stays as it is.
public final class RecordingLogOutput: LogOutput {
    /// The lowest level that is kept.
    public let minimumLevel: Logger.Level
    private let kept = Mutex<[LogLine]>([])

    /// - Parameter minimumLevel: The lowest level that is kept. Everything by default.
    public init(minimumLevel: Logger.Level = .trace) {
        self.minimumLevel = minimumLevel
    }

    /// A logger that writes here and knows which action its lines belong to.
    @Sendable public func logger(_ label: String) -> Logger {
        Logger(label: label) { FiresteelLogHandler(label: $0, outputs: [self]) }
    }

    /// Keeps a line.
    public func write(_ line: LogLine) {
        kept.withLock { $0.append(line) }
    }

    /// The lines so far.
    public var lines: [LogLine] { kept.withLock { $0 } }

    /// What the lines so far say.
    public var messages: [String] { lines.map(\.message) }

    /// The lines so far as a console has them, without the time.
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
