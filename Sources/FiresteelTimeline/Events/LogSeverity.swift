/// The severity of a log line.
///
/// The levels and their order are those of swift-log.
public enum LogSeverity: UInt8, Sendable, Hashable, CaseIterable, Comparable {
    case trace = 0
    case debug = 1
    case info = 2
    case notice = 3
    case warning = 4
    case error = 5
    case critical = 6

    /// The identifier in exports, such as `warning`.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .trace: "trace"
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        case .critical: "critical"
        }
    }

    /// Returns whether one is less severe than another.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
