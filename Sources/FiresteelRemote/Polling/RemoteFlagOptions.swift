public import FiresteelHTTP
public import Foundation

/// How a ``RemoteFlagProvider`` fetches and keeps.
public struct RemoteFlagOptions: Sendable {
    /// How often to ask, a tenth more or less.
    ///
    /// 5 minutes by default.
    ///
    /// Not while a stream of events tells of changes.
    public var interval: Duration
    /// The age from which values are stale, or `nil` for never.
    ///
    /// A day by default.
    ///
    /// Stale values still answer, with the reason `STALE`.
    public var staleAfter: Duration?
    /// The file that the last good values are kept in for the next start, or `nil` to keep nothing.
    ///
    /// One file for each provider. It has the values and, where a server decides for one context at a time, that context;
    /// only the file's owner may read it.
    public var cache: URL?
    /// How much of an answer is taken, and how long it may take.
    public var limits: HTTPLimits
    /// How long to wait after failures.
    public var retry: RetryPolicy
    /// After how much silence of a stream of events it is opened anew.
    ///
    /// 5 minutes by default.
    public var streamSilence: Duration
    /// How long the program may be inactive before streams are closed and fetching pauses, or `nil` for what the server
    /// says.
    public var inactivityDelay: Duration?
    /// The time.
    public var clock: RemoteClock

    /// Options.
    public init(
        interval: Duration = .seconds(300), staleAfter: Duration? = .seconds(86_400), cache: URL? = nil,
        limits: HTTPLimits = HTTPLimits(), retry: RetryPolicy = RetryPolicy(),
        streamSilence: Duration = .seconds(300), inactivityDelay: Duration? = nil, clock: RemoteClock = .system
    ) {
        self.interval = interval
        self.staleAfter = staleAfter
        self.cache = cache
        self.limits = limits
        self.retry = retry
        self.streamSilence = streamSilence
        self.inactivityDelay = inactivityDelay
        self.clock = clock
    }
}
