import FiresteelFlags
import FiresteelHTTP

/// The state of a provider.
struct RemoteFlagState: Sendable {
    /// Values and their origin.
    struct Values: Sendable {
        var rules: [String: any FlagRule]
        /// The only context that the values are for, or `nil` for all.
        var context: EvaluationContext?
        var validator: Validator
        /// The time at which they were current, in seconds since 1970.
        var updated: Double
        /// Whether the server has confirmed them in this run.
        var isConfirmed: Bool
        var eventStreams: [RemoteEventStream]
        /// The server's number for this version of the values.
        var revision: Int?
        /// An error about invalid flags.
        var fault: FlagError?
        /// The checksum of the cached body, to detect an equal one.
        var checksum: UInt64?
        /// The time at which the file was written.
        var writtenAt: Double
    }

    /// The context of the values; `nil` until it is set.
    var context: EvaluationContext?
    /// The number of contexts so far, to detect responses for an earlier one.
    var generation = 0
    var values: Values?
    /// The error of the last fetch.
    var fault: FlagError?
    /// The error of the cache file.
    var cacheError: FlagError?
    /// The error of the last request that followed a response.
    var followingError: FlagError?
    /// The number of fetches so far, so that an older response doesn't replace a newer one.
    var begun = 0
    var applied = 0
    /// The evaluated flags without a valid name on the server, with the error.
    private var nameless: [String: FlagError] = [:]
    var isActive = true
    /// Whether polling ended because the server rejects the credentials.
    var isRejected = false
    var loop: Task<Void, Never>?
    /// The loop's fetch in progress.
    var fetch: Task<Void, any Error>?

    init(context: EvaluationContext?) {
        self.context = context
    }

    mutating func startContext(_ context: EvaluationContext) {
        self.context = context
        generation += 1
        values = nil
        fault = nil
    }

    /// Records a flag without a valid name; the number is limited, so that generated keys don't fill the memory.
    mutating func addNameless(_ key: String, _ error: FlagError) {
        if nameless.count < 100 { nameless[key] = error }
    }

    /// An error about flags without a valid name.
    var namelessError: FlagError? {
        guard let first = nameless.min(by: { $0.key < $1.key })?.value else { return nil }
        let others = nameless.count == 1 ? "" : " There are \(nameless.count - 1) more flags without a name there."
        return FlagError(first.code, first.message + others)
    }

    /// Returns why values may be outdated, or `nil` if they are current.
    func age(_ options: RemoteFlagOptions) -> RemoteRule.Age? {
        guard let values else { return nil }
        if let limit = options.staleAfter, options.clock.now() - values.updated >= limit.seconds { return .stale }
        return values.isConfirmed ? nil : .cached
    }
}
