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

    /// Creates the signal of this number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The signal's name, such as `SIGSEGV`.
    public var name: String { known?.name ?? "signal \(rawValue)" }

    /// A description of the signal, such as `Segmentation fault`.
    public var description: String { known?.description ?? "Signal \(rawValue)" }

    /// Whether the signal requests the end of the process, rather than indicating a failure.
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
        case SIGTERM: ("SIGTERM", "Termination requested")
        case SIGINT: ("SIGINT", "Interrupted")
        case SIGHUP: ("SIGHUP", "Terminal closed")
        case SIGQUIT: ("SIGQUIT", "Quit requested")
        case SIGKILL: ("SIGKILL", "Killed")
        default: nil
        }
    }
}
