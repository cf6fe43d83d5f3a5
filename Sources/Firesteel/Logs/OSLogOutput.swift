#if canImport(os)
public import Logging
import Synchronization
import os

/// Sends log lines to the system's log, as shown by Console and `log stream`.
///
/// The category is the feature's path, or outside features the logger's label. Action and message are public; metadata
/// and input summaries are private, so that they are readable only on a device with an attached debugger.
public final class OSLogOutput: LogOutput {
    /// The lowest accepted level.
    public let minimumLevel: Logging.Logger.Level
    private let subsystem: String
    private let loggers = Mutex<[String: os.Logger]>([:])

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - subsystem: The program, in reverse domain notation.
    ///   - minimumLevel: The lowest accepted level. Everything by default.
    public init(subsystem: String, minimumLevel: Logging.Logger.Level = .trace) {
        self.subsystem = subsystem
        self.minimumLevel = minimumLevel
    }

    /// Sends a line to the system.
    ///
    /// The category is the feature's path, or the label outside features.
    public func write(_ line: LogLine) {
        let logger = logger(for: line.context?.feature.text ?? line.label)
        let action = line.context?.action.map { "#\($0.identifier) | " } ?? ""
        let details = Self.details(of: line)
        logger.log(
            level: Self.type(line.level),
            "\(action, privacy: .public)\(line.message, privacy: .public)\(details, privacy: .private)")
    }

    private func logger(for category: String) -> os.Logger {
        loggers.withLock { loggers in
            if let known = loggers[category] { return known }
            let logger = os.Logger(subsystem: subsystem, category: category)
            loggers[category] = logger
            return logger
        }
    }

    private static func details(of line: LogLine) -> String {
        var text = line.metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        guard let action = line.context?.action else { return text }
        text += " [session \(action.session) \"\(action.sessionName)\", stack \(action.stack)"
        if let input = action.input { text += ", input \"\(input)\"" }
        return text + "]"
    }

    private static func type(_ level: Logging.Logger.Level) -> OSLogType {
        switch level {
        case .trace, .debug: .debug
        case .info: .info
        case .notice, .warning: .default
        case .error: .error
        case .critical: .fault
        }
    }
}
#endif
