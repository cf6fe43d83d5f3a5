package import Firesteel
package import FiresteelTimeline
import Logging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

package enum CrashNow: Action {
    package static let description = "Crash the program"

    /// Ends the process without returning, so that the action stays in flight and the inspector shows it after the next
    /// start.
    package static func perform(_ context: ActionContext<CrashKind>, presenter: NoPresenter) async throws
        -> ActionOutcome
    {
        context.logger.critical("Crashing now, as requested: \(context.input.rawValue)")
        context.input.crash("A crash was requested.")
        throw CrashSurvivedError()
    }
}

/// The way in which the program ends.
package enum CrashKind: String, Sendable, CaseIterable {
    case segmentationFault = "SIGSEGV"
    case fatalError = "fatalError"
    case kill = "SIGKILL"
}

extension CrashKind {
    /// Ends the process.
    ///
    /// Returns if a debugger suppresses the signal.
    func crash(_ message: String) {
        switch self {
        // A write to an unmapped address. Raising the signal has no effect: Swift's backtracer returns from it.
        case .segmentationFault: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        case .fatalError: Swift.fatalError(message)
        case .kill: raise(SIGKILL)
        }
    }
}

extension CrashKind: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(rawValue)
    }
}

/// An error if the program survives the crash, because a debugger suppresses the signal.
struct CrashSurvivedError: Error, CustomStringConvertible {
    var description: String { "The program survived the requested crash: its signal was suppressed." }
}
