import CBenchmarkSupport
import Firesteel
import Logging

/// Log lines inside an action.
enum LogLines: BenchmarkGroup {
    static let name = "log-lines"
    static let title = "Log lines inside an action"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        let limitFile = try LimitFile(in: folder)
        let file = FileLogOutput(folder: folder.path + "/logs", rotation: .init(size: 64 << 20, files: 2))
        LoggingSystem.bootstrap { label in
            FiresteelLogHandler(label: label, outputs: label == "file" ? [file] : [NullOutput()])
        }
        try FeatureRuntime.setUp(Program.self, RuntimeConfiguration(storage: .memory, recentLogLines: 0))
        let keeping = try FeatureRuntime(Program.self, RuntimeConfiguration(storage: .memory))
        let measurements = await Rounds().measure([
            Limits.withValueSync, Limits.withValue, Limits.disabledDebug, limitFile.write,
            LineSubject.debug("disabled debug line, below the level"),
            LineSubject.info("line with full context to a null output", to: "null"),
            LineSubject.info("the same, kept in memory as well", to: "null", in: keeping.main),
            LineSubject.info("line with full context to a file", to: "file"),
        ])
        try folder.remove()
        return measurements
    }
}

/// Log lines of a feature that isn't in focus.
enum LogLinesOutOfFocus: BenchmarkGroup {
    static let name = "log-lines-out-of-focus"
    static let title = "Log lines inside an action of a feature out of focus"

    static func measure() async throws -> [Measurement] {
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: [NullOutput()]) }
        let runtime = try FeatureRuntime.setUp(
            Program.self, RuntimeConfiguration(storage: .memory, recentLogLines: 0))
        runtime.logging.level = .debug
        runtime.logging.focus = [FeaturePath("Program/First")]
        return await Rounds().measure([
            Limits.withValueSync, Limits.withValue, Limits.disabledDebug,
            LineSubject.debug("disabled debug line, out of focus"),
        ])
    }
}

/// An output that discards lines.
struct NullOutput: LogOutput {
    func write(_ line: LogLine) { bench_keep(UInt64(line.message.utf8.count)) }
}

/// Log lines written by an action that is performed once per round.
@MainActor
private enum LineSubject {
    static func debug(_ name: String) -> Subject {
        let logger = Logger(label: "null")
        return subject(name, in: nil) { count in
            for number in 0..<count { logger.debug("Line \(number)") }
        }
    }

    static func info(_ name: String, to label: String, in session: ActionSession? = nil) -> Subject {
        let logger = Logger(label: label)
        return subject(name, in: session) { count in
            for _ in 0..<count { logger.info("The document was saved to its folder") }
        }
    }

    private static func subject(
        _ name: String, in session: ActionSession?, _ lines: @escaping @Sendable (Int) -> Void
    ) -> Subject {
        Subject(name) { count in
            await Work.logging.perform(
                LinesToWrite(count: count, write: lines), options: PerformOptions(session: session))
        }
    }
}
