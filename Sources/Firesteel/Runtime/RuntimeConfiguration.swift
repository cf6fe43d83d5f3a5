public import FiresteelFlags
public import FiresteelTimeline
import Foundation
public import Logging
public import Metrics
public import Tracing

/// What a runtime records, and where.
public struct RuntimeConfiguration: Sendable {
    /// Where the timeline is kept.
    public enum Storage: Sendable, Hashable {
        /// In files of a folder, one for each run. The folder is made where it isn't there. Survives a crash.
        case folder(String)
        /// In memory. Gone with the process.
        case memory
        /// Nowhere: nothing is recorded, and observers see nothing.
        case none
    }

    /// What the program is called in its runs.
    ///
    /// By default the name of the executable.
    public var program: ProgramDescription
    /// Where the timeline is kept.
    ///
    /// In memory by default.
    public var storage: Storage
    /// The size of one run, in bytes, 256 KiB to 1 GiB.
    ///
    /// 8 MiB by default: about 27,000 performs whose inputs are short.
    public var runSize: Int
    /// Which earlier runs are kept.
    ///
    /// Ten by default.
    public var retention: Retention
    /// Whether a handler notes the signal that ends the process, before the handler that was there.
    ///
    /// Off by default.
    public var recordsSignals: Bool
    /// Whether sessions keep action stacks, and count what is performed in them.
    ///
    /// `true` by default.
    public var keepsStacks: Bool
    /// How many log lines are kept in memory to be looked at, 0 for none.
    ///
    /// 10,000 by default.
    public var recentLogLines: Int
    /// Where the user's choices are kept.
    ///
    /// In memory by default.
    public var toggles: any ToggleStore
    /// The flags of the program.
    ///
    /// `nil`: a stack without providers, in which every flag has its default.
    public var flags: FlagStack?
    /// What conditions look at outside the program's features: purchases, permissions.
    ///
    /// None by default.
    public var sources: [any ConstraintSource]
    /// The system that conditions on the platform look at.
    ///
    /// By default the one that the program runs on; a test gives another.
    public var platform: HostPlatform
    /// Where times come from.
    ///
    /// A test gives its own.
    public var clock: TimelineClock
    /// Makes the loggers of features.
    ///
    /// By default as the logging system was bootstrapped.
    public var logger: @Sendable (_ label: String) -> Logger
    /// Where actions are counted and timed.
    ///
    /// `nil`: as the metrics system was bootstrapped.
    public var metrics: (any MetricsFactory)?
    /// What takes a span for each action.
    ///
    /// `nil`: as the instrumentation system was bootstrapped.
    public var tracer: (any Tracer)?

    /// A configuration.
    ///
    /// Each property says what it is by default.
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

    /// Where actions are counted and timed, `nil` where nobody asks: then there is nothing to do.
    var usedMetrics: (any MetricsFactory)? {
        let factory = metrics ?? MetricsSystem.factory
        return factory is NOOPMetricsHandler ? nil : factory
    }

    /// What takes spans, `nil` where nobody does: then there are none.
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
