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

    /// Doesn't return, which is what it is for: the action stays in flight, and the next start's inspector shows it so.
    package static func perform(_ context: ActionContext<CrashKind>, presenter: NoPresenter) async throws
        -> ActionOutcome
    {
        context.logger.critical("Crashing now, as requested: \(context.input.rawValue)")
        switch context.input {
        // A write to where nothing is. Raising the signal wouldn't do: Swift's backtracer returns from it.
        case .segmentationFault: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        case .fatalError: fatalError("A crash was requested.")
        case .kill: raise(SIGKILL)
        }
        throw CrashSurvivedError()
    }
}

/// How the program ends.
package enum CrashKind: String, Sendable, CaseIterable {
    case segmentationFault = "SIGSEGV"
    case fatalError = "fatalError"
    case kill = "SIGKILL"
}

extension CrashKind: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(rawValue)
    }
}

/// The program should no longer be there, and is: a debugger holds the signal back.
struct CrashSurvivedError: Error, CustomStringConvertible {
    var description: String { "The program is still there: something holds the signal back." }
}
