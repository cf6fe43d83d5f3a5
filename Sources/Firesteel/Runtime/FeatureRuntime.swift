import FiresteelBase
public import FiresteelFlags
public import FiresteelTimeline
import Synchronization

/// The features of a program, or of a test, with their sessions, timeline, availability, and logs.
///
/// A program creates one at its start with ``setUp(_:_:)``, which is then the default. Any number of others can exist
/// beside it, each with a separate timeline. Actions belong to one of them if they are performed in one of its
/// sessions, or inside ``use(_:)``.
///
/// Bootstrap logging, metrics and tracing before, since the runtime creates and stores their handles.
public final class FeatureRuntime: Sendable {
    /// The session of performs that specify none.
    public let main: ActionSession

    /// The retention of earlier runs.
    public let retention: Retention

    let dispatcher: Dispatcher
    let availabilityTable: AvailabilityTable
    let registry: FeatureRegistry
    let routeStore = RouteStore()
    /// Held from the check of a group until its registration.
    private let registration = Mutex(())
    /// The subscriptions to changes of flags and sources, which end with the runtime.
    private let following = Mutex<[Subscription]>([])
    /// The objects that other modules attach, by type.
    private let attachments = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    /// Creates a runtime beside the default one.
    ///
    /// - Parameters:
    ///   - root: The group that contains all features.
    ///   - configuration: The configuration of the runtime.
    /// - Throws: ``FeatureSetupError`` with all errors of the graph. File errors aren't thrown; they are in ``faults``.
    public convenience init(
        _ root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration = RuntimeConfiguration()
    ) throws(FeatureSetupError) {
        try self.init(graphOf: root, configuration)
        CurrentRuntime.recordOther()
        start()
    }

    private init(
        graphOf root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration
    ) throws(FeatureSetupError) {
        let graph = FeatureGraph(root: root)
        let relations = FeatureRelations(graph, known: [])
        let flags = configuration.flags ?? FlagStack()
        let routes = routeStore.adding(graph)
        let faults = graph.diagnostics + relations.diagnostics + routes.faults + flags.declare(flagsOf: graph)
        guard faults.isEmpty else { throw FeatureSetupError(diagnostics: faults) }
        retention = configuration.retention
        let timeline = configuration.makeTimeline()
        dispatcher = Dispatcher(
            timeline: timeline, clock: configuration.clock, keepsStacks: configuration.keepsStacks,
            metrics: configuration.usedMetrics, tracer: configuration.usedTracer,
            logStore: configuration.recentLogLines > 0 ? LogStore(capacity: configuration.recentLogLines) : nil,
            flags: flags, makeLogger: configuration.logger)
        availabilityTable = AvailabilityTable(
            dispatcher: dispatcher, toggles: configuration.toggles, platform: configuration.platform,
            sources: configuration.sources)
        registry = FeatureRegistry()
        main = ActionSession(name: "main", isUserInitiated: true, dispatcher: dispatcher)
        dispatcher.runtime = self
        dispatcher.exposures?.main = main.record
        register(graph, relations, routes.table)
        if case .memoryFallback(let fault) = timeline?.recording { dispatcher.report(.timeline(fault.description)) }
        if case .file = timeline?.recording, timeline?.isWatched == false {
            dispatcher.report(
                .timeline("Can't record how this run ends: the process has more than 64 open runs. End some of them.")
            )
        }
        if case .failure(let error) = timeline?.retention {
            dispatcher.report(.timeline("Can't remove earlier runs: \(error)"))
        }
        dispatcher.reportUnrecordedCrashes(recordsSignals: configuration.recordsSignals)
        dispatcher.reportUnopenedRuns()
    }

    deinit {
        for subscription in following.withLock({ $0 }) { subscription.end() }
        end()
    }

    /// Checks all constraints for the first time, and again after each change from now on.
    ///
    /// Called once the runtime in effect is set, since constraints may read it.
    private func start() {
        following.withLock { following in
            // Flags are recorded on the timeline before the features that they decide.
            following =
                dispatcher.followFlags() + availabilityTable.follow(flags) + availabilityTable.followSources()
            if let watch = dispatcher.watch() { following.append(watch) }
        }
        let all = availabilityTable.all
        availabilityTable.settle(Array(all), added: all)
    }

    /// Creates the program's default runtime.
    ///
    /// Call it once, at the start.
    ///
    /// - Throws: ``FeatureSetupError`` with all errors of the graph, or if there already is a default runtime.
    @discardableResult
    public static func setUp(
        _ root: any FeatureGroup.Type, _ configuration: RuntimeConfiguration = RuntimeConfiguration()
    ) throws(FeatureSetupError) -> FeatureRuntime {
        let exists = FeatureSetupError(diagnostics: [.defaultRuntimeExists])
        // Checked before as well: an unused runtime would begin a run and remove old ones for it.
        guard CurrentRuntime.defaultMain == nil else { throw exists }
        let runtime = try FeatureRuntime(graphOf: root, configuration)
        guard CurrentRuntime.setDefault(runtime) else { throw exists }
        if !runtime.flags.makeDefault() {
            runtime.dispatcher.report(
                .flags(
                    "Flags without their own stack are read from a stack other than this runtime's. Create this runtime before other stacks."
                ))
        }
        runtime.start()
        return runtime
    }

    /// Registers another group with all of its features, at any time.
    ///
    /// - Throws: ``FeatureSetupError`` with all errors of the group, none of whose features is registered then.
    public func register(_ root: any FeatureGroup.Type) throws(FeatureSetupError) {
        let graph = FeatureGraph(root: root)
        let added = try registration.withLock { _ throws(FeatureSetupError) in
            let relations = FeatureRelations(graph, known: registry.all)
            let conflicts = registry.conflicts(with: graph)
            // Registered flags must not be declared twice.
            let flagFaults = conflicts.isEmpty ? flags.declare(flagsOf: graph) : []
            // Each route of a registered group would conflict with itself.
            let routes = conflicts.isEmpty ? routeStore.adding(graph) : (table: nil, faults: [])
            let faults = graph.diagnostics + conflicts + relations.diagnostics + routes.faults + flagFaults
            guard faults.isEmpty else { throw FeatureSetupError(diagnostics: faults) }
            return register(graph, relations, routes.table)
        }
        // Without the lock, since a constraint may register features as well.
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
    ///   - name: The name on the timeline, which need not be unique.
    ///   - userInitiated: Whether performs in the session count as started by the user by default.
    public func session(_ name: String, userInitiated: Bool = true) -> ActionSession {
        defer { dispatcher.reportRefusedNames() }
        return ActionSession(name: name, isUserInitiated: userInitiated, dispatcher: dispatcher)
    }

    /// The runtime in effect: that of the current action or of the surrounding ``use(_:)``, otherwise the default one.
    public static var current: FeatureRuntime? { CurrentRuntime.runtime }

    /// The timeline of the runtime, or `nil` if nothing is recorded.
    public var timeline: Timeline? { dispatcher.timeline }

    /// The flags of the program.
    ///
    /// While this is the runtime in effect, flags without a separate stack are read here.
    public var flags: FlagStack { dispatcher.flags }

    /// The log levels and the focus.
    public var logging: LogControl { dispatcher.logging }

    /// The newest log lines, or `nil` if none are stored.
    public var logStore: LogStore? { dispatcher.logStore }

    /// The faults so far, each once.
    public var faults: [RuntimeFault] { dispatcher.faults.all }

    /// The faults of this process outside all runtimes, such as performing without one, each once.
    public static var processFaults: [RuntimeFault] { FaultLog.process.all }

    /// Calls a closure with this runtime in effect, instead of the default one, also for the calls it awaits.
    public func use<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main)) {
            _ = isolation
            return try await body()
        }
    }

    /// Calls a closure with this runtime in effect, instead of the default one.
    public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
        try PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main), operation: body)
    }

    /// Erases the recorded data of the user.
    ///
    /// Erases all earlier runs, the events of this run so far, its log lines in memory, and the data stored by its
    /// ``ActivityIndex`` and its ``AnalyticsProvider``s. Log files are erased by their ``FileLogOutput``. Sessions stay
    /// open, but lose their names, except ``main``, since names may contain personal data.
    ///
    /// - Throws: The file system's error if something can't be removed. The rest is erased nevertheless.
    public func eraseTimeline() throws {
        defer {
            main.record.nameAnew(in: dispatcher.timeline)
            dispatcher.forgetExposures()
            dispatcher.invalidateSessionAvailability()
            dispatcher.changes.erased()
        }
        dispatcher.logStore?.erase()
        dispatcher.faults.erase()
        let attached = Result { try dispatcher.hooks.erase() }
        for session in dispatcher.sessions.open { session.refusals.removeAll() }
        try dispatcher.timeline?.erase()
        try attached.get()
    }

    /// Returns the object of a type that belongs to the runtime, which is created by the first call.
    ///
    /// The runtime retains it, so it must not retain the runtime.
    package func attached<Attached: AnyObject & Sendable>(_ make: (FeatureRuntime) -> Attached) -> Attached {
        attachments.withLock { attachments in
            let type = ObjectIdentifier(Attached.self)
            if let known = attachments[type] as? Attached { return known }
            let made = make(self)
            attachments[type] = made
            return made
        }
    }

    /// Ends the run cleanly.
    ///
    /// Later actions are still performed and recorded.
    public func end() {
        dispatcher.timeline?.end()
    }
}
