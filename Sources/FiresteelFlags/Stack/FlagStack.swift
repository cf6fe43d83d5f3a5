public import Foundation
public import Synchronization

/// The flags of a program: providers in order, of which the first that knows a flag gives its value.
///
/// ```swift
/// let stack = FlagStack([file, defaults], overrides: OverrideStore(url))
/// let editor = try stack.register(EditorFlags.self)
/// if editor.autosave.value { … }
/// ```
///
/// ## Who decides
///
/// 1. ``overrides``: what was set by hand on this device.
/// 2. A flag that is off locally is off; see ``LocalState``.
/// 3. The providers, in order. One that doesn't know the flag, fails, or has a value of another type is passed over.
/// 4. A flag that is on locally is on.
/// 5. The program's default.
///
/// After that, a flag whose parent is off is off itself, and of the flags of an exclusion group that are on, one stays
/// on.
///
/// ## Reading
///
/// In the fixed ``context``, a read is one atomic load: values are computed when something changes. Rules that look at
/// the time are the exception. With a context of its own, as a server has for each request, a read evaluates the flag's
/// rules, unless nothing in them looks at the context. Neither takes a lock or allocates, but for a flag's first read.
///
/// All methods may be called from any thread, also from handlers that the stack calls; the stack holds no lock
/// meanwhile. Providers are asked for rules below the stack's lock: a provider's `rule(for:)` and a rule's `evaluate`
/// may read no flags of the same stack.
public final class FlagStack: Sendable {
    @usableFromInline let table: FlagTable
    /// The address of a ``FlagExposureHook`` that is kept here, or 0.
    @usableFromInline let exposurePointer = Atomic<UInt>(0)
    let graph: Mutex<FlagGraph>
    let readers: ReaderGuard
    let log: FlagDiagnosticLog
    let changeHub = FlagChangeHub()
    let diagnosticHub = FlagDiagnosticHub()
    let unknownKeys = Mutex<[String: [FlagHygiene.Place]]>([:])
    /// Keeps from run to run since when values hold, if it was asked for.
    let history: FlagHistory?
    /// Held while providers are told of another context, so that all of them end with the same one.
    let contextChange = Mutex(())
    private let subscriptions = Mutex<[FlagSubscription]>([])

    /// The providers in order, without ``overrides``.
    public let providers: [any FlagProvider]
    /// What was set by hand on this device: asked first.
    public let overrides: (any MutableFlagProvider)?
    /// Where the program runs, which local states refer to.
    public let environment: FlagEnvironment
    /// Seconds since 1970.
    let clock: @Sendable () -> Double

    /// A stack.
    ///
    /// - Parameters:
    ///   - providers: In the order in which they are asked.
    ///   - overrides: Asked before all others, for values that are set by hand on this device.
    ///   - environment: Where the program runs; without it, ``FlagEnvironment/ofThisBuild``.
    ///   - context: Who uses the program, where that is one person at a time; ``setContext(_:)`` changes it.
    ///   - hygieneFile: A small JSON file that keeps from run to run since when each flag has had its value, without which
    ///     ``hygiene(constantForDays:)`` knows this run only. It has hashes of the values, for 10,000 flags at most, and is
    ///     made, with its folder, when there is something to keep; whoever causes a change writes it. One stack at a time
    ///     has it. If it can't be read or written, that is a diagnostic, and this run's times are kept in memory.
    ///   - clock: The time in seconds since 1970, for rules that look at it and for hygiene; the system's where none is
    ///     given.
    public init(
        _ providers: [any FlagProvider] = [], overrides: (any MutableFlagProvider)? = nil,
        environment: FlagEnvironment = .ofThisBuild, context: EvaluationContext = .empty,
        hygieneFile: URL? = nil, clock: (@Sendable () -> Double)? = nil
    ) {
        let clock = clock ?? { Date().timeIntervalSince1970 }
        let table = FlagTable()
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
            table: table, readers: readers, log: log, environment: environment, context: context, clock: clock)
        graph.history = history
        graph.sources = Self.sources(providers, overrides, log)
        let joining = graph.sources.map(\.provider)
        self.graph = Mutex(graph)
        for provider in joining {
            provider.fixedContextChanged(context)
            let subscription = provider.subscribe { [weak self] change in self?.providerChanged(change) }
            subscriptions.withLock { $0.append(subscription) }
        }
        // What a provider's definitions say of flags that nobody declares can decide others of their group.
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
    ) -> [FlagGraph.Source] {
        var names: Set<String> = []
        func source(_ provider: any FlagProvider, isByHand: Bool) -> FlagGraph.Source {
            var name = provider.name
            var number = 2
            while !names.insert(name).inserted {
                name = "\(provider.name) (\(number))"
                number += 1
            }
            if name != provider.name {
                log.report(
                    .providerName, provider: provider.name, detail: name, nil,
                    "Two providers are called “\(provider.name)”; here, one of them is “\(name)”. Give it another name."
                )
            }
            return FlagGraph.Source(provider: provider, name: FlagSourceName(text: name, isByHand: isByHand))
        }
        var sources: [FlagGraph.Source] = []
        if let overrides { sources.append(source(overrides, isByHand: true)) }
        for provider in providers { sources.append(source(provider, isByHand: false)) }
        return sources
    }

    /// Changes the graph below its lock, and tells what came of it when the lock is free again.
    func update(_ change: (FlagGraph) -> [FlagChange]) {
        graph.withLock { graph in changeHub.enqueue(change(graph)) }
        notify()
    }

    /// Tells what waits to be told.
    func notify() {
        changeHub.notify()
        history?.writeIfNeeded()
        let diagnostics = log.takeUnreported()
        if !diagnostics.isEmpty { diagnosticHub.notify(diagnostics) }
    }

    private func providerChanged(_ change: FlagProviderChange) {
        if let gathering = ContextGathering.current, gathering.takes(change, of: self) { return }
        update { graph in
            switch change {
            case .keys(let keys): graph.update(keys)
            case .all: graph.updateAll()
            }
        }
    }
}
