import CBenchmarkSupport
import Synchronization

/// The bare operations that every perform requires, and their sums.
///
/// Each is of the same kind as the perform's: its task local has a value of the same shape as a perform's frame, a class's
/// instance and numbers, and the session's lock is an uncontended mutex. Processors then change both sides alike.
@MainActor
enum BareSums {
    static let awaited = "sum of bare operations, awaited"
    static let atOnce = "sum of bare operations, at once"

    /// Returns the operations of recording: a begin and its completion, each with a clock read.
    static func events(_ journal: JournalWork) -> Subject {
        Subject("two appends and two clock reads") { count in
            for _ in 0..<count { journal.beginAndComplete() }
        }
    }

    /// Returns the operations to compare with recorded performs.
    static func kept(_ journal: JournalWork) -> [Subject] {
        [Limits.directCall, Limits.withValueSync, bindingAtOnce, binding, Limits.mutex, events(journal)]
    }

    /// The operations to compare with performs that aren't recorded.
    ///
    /// The number identifies the perform.
    static let notKept = [Limits.directCall, bindingAtOnce, binding, Limits.atomicAdd]

    /// Returns the measurements and the sums of the measured operations.
    ///
    /// The body of the asynchronous binding calls the action's function; the action itself is one more call. Recorded
    /// performs take the session's lock twice.
    static func added(to measurements: [Measurement]) -> [Measurement] {
        func parts(_ bound: Subject, _ others: [Subject]) -> [(Measurement, times: Double)] {
            let names = [bound.name, "two appends and two clock reads", Limits.atomicAdd.name] + others.map(\.name)
            let once = names.compactMap { measurements[$0] }.map { ($0, times: 1.0) }
            return once + [measurements[Limits.mutex.name]].compactMap { $0 }.map { ($0, times: 2) }
        }
        return measurements + [
            .sum(awaited, parts(binding, [Limits.directCall])),
            .sum(atOnce, parts(bindingAtOnce, [])),
        ]
    }

    // MARK: Task locals

    /// Reads the frame around it, as the cause, and binds the next one around an asynchronous call.
    private static let binding = Subject("a frame read and bound, async") { count in
        for number in 0..<count {
            let frame = Frame(around: Frame.local, number: UInt64(number))
            await Frame.$local.withValue(frame) { bench_keep(await doNothing() ? 1 : 0) }
        }
    }

    /// Reads the frame around it, as the cause, and binds the next one.
    private static let bindingAtOnce = Subject("a frame read and bound") { count in
        for number in 0..<count {
            let frame = Frame(around: Frame.local, number: UInt64(number))
            Frame.$local.withValue(frame) { bench_keep(1) }
        }
    }

    /// A value of the shape of a perform's frame.
    private struct Frame: Sendable {
        @TaskLocal static var local: Frame?

        let session: Session
        let action: UInt64
        let perform: UInt64
        let parent: UInt64
        let root: UInt64
        let began: UInt64
        let stack: UInt64
        let depth: UInt8
        let metadata: [String: String]?

        init(around cause: Frame?, number: UInt64) {
            session = cause?.session ?? .only
            action = number
            perform = number
            parent = cause?.perform ?? 0
            root = cause?.root ?? number
            began = number
            stack = number
            depth = cause?.depth ?? 0
            metadata = cause?.metadata
        }
    }

    private final class Session: Sendable {
        static let only = Session()
    }
}
