/// The limits on callers of actions.
public struct AutomationLimits: Sendable, Hashable {
    /// The maximum size of an input, in bytes of JSON.
    ///
    /// 1 MiB by default.
    public var inputBytes: Int
    /// The maximum nesting of an input.
    ///
    /// 32 by default.
    public var inputDepth: Int
    /// The maximum time of a call, after which it is cancelled.
    ///
    /// 60 s by default.
    public var callTime: Duration
    /// The maximum number of calls at a time; further ones are refused.
    ///
    /// 64 by default.
    public var calls: Int
    /// The maximum number of calls of one caller at a time.
    ///
    /// 16 by default.
    public var callsOfCaller: Int
    /// The maximum size of what a call returns, in bytes, as text and as JSON each; the rest can be fetched.
    ///
    /// 20,000 by default.
    public var outputBytes: Int
    /// The maximum size of a whole result, in bytes; what exceeds it is dropped, and the result says so.
    ///
    /// 8 MiB by default.
    public var resultBytes: Int
    /// The maximum size of all results whose rest can be fetched, in bytes; the oldest are removed.
    ///
    /// 64 MiB by default.
    public var storedBytes: Int

    /// Creates limits.
    public init(
        inputBytes: Int = 1 << 20, inputDepth: Int = 32, callTime: Duration = .seconds(60), calls: Int = 64,
        callsOfCaller: Int = 16, outputBytes: Int = 20_000, resultBytes: Int = 8 << 20, storedBytes: Int = 64 << 20
    ) {
        self.inputBytes = inputBytes
        self.inputDepth = inputDepth
        self.callTime = callTime
        self.calls = calls
        self.callsOfCaller = callsOfCaller
        self.outputBytes = outputBytes
        self.resultBytes = resultBytes
        self.storedBytes = storedBytes
    }
}
