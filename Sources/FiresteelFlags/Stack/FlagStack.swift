public import FiresteelBase
public import Foundation
public import Synchronization

/// The flags of a program: an ordered list of providers, of which the first that defines a flag decides its value.
///
/// ```swift
/// let stack = FlagStack([file, defaults], overrides: OverrideStore(url))
/// let editor = try stack.register(EditorFlags.self)
/// if editor.autosave.value { … }
/// ```
///
/// ## Precedence
///
/// 1. ``overrides``: the values for this device.
/// 2. A flag that is off in this build is off; see ``LocalState``.
/// 3. The providers, in order. One that doesn't define the flag, fails, or returns a value of another type is skipped.
/// 4. A flag that is on in this build is on.
/// 5. The program's default.
///
/// After that, a flag whose parent is off is off itself, and of the flags of an exclusion group that are on, one stays
/// on.
///
/// ## Reading
///
/// In the fixed ``context``, a read is one atomic load: values are computed when something changes. Rules that depend
/// on the time are the exception. With another context, as a server has for each request, a read evaluates the flag's
/// rules, unless none of them depends on the context. Neither takes a lock or allocates, except for a flag's first
/// read.
///
/// All methods may be called from any thread, also from handlers that the stack calls; the stack holds no lock
/// meanwhile. The stack reads rules of providers while holding its lock: a provider's `rule(for:)` and a rule's
/// `evaluate` must not read flags of the same stack.
public final class FlagStack: Sendable {
    /// The slots by the flags' indices.
    ///
    /// Each read of a flag beyond its capacity takes the lock.
    @usableFromInline let table: PagedTable<FlagSlot>
    /// The address of a retained ``FlagExposureHook``, or 0.
    @usableFromInline let exposurePointer = Atomic<UInt>(0)
    let graph: Mutex<FlagGraph>
    let readers: ReaderGuard
    let log: FlagDiagnosticLog
    let generations = FlagGeneration()
    let changeHub = FlagChangeHub()
    let reportedDiagnostics = Broadcaster<FlagDiagnostic>()
    let contextChanges = Broadcaster<Void>(.immediate)
    let unknownKeys = Mutex<[String: [FlagHygiene.Place]]>([:])
    /// Stores when each value last changed, if the stack has a hygiene file.
    let history: FlagHistory?
    /// Held while providers are notified of another context, so that all of them end with the same one.
    let contextChange = Mutex(())
    private let subscriptions = Mutex<[Subscription]>([])

    /// The providers in order, without ``overrides``.
    public let providers: [any FlagProvider]
    /// The values for this device, with the highest precedence.
    public let overrides: (any MutableFlagProvider)?
    /// The environment that local states refer to.
    public let environment: FlagEnvironment
    /// Seconds since 1970.
    let clock: @Sendable () -> Double

    /// Creates a stack.
    ///
    /// - Parameters:
    ///   - providers: The providers, highest precedence first.
    ///   - overrides: The provider of values for this device, which precedes all others.
    ///   - environment: The environment that local states refer to.
    ///   - context: The context of the program's user, if it serves one user at a time; ``setContext(_:)`` changes
    ///     it.
    ///   - hygieneFile: A small JSON file that stores, over many runs, when each flag's value last changed. Without
    ///     it, ``hygiene(constantForDays:)`` covers this run only. It contains hashes of the values, for 10,000 flags
    ///     at most. It is created, with its folder, when there is something to store, and written by the thread that
    ///     causes a change. Only one stack at a time may use it. If it can't be read or written, the stack reports a
    ///     diagnostic and stores this run's times in memory.
    ///   - clock: The time in seconds since 1970, for rules and hygiene; the system's clock by default.
    public init(
        _ providers: [any FlagProvider] = [], overrides: (any MutableFlagProvider)? = nil,
        environment: FlagEnvironment = .ofThisBuild, context: EvaluationContext = .empty,
        hygieneFile: URL? = nil, clock: (@Sendable () -> Double)? = nil
    ) {
        let clock = clock ?? { Date().timeIntervalSince1970 }
        let table = PagedTable<FlagSlot>(capacity: 262_144)
        let readers = ReaderGuard()
        let log = FlagDiagnosticLog()
        self.table = table
        self.readers = readers
        self.log = log
        self.providers = providers
        self.overrides = overrides
        self.environment = environment
        self.clock = clock
        history = hygieneFile.map { FlagHistory($0, log: log) }
        let graph = FlagGraph(
            table: table, readers: readers, log: log, generations: generations, environment: environment,
            context: context, clock: clock)
        graph.history = history
        graph.sources = Self.sources(providers, overrides, log)
        let joining = graph.sources.map(\.provider)
        self.graph = Mutex(graph)
        for provider in joining {
            provider.fixedContextChanged(context)
            let subscription = provider.subscribe { [weak self] change in self?.providerChanged(change) }
            subscriptions.withLock { $0.append(subscription) }
        }
        // Definitions of undeclared flags take part in exclusion groups.
        update { $0.updateAll() }
    }

    deinit {
        if let observer = UnsafeRawPointer(bitPattern: exposurePointer.load(ordering: .acquiring)) {
            Unmanaged<FlagExposureHook>.fromOpaque(observer).release()
        }
        table.deallocate()
    }

    private static func sources(
        _ providers: [any FlagProvider], _ overrides: (any MutableFlagProvider)?, _ log: FlagDiagnosticLog
    ) -> [FlagSource] {
        var names: Set<String> = []
        func source(_ provider: any FlagProvider, isOverride: Bool) -> FlagSource {
            var name = provider.name
            var number = 2
            while !names.insert(name).inserted {
                name = "\(provider.name) (\(number))"
                number += 1
            }
            if name != provider.name {
                log.report(
                    .providerName, provider: provider.name, detail: name, nil,
                    "Two providers are named “\(provider.name)”, so one of them is named “\(name)” in this stack. Rename it."
                )
            }
            return FlagSource(provider, name: name, isOverride: isOverride)
        }
        var sources: [FlagSource] = []
        if let overrides { sources.append(source(overrides, isOverride: true)) }
        for provider in providers { sources.append(source(provider, isOverride: false)) }
        return sources
    }

    /// Changes the graph while holding its lock, and notifies subscribers when the lock is released.
    func update(_ change: (FlagGraph) -> [FlagChange]) {
        graph.withLock { graph in changeHub.enqueue(change(graph)) }
        notify()
    }

    /// Notifies subscribers of queued changes and unreported diagnostics.
    func notify() {
        changeHub.notify()
        history?.writeIfNeeded()
        for diagnostic in log.takeUnreported() { reportedDiagnostics.send(diagnostic) }
    }

    private func providerChanged(_ change: FlagProviderChange) {
        if let gathering = ContextGathering.current, gathering.accepts(change, of: self) { return }
        update { graph in
            switch change {
            case .keys(let keys): graph.update(keys)
            case .all: graph.updateAll()
            }
        }
    }
}
