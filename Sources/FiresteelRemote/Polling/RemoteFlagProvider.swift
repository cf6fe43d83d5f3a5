public import FiresteelFlags
public import FiresteelHTTP
import Foundation
import Synchronization

/// A provider that fetches flags over HTTP, updates them, and caches them on disk for the next start.
///
/// ```swift
/// let flags = RemoteFlagProvider(
///     "Flags", source: .flagd(URL(string: "https://flags.example.com/flags.json")!),
///     transport: URLSessionTransport(), options: RemoteFlagOptions(cache: cacheFile))
/// flags.start()
/// let stack = FlagStack([flags])
/// ```
///
/// ## Guarantees
///
/// - Values cached by an earlier run are returned immediately, with the reason `CACHED`, until the server responds.
///   Beyond ``RemoteFlagOptions/staleAfter`` the reason is `STALE`, in whichever run they were fetched.
/// - A damaged, truncated or missing response replaces nothing; ``status`` is stale and has the cause until the next
///   valid response. A stack reports it once as a diagnostic.
/// - If the server evaluates flags for one context, there are no values for other contexts; see
///   ``fixedContextChanged(_:)``.
/// - A flag without a valid name on the server is an error when a stack evaluates it, and ``status`` names it.
/// - Memory is bounded by `HTTPLimits.bodyBytes`.
///
/// Changes reach the stack as one change each. All methods may be called from any thread.
public final class RemoteFlagProvider: FlagProvider {
    /// The display name.
    public let name: String

    let source: any RemoteFlagSource
    let transport: any HTTPTransport
    let options: RemoteFlagOptions
    let sender: FlagRequestSender
    let signal = Signal()
    let state: Mutex<RemoteFlagState>
    let notifier = Broadcaster<FlagProviderChange>(.immediate)
    let cache: RemoteFlagFile?

    /// Creates a provider, which fetches nothing until ``start()`` or ``refresh()``.
    ///
    /// - Parameters:
    ///   - name: The display name. Unique within a stack.
    ///   - source: The source of the flags.
    ///   - transport: The transport for requests.
    ///   - options: The options. A cache file is read immediately.
    public init(
        _ name: String, source: some RemoteFlagSource, transport: any HTTPTransport,
        options: RemoteFlagOptions = RemoteFlagOptions()
    ) {
        self.name = name
        self.source = source
        self.transport = transport
        self.options = options
        sender = FlagRequestSender(transport, limits: options.limits)
        // One mebibyte for the head, which contains a context.
        let limit = options.limits.bodyBytes + 1 << 20
        cache = options.cache.map { RemoteFlagFile(RemoteFlagCache(file: $0, limit: limit)) }
        state = Mutex(RemoteFlagState(context: source.isContextSpecific ? nil : .empty))
        if !source.isContextSpecific { useCache(for: .empty) }
    }

    deinit {
        let loop = state.withLock { $0.loop }
        loop?.cancel()
    }

    /// Returns the rule of a flag, or `nil` if the key is unknown or there are no values yet.
    public func rule(for key: String) -> (any FlagRule)? {
        let (values, age) = state.withLock { ($0.values, $0.age(options)) }
        guard let values, let rule = values.rules[key] else { return namelessRule(for: key) }
        guard values.context != nil || age != nil || values.revision != nil else { return rule }
        return RemoteRule(
            base: rule, context: values.context, age: age, updated: values.updated, revision: values.revision)
    }

    /// Returns an error rule for a flag that can never have a value, because it has no valid name on the server.
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

    /// The currently known keys.
    public var keys: Set<String>? {
        state.withLock { state in state.values.map { Set($0.rules.keys) } ?? [] }
    }

    /// The status of the provider.
    public var status: FlagProviderStatus {
        var status = state.withLock { state -> FlagProviderStatus in
            let fault =
                state.fault ?? state.cacheError ?? state.values?.fault ?? state.namelessError ?? state.followingError
            guard let values = state.values else {
                return FlagProviderStatus(state.fault?.code == .providerFatal ? .failed : .notReady, error: fault)
            }
            // After a failed fetch, the server may have other values.
            let isStale = state.fault != nil || state.age(options) == .stale
            var status = FlagProviderStatus(isStale ? .stale : .ready, updated: values.updated, error: fault)
            status.revision = values.revision
            status.isCached = !values.isConfirmed
            return status
        }
        status.address = source.server.withoutSecrets
        return status
    }

    /// Calls the handler after each change, until the subscription is cancelled.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Fetches for another context, if the server evaluates flags for one at a time.
    ///
    /// All values are removed immediately, except those that an earlier run cached for this context; the result of a
    /// fetch in progress is discarded.
    public func fixedContextChanged(_ context: EvaluationContext) {
        guard source.isContextSpecific else { return }
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

    /// Fetches repeatedly, until ``stop()``.
    ///
    /// Has no effect if already started.
    public func start() {
        state.withLock { state in
            guard state.loop == nil else { return }
            signal.raise { $0.isDue = true }
            state.loop = RemoteFlagLoop.task(of: self)
        }
    }

    /// Stops fetching; the result of a fetch in progress is discarded.
    ///
    /// Values are retained.
    public func stop() {
        let loop = state.withLock { state in
            defer { state.loop = nil }
            return state.loop
        }
        loop?.cancel()
    }

    /// Sets whether the program is in use, for example when an app enters the background and returns.
    ///
    /// After a period of inactivity, event streams are closed and fetching pauses. The next activity then fetches
    /// immediately and unconditionally.
    public func setActive(_ isActive: Bool) {
        state.withLock { $0.isActive = isActive }
        signal.raise { $0.activityChanged = true }
    }

    /// Fetches now, even if the server limits the request rate.
    ///
    /// Returns when the values are in place and subscribers have been notified. Resumes polling that ended because the
    /// server rejected the credentials.
    ///
    /// - Throws: ``RemoteFlagError``, after which the values are unchanged, or `CancellationError`.
    public func refresh() async throws {
        let resumes = state.withLock { $0.isRejected && $0.loop != nil }
        try await fetch(hint: nil, isConditional: true)
        if resumes { signal.raise { $0.isDue = true } }
    }

    /// Removes the cache on disk, for example when a user requests the deletion of their data.
    ///
    /// Values in memory are retained.
    ///
    /// - Throws: An error if the file can't be removed.
    public func removeCache() throws {
        try cache?.use { try $0.remove() }
    }
}
