public import FiresteelFlags
public import FiresteelHTTP
import Foundation
import Synchronization

/// Flags that are fetched over HTTP, kept up to date, and kept on disk for the next start.
///
/// ```swift
/// let flags = RemoteFlagProvider(
///     "Flags", source: .flagd(URL(string: "https://flags.example.com/flags.json")!),
///     transport: URLSessionTransport(), options: RemoteFlagOptions(cache: cacheFile))
/// flags.start()
/// let stack = FlagStack([flags])
/// ```
///
/// ## What can be relied on
///
/// - What was kept by an earlier run answers at once, with the reason `CACHED`, until the server was heard. With
///   ``RemoteFlagOptions/staleAfter`` exceeded the reason is `STALE`, whichever run fetched it.
/// - An answer that is damaged, cut short or no answer at all replaces nothing; ``status`` says what is wrong.
/// - Where the server decides for one context, no other context is answered; see ``fixedContextChanged(_:)``.
/// - A flag that can have no name on the server is an error when a stack asks for it, and ``status`` names it.
/// - Whatever is in memory is bounded by `HTTPLimits.bodyBytes`.
///
/// Changes reach the stack as one change each. All methods may be called from any thread.
public final class RemoteFlagProvider: FlagProvider {
    /// What people call it.
    public let name: String

    let source: any RemoteFlagSource
    let transport: any HTTPTransport
    let options: RemoteFlagOptions
    let signal = Signal()
    let state: Mutex<RemoteFlagState>
    let notifier = FlagChangeNotifier()
    let cache: RemoteFlagFile?

    /// A provider that fetches nothing yet: ``start()`` it, or ``refresh()`` it.
    ///
    /// - Parameters:
    ///   - name: What people call it. Unique within a stack.
    ///   - source: What is asked.
    ///   - transport: How it is asked.
    ///   - options: How often, how long, and what is kept. A file that is kept is read here and now.
    public init(
        _ name: String, source: some RemoteFlagSource, transport: any HTTPTransport,
        options: RemoteFlagOptions = RemoteFlagOptions()
    ) {
        self.name = name
        self.source = source
        self.transport = transport
        self.options = options
        // A mebibyte for the head, which has a context in it.
        let limit = options.limits.bodyBytes + 1 << 20
        cache = options.cache.map { RemoteFlagFile(RemoteFlagCache(file: $0, limit: limit)) }
        state = Mutex(RemoteFlagState(context: source.answersOneContext ? nil : .empty))
        if !source.answersOneContext { useCache(for: .empty) }
    }

    deinit {
        let loop = state.withLock { $0.loop }
        loop?.cancel()
    }

    /// How it decides a flag, or `nil` where it doesn't know the key or has nothing yet.
    public func rule(for key: String) -> (any FlagRule)? {
        let (values, age) = state.withLock { ($0.values, $0.age(options)) }
        guard let values, let rule = values.rules[key] else { return namelessRule(for: key) }
        guard values.context != nil || age != nil else { return rule }
        return RemoteRule(base: rule, context: values.context, age: age, updated: values.updated)
    }

    /// An error where a flag can never have a value, since it can have no name on the server.
    private func namelessRule(for key: String) -> (any FlagRule)? {
        guard !key.isEmpty else { return nil }
        do throws(FlagError) {
            _ = try source.name(for: key)
            return nil
        } catch {
            state.withLock { $0.addNameless(key, error) }
            return ConstantRule(FlagEvaluation(.failed(error), reason: .error))
        }
    }

    /// The keys that it knows now.
    public var keys: Set<String>? {
        state.withLock { state in state.values.map { Set($0.rules.keys) } ?? [] }
    }

    /// How it is doing.
    public var status: FlagProviderStatus {
        state.withLock { state in
            let fault = state.fault ?? state.cacheFault ?? state.values?.fault ?? state.namelessFault
            guard let values = state.values else {
                return FlagProviderStatus(state.fault?.code == .providerFatal ? .failed : .notReady, error: fault)
            }
            return FlagProviderStatus(
                state.age(options) == .stale ? .stale : .ready, updated: values.updated, error: fault)
        }
    }

    /// Calls the handler after each change, until the subscription is cancelled.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        notifier.subscribe(handler)
    }

    /// Fetches for another context, where the server decides for one at a time.
    ///
    /// At once there are no values but those that an earlier run kept for this very context; a fetch that is under way for
    /// the last context comes to nothing.
    public func fixedContextChanged(_ context: EvaluationContext) {
        guard source.answersOneContext else { return }
        let (isOther, fetch) = state.withLock { state -> (Bool, Task<Void, any Error>?) in
            guard state.context != context else { return (false, nil) }
            state.startContext(context)
            return (true, state.fetch)
        }
        guard isOther else { return }
        fetch?.cancel()
        useCache(for: context)
        signal.raise { $0.isDue = true }
        notifier.send(.all)
    }

    /// Fetches again and again, until ``stop()``.
    ///
    /// Does nothing where it does so already.
    public func start() {
        state.withLock { state in
            guard state.loop == nil else { return }
            signal.raise { $0.isDue = true }
            state.loop = RemoteFlagLoop.task(of: self)
        }
    }

    /// Ends what ``start()`` began; a fetch that is under way comes to nothing.
    ///
    /// Values stay.
    public func stop() {
        let loop = state.withLock { state in
            defer { state.loop = nil }
            return state.loop
        }
        loop?.cancel()
    }

    /// Says whether people use the program, as when an app goes to the background and comes back.
    ///
    /// After a while of inactivity, streams of events are closed and fetching pauses. Activity fetches at once, without
    /// asking whether something changed, if it had come to that.
    public func setActive(_ isActive: Bool) {
        state.withLock { $0.isActive = isActive }
        signal.raise { $0.activityChanged = true }
    }

    /// Fetches now, also where the server asked to be left alone for a while.
    ///
    /// Returns when the values are in place and subscribers were told.
    ///
    /// - Throws: ``RemoteFlagError``, after which the values are what they were, or `CancellationError`.
    public func refresh() async throws {
        try await fetch(hint: nil, isConditional: true)
    }

    /// Removes what is kept on disk, such as when a person wants to be forgotten.
    ///
    /// Values in memory stay.
    ///
    /// - Throws: Where the file can't be removed.
    public func removeCache() throws {
        try cache?.use { try $0.remove() }
    }
}
