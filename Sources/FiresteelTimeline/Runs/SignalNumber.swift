#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A signal that ended a process.
public struct SignalNumber: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The system's number for it.
    public let rawValue: Int32

    /// The signal of this number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The signal's name, such as `SIGSEGV`.
    public var name: String { known?.name ?? "signal \(rawValue)" }

    /// What the signal says, such as `Segmentation fault`.
    public var description: String { known?.description ?? "Signal \(rawValue)" }

    /// Whether somebody asked the process to end, rather than the process having failed.
    public var isRequest: Bool { [SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(rawValue) }

    private var known: (name: String, description: String)? {
        switch rawValue {
        case SIGSEGV: ("SIGSEGV", "Segmentation fault")
        case SIGBUS: ("SIGBUS", "Bus error")
        case SIGILL: ("SIGILL", "Illegal instruction")
        case SIGFPE: ("SIGFPE", "Arithmetic error")
        case SIGABRT: ("SIGABRT", "Aborted")
        case SIGTRAP: ("SIGTRAP", "Trap")
        case SIGSYS: ("SIGSYS", "Bad system call")
        case SIGTERM: ("SIGTERM", "Asked to end")
        case SIGINT: ("SIGINT", "Interrupted")
        case SIGHUP: ("SIGHUP", "Terminal closed")
        case SIGQUIT: ("SIGQUIT", "Asked to quit")
        case SIGKILL: ("SIGKILL", "Killed")
        default: nil
        }
    }
}
