import CBenchmarkSupport
import Firesteel
import FiresteelFlags
import Logging

/// Reads of flags that record exposures: inside an action, by requests of a feature with a flag, and by performs of
/// several tasks.
///
/// Every value was exposed before, like most values in practice.
enum FlagExposures: BenchmarkGroup {
    static let name = "flag-exposures"
    static let title = "Reads of a flag inside an action, exposed before: timeline in memory"

    static func measure() async throws -> [Measurement] {
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: [NullOutput()]) }
        let program = try FlagProgram()
        let (flag, other) = (program.lowest, program.number)
        let runtime = try FeatureRuntime.setUp(
            Program.self, RuntimeConfiguration(storage: .memory, recentLogLines: 0, flags: program.stack))
        let stack = program.stack
        let logger = Logger(label: "null")
        let single = await Rounds().measure([
            Limits.atomicLoad, Limits.taskLocalRead, Limits.withValue,
            inAction("Bool, in its stack") { count in
                for _ in 0..<count { bench_keep(stack[flag] ? 1 : 0) }
            },
            inAction("Bool, in the stack in effect") { count in
                for _ in 0..<count { bench_keep(flag.value ? 1 : 0) }
            },
            Subject("Bool, outside actions") { count in
                for _ in 0..<count { bench_keep(stack[flag] ? 1 : 0) }
            },
            PerformSubjects.request,
            Subject("request() of a feature with a flag") { count in
                for _ in 0..<count { bench_keep(OnFlag.nothing.request() == nil ? 0 : 1) }
            },
            inAction("line to a null output, no flag read") { count in
                for _ in 0..<count { logger.info("The document was saved to its folder") }
            },
            inAction("line to a null output, two flags read") { count in
                bench_keep(stack[flag] ? UInt64(truncatingIfNeeded: stack[other]) : 0)
                for _ in 0..<count { logger.info("The document was saved to its folder") }
            },
        ])
        let bare: @Sendable (Int) -> Void = { _ in bench_keep(1) }
        let reading: @Sendable (Int) -> Void = { _ in bench_keep(stack[flag] ? 1 : 0) }
        return await single
            + Rounds(nanoseconds: 10_000_000, counted: 0).measure(
                [1, 2, 4].flatMap { threads in
                    [
                        performs("\(threads) performing", threads, in: runtime, bare),
                        performs("\(threads) performing, each perform reads a flag", threads, in: runtime, reading),
                    ]
                })
    }

    /// Measures performs by several tasks together, each in a separate session, divided by their number.
    private static func performs(
        _ name: String, _ tasks: Int, in runtime: FeatureRuntime, _ body: @escaping @Sendable (Int) -> Void
    ) -> Subject {
        let sessions = (0..<tasks).map { runtime.session("Session \($0)") }
        return Subject(name, share: 1 / Double(tasks)) { count in
            await withTaskGroup { group in
                for session in sessions { group.addTask { await perform(count, in: session, body) } }
            }
        }
    }

    @concurrent
    private nonisolated static func perform(
        _ count: Int, in session: ActionSession, _ body: @escaping @Sendable (Int) -> Void
    ) async {
        for _ in 0..<count {
            await Work.logging.perform(LinesToWrite(count: 1, write: body), options: .in(session))
        }
    }

    /// Measures operations inside an action that is performed once per round.
    private static func inAction(_ name: String, _ body: @escaping @Sendable (Int) -> Void) -> Subject {
        Subject(name) { count in await Work.logging.perform(LinesToWrite(count: count, write: body)) }
    }
}
