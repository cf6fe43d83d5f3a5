import FiresteelFlags
import FiresteelHTTP

/// What a provider has.
struct RemoteFlagState: Sendable {
    /// Values, and where they come from.
    struct Values: Sendable {
        var rules: [String: any FlagRule]
        /// The only context that they answer, or `nil` for all.
        var context: EvaluationContext?
        var validator: Validator
        /// When they were current, in seconds since 1970.
        var updated: Double
        /// Whether the server was heard in this run.
        var isConfirmed: Bool
        var eventStreams: [RemoteEventStream]
        /// What is wrong with single flags.
        var fault: FlagError?
        /// Of the body that was kept, to know an equal one.
        var checksum: UInt64?
        /// When the file was written.
        var keptAt: Double
    }

    /// Whom values are for; `nil` before anybody said.
    var context: EvaluationContext?
    /// Counts contexts, so that an answer for an earlier one is known for what it is.
    var generation = 0
    var values: Values?
    /// Why the last fetch failed.
    var fault: FlagError?
    /// What is wrong with the file.
    var cacheFault: FlagError?
    /// Counts fetches, so that an older answer doesn't replace a newer one.
    var begun = 0
    var applied = 0
    /// The flags that were asked for and can have no name on the server, with the reason.
    private var nameless: [String: FlagError] = [:]
    var isActive = true
    var loop: Task<Void, Never>?
    /// The loop's fetch that is under way.
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

    /// Notes a flag that can have no name; a program that asks for invented keys fills no memory with them.
    mutating func addNameless(_ key: String, _ error: FlagError) {
        if nameless.count < 100 { nameless[key] = error }
    }

    /// What is wrong with flags that can have no name.
    var namelessFault: FlagError? {
        guard let first = nameless.min(by: { $0.key < $1.key })?.value else { return nil }
        let others = nameless.count == 1 ? "" : " There are \(nameless.count - 1) more flags without a name there."
        return FlagError(first.code, first.message + others)
    }

    /// Whether, and how, values may not be the current ones.
    func age(_ options: RemoteFlagOptions) -> RemoteRule.Age? {
        guard let values else { return nil }
        if let limit = options.staleAfter, options.clock.now() - values.updated >= limit.seconds { return .stale }
        return values.isConfirmed ? nil : .cached
    }
}
