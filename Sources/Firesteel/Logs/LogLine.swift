public import Logging

/// A line of the log with the context that it was written in.
public struct LogLine: Sendable {
    /// When, in microseconds since 1970-01-01T00:00:00Z.
    public let time: Int64
    /// How bad it is.
    public let level: Logger.Level
    /// The label of the logger that wrote it.
    public let label: String
    /// What it says.
    public let message: String
    /// What the logger, its provider and the call said beside it, the call's own winning.
    ///
    /// An error that was logged is there as `error.type` and `error.message`.
    public let metadata: [String: String]
    /// Where it comes from, `nil` outside actions and feature loggers.
    public let context: LogContext?
    /// Whether the focus hid it from outputs when it was written.
    public let isOutOfFocus: Bool

    /// A line that didn't come from a logger, as for a test of an output.
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
