public import FiresteelFlags
public import FiresteelTimeline
import Synchronization

/// Everything that one program, or one test, has of features: the registered graph, sessions, timeline, availability, logs.
///
/// A program makes one at its start with ``setUp(_:_:)`` and from then on names none. Any number of others may live beside
/// it, each with a timeline of its own; what is performed in a session of one, or below ``use(_:)``, is that one's.
///
/// Bootstrap logging, metrics and tracing before, since handles are made here and kept.
public final class FeatureRuntime: Sendable {
    /// Where things are performed that name no session.
    public let main: ActionSession

    /// Which earlier runs are kept.
    public let retention: Retention

    let dispatcher: Dispatcher
    let availabilityTable: AvailabilityTable
    let registry: FeatureRegistry
    let routeStore = RouteStore()
    /// Held from the check of a group to its registration.
    private let registration = Mutex(())
    /// What ends with the runtime: being told of changes of flags and of what conditions look at.
    private let following = Mutex<Following>(Following())

    /// Makes a runtime beside the default one.
    ///
    /// - Parameters:
    ///   - root: The group that everything hangs from.
    ///   - configuration: What is recorded, and where.
    /// - Throws: ``FeatureSetupError`` with everything that is wrong with the graph. What goes wrong with files doesn't
    ///   throw; ``faults`` has it.
    public convenience init(
        _ root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration = RuntimeConfiguration()
    ) throws(FeatureSetupError) {
        try self.init(graphOf: root, configuration)
        CurrentRuntime.noteOther()
        start()
    }

    private init(
        graphOf root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration
    ) throws(FeatureSetupError) {
        let graph = FeatureGraph(root: root)
        let relations = FeatureRelations(graph, known: [])
        let flags = configuration.flags ?? FlagStack()
        let routes = routeStore.adding(graph)
        let faults = graph.faults + relations.faults + routes.faults + flags.declare(flagsOf: graph)
        guard faults.isEmpty else { throw FeatureSetupError(diagnostics: faults) }
        retention = configuration.retention
        let timeline = configuration.makeTimeline()
        dispatcher = Dispatcher(
            timeline: timeline, clock: configuration.clock, keepsStacks: configuration.keepsStacks,
            metrics: configuration.usedMetrics, tracer: configuration.usedTracer,
            logStore: configuration.recentLogLines > 0 ? LogStore(capacity: configuration.recentLogLines) : nil,
            flags: flags, makeLogger: configuration.logger)
        availabilityTable = AvailabilityTable(dispatcher: dispatcher, configuration: configuration)
        registry = FeatureRegistry()
        main = ActionSession(name: "main", isUserInitiated: true, dispatcher: dispatcher)
        dispatcher.runtime = self
        dispatcher.exposures?.main = main.record
        register(graph, relations, routes.table)
        if case .memoryFallback(let fault) = timeline?.recording { dispatcher.report(.timeline(fault.description)) }
        if case .file = timeline?.recording, timeline?.isWatched == false {
            dispatcher.report(
                .timeline("How this run ends can't be noted: the process has more than 64 runs open. End some of them.")
            )
        }
        if case .failure(let error) = timeline?.retention {
            dispatcher.report(.timeline("Earlier runs could not be removed: \(error)"))
        }
        dispatcher.reportUnopenedRuns()
    }

    deinit {
        following.withLock { following in
            for end in following.sources { end() }
        }
        end()
    }

    /// Checks all conditions for the first time, and from now on whenever something changes.
    ///
    /// Called once the runtime can be found by conditions that ask for the one in effect.
    private func start() {
        following.withLock { following in
            // What is told first is on the timeline first: flags before the features that they decide.
            following.flags = dispatcher.followFlags() + availabilityTable.follow(flags)
            following.sources = availabilityTable.followSources()
        }
        let all = availabilityTable.all
        availabilityTable.settle(Array(all), added: all)
    }

    private struct Following {
        var flags: [FlagSubscription] = []
        var sources: [@Sendable () -> Void] = []
    }

    /// Makes the program's default runtime.
    ///
    /// Call it once, at the start.
    ///
    /// - Throws: ``FeatureSetupError`` with everything that is wrong with the graph, or if there is a default runtime.
    @discardableResult
    public static func setUp(
        _ root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration = RuntimeConfiguration()
    ) throws(FeatureSetupError) -> FeatureRuntime {
        let exists = FeatureSetupError(diagnostics: [.defaultRuntimeExists])
        // Asked before as well: a runtime that isn't wanted would begin a run and remove old ones for it.
        guard CurrentRuntime.defaultMain == nil else { throw exists }
        let runtime = try FeatureRuntime(graphOf: root, configuration)
        guard CurrentRuntime.setDefault(runtime) else { throw exists }
        if !runtime.flags.makeDefault() {
            runtime.dispatcher.report(
                .flags("Flags without a stack of their own are read in another one than this runtime's."))
        }
        runtime.start()
        return runtime
    }

    /// Registers one more group with everything below it, at any time.
    ///
    /// - Throws: ``FeatureSetupError`` with everything that is wrong with it; then nothing of it is registered.
    public func register(_ root: any FeatureGroup.Type) throws(FeatureSetupError) {
        let graph = FeatureGraph(root: root)
        let added = try registration.withLock { _ throws(FeatureSetupError) in
            let relations = FeatureRelations(graph, known: registry.all)
            let conflicts = registry.conflicts(with: graph)
            // What is here already must not be declared twice.
            let flagFaults = conflicts.isEmpty ? flags.declare(flagsOf: graph) : []
            // Of what is here already each route would tie with itself.
            let routes = conflicts.isEmpty ? routeStore.adding(graph) : (table: nil, faults: [])
            let faults = graph.faults + conflicts + relations.faults + routes.faults + flagFaults
            guard faults.isEmpty else { throw FeatureSetupError(diagnostics: faults) }
            return register(graph, relations, routes.table)
        }
        // Without the lock: a condition may register features as well.
        availabilityTable.settle(Array(added), added: added)
    }

    @discardableResult
    private func register(
        _ graph: FeatureGraph, _ relations: FeatureRelations, _ routes: RouteTable?
    ) -> Range<Int> {
        let features = dispatcher.register(graph)
        registry.add(features)
        routeStore.replace(with: routes)
        dispatcher.reportRefusedNames()
        dispatcher.exposures?.add(features)
        return availabilityTable.add(relations.order.map { features[$0] })
    }

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - name: What it is called on the timeline; names may repeat.
    ///   - userInitiated: Whether what is performed in it counts as started by the user where the perform doesn't say.
    public func session(_ name: String, userInitiated: Bool = true) -> ActionSession {
        defer { dispatcher.reportRefusedNames() }
        return ActionSession(name: name, isUserInitiated: userInitiated, dispatcher: dispatcher)
    }

    /// The runtime in effect where this is called: that of the action or of ``use(_:)`` around it, else the default one.
    public static var current: FeatureRuntime? { CurrentRuntime.runtime }

    /// Where events go, `nil` where nothing is recorded.
    public var timeline: Timeline? { dispatcher.timeline }

    /// The flags of the program.
    ///
    /// While this is the runtime in effect, flags that belong to no stack of their own are read here.
    public var flags: FlagStack { dispatcher.flags }

    /// Levels and focus of log lines.
    public var logging: LogControl { dispatcher.logging }

    /// The newest log lines, `nil` where none are kept.
    public var logStore: LogStore? { dispatcher.logStore }

    /// What went wrong so far without stopping anything, each once.
    public var faults: [RuntimeFault] { dispatcher.faults.all }

    /// What went wrong in this process where there was no runtime to ask, such as performing without one, each once.
    public static var processFaults: [RuntimeFault] { FaultLog.process.all }

    /// Runs something with this runtime in effect, instead of the default one, for it and for what it awaits.
    public func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main)) {
            _ = isolation
            return try await body()
        }
    }

    /// Runs something with this runtime in effect, instead of the default one.
    public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main), operation: body)
    }

    /// Erases what was recorded of the person who uses the program: every earlier run, and what this one recorded so
    /// far, its log lines in memory included; what its ``ActivityIndex`` and its ``AnalyticsProvider``s keep, too.
    ///
    /// Log files are erased by their ``FileLogOutput``. Sessions stay open, but for ``main`` without their names, which may
    /// tell of the person as well.
    ///
    /// - Throws: What the file system says where something can't be removed. The rest is erased all the same.
    public func eraseTimeline() throws {
        defer {
            main.record.nameAnew(in: dispatcher.timeline)
            dispatcher.forgetExposures()
            dispatcher.answersChanged()
            dispatcher.changes.erased()
        }
        dispatcher.logStore?.erase()
        dispatcher.faults.erase()
        let attached = Result { try dispatcher.hooks.erase() }
        for session in dispatcher.sessions.open { session.refusals.removeAll() }
        try dispatcher.timeline?.erase()
        try attached.get()
    }

    /// Ends the run in good order.
    ///
    /// What is performed later is done and recorded all the same.
    public func end() {
        dispatcher.timeline?.end()
    }
}
