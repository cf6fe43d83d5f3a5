public import Logging

/// A line of the log with the context that it was written in.
public struct LogLine: Sendable {
    /// The time, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64
    /// The level.
    public let level: Logger.Level
    /// The label of the logger that wrote it.
    public let label: String
    /// The message.
    public let message: String
    /// The metadata of the logger, its provider and the call; the call has priority.
    ///
    /// A logged error has the keys `error.type` and `error.message`, and a line of an action in a session with a principal
    /// ``LogContext/principalKey``.
    public let metadata: [String: String]
    /// The context, or `nil` outside actions and feature loggers.
    public let context: LogContext?
    /// Whether the focus hid it from outputs when it was written.
    public let isOutOfFocus: Bool

    /// Creates a line without a logger, for tests of outputs.
    public init(
        time: Int64, level: Logger.Level, label: String, message: String, metadata: [String: String] = [:],
        context: LogContext? = nil, isOutOfFocus: Bool = false
    ) {
        self.time = time
        self.level = level
        self.label = label
        self.message = message
        self.metadata = metadata
        self.context = context
        self.isOutOfFocus = isOutOfFocus
    }
}
