public import FiresteelFlags
public import FiresteelTimeline
import Foundation
public import Logging
public import Metrics
public import Tracing

/// The configuration of a runtime.
public struct RuntimeConfiguration: Sendable {
    /// The location of the timeline.
    public enum Storage: Sendable, Hashable {
        /// Files in a folder, one for each run, which survive a crash.
        ///
        /// The folder is created if it doesn't exist.
        case folder(String)
        /// Memory, which is lost when the process ends.
        case memory
        /// No timeline: nothing is recorded, and observers receive no events.
        case none
    }

    /// The description of the program in its runs.
    ///
    /// By default the name of the executable.
    public var program: ProgramDescription
    /// The location of the timeline.
    ///
    /// In memory by default.
    public var storage: Storage
    /// The size of one run, in bytes, 256 KiB to 1 GiB.
    ///
    /// 8 MiB by default: about 27,000 performs whose inputs are short.
    public var runSize: Int
    /// The retention of earlier runs.
    ///
    /// Ten runs by default.
    public var retention: Retention
    /// Whether a handler records the signal that ends the process, before the previous handler runs.
    ///
    /// `false` by default.
    public var recordsSignals: Bool
    /// Whether sessions store action stacks and count their performs.
    ///
    /// `true` by default.
    public var keepsStacks: Bool
    /// The number of log lines that are stored in memory, 0 for none.
    ///
    /// 10,000 by default.
    public var recentLogLines: Int
    /// The storage of the user's choices.
    ///
    /// In memory by default.
    public var toggles: any ToggleStore
    /// The flags of the program.
    ///
    /// `nil` is a stack without providers, in which every flag has its default.
    public var flags: FlagStack?
    /// The sources of facts outside the program's features that constraints read, such as purchases and permissions.
    ///
    /// Empty by default.
    public var sources: [any ConstraintSource]
    /// The system that platform constraints read.
    ///
    /// By default the system that the program runs on; a test can set another.
    public var platform: HostPlatform
    /// The clock of the timeline.
    ///
    /// A test can set its own clock.
    public var clock: TimelineClock
    /// The function that creates the loggers of features.
    ///
    /// By default uses the bootstrapped logging system.
    public var logger: @Sendable (_ label: String) -> Logger
    /// The factory of counters and timers for actions.
    ///
    /// `nil` uses the bootstrapped metrics system.
    public var metrics: (any MetricsFactory)?
    /// The tracer that creates a span for each action.
    ///
    /// `nil` uses the bootstrapped instrumentation system.
    public var tracer: (any Tracer)?

    /// Creates a configuration.
    ///
    /// Each property documents its default.
    public init(
        program: ProgramDescription? = nil,
        storage: Storage = .memory,
        runSize: Int = 8 << 20,
        retention: Retention = Retention(),
        recordsSignals: Bool = false,
        keepsStacks: Bool = true,
        recentLogLines: Int = 10_000,
        toggles: any ToggleStore = MemoryToggleStore(),
        flags: FlagStack? = nil,
        sources: [any ConstraintSource] = [],
        platform: HostPlatform = .current,
        clock: TimelineClock = .system,
        logger: @escaping @Sendable (_ label: String) -> Logger = { Logger(label: $0) },
        metrics: (any MetricsFactory)? = nil,
        tracer: (any Tracer)? = nil
    ) {
        self.program = program ?? ProgramDescription(name: ProcessInfo.processInfo.processName)
        self.storage = storage
        self.runSize = runSize
        self.retention = retention
        self.recordsSignals = recordsSignals
        self.keepsStacks = keepsStacks
        self.recentLogLines = recentLogLines
        self.toggles = toggles
        self.flags = flags
        self.sources = sources
        self.platform = platform
        self.clock = clock
        self.logger = logger
        self.metrics = metrics
        self.tracer = tracer
    }

    /// The factory of counters and timers, or `nil` if they would have no effect.
    var usedMetrics: (any MetricsFactory)? {
        let factory = metrics ?? MetricsSystem.factory
        return factory is NOOPMetricsHandler ? nil : factory
    }

    /// The tracer, or `nil` if spans would have no effect.
    var usedTracer: (any Tracer)? {
        let tracer = tracer ?? InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }

    func makeTimeline() -> Timeline? {
        let timelineStorage: Timeline.Configuration.Storage
        switch storage {
        case .folder(let path): timelineStorage = .folder(path)
        case .memory: timelineStorage = .memory
        case .none: return nil
        }
        return Timeline(
            Timeline.Configuration(
                program: program, storage: timelineStorage, runSize: runSize, retention: retention, clock: clock,
                recordsSignals: recordsSignals))
    }
}
