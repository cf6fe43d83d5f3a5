public import FiresteelHTTP
public import Foundation

/// The fetching and caching options of a ``RemoteFlagProvider``.
public struct RemoteFlagOptions: Sendable {
    /// The polling interval, varied by up to a tenth; zero to disable polling.
    ///
    /// 5 minutes by default.
    ///
    /// Not used while an event stream reports changes. Without polling, values are fetched at the start, when the context
    /// changes, when an event reports a change, and by ``RemoteFlagProvider/refresh()``; a failed fetch is repeated by
    /// ``retry``.
    public var interval: Duration
    /// The age from which values are stale, or `nil` for never.
    ///
    /// One day by default.
    ///
    /// Stale values are still returned, with the reason `STALE`.
    public var staleAfter: Duration?
    /// The file that stores the last valid values for the next start, or `nil` to store nothing.
    ///
    /// Use one file per provider. It contains the values and, if the server evaluates them for one context at a time,
    /// that context; only the file's owner may read it.
    public var cache: URL?
    /// The limits on the size and duration of a response.
    ///
    /// 10 MiB and 10 s by default.
    public var limits: HTTPLimits
    /// The delays after failures.
    public var retry: RetryPolicy
    /// The duration of silence after which an event stream is opened again.
    ///
    /// 5 minutes by default.
    public var streamSilence: Duration
    /// The duration of inactivity after which streams are closed and fetching pauses, or `nil` for the server's value.
    public var inactivityDelay: Duration?
    /// The clock.
    public var clock: RemoteClock

    /// Creates options.
    public init(
        interval: Duration = .seconds(300), staleAfter: Duration? = .seconds(86_400), cache: URL? = nil,
        limits: HTTPLimits = .flags, retry: RetryPolicy = RetryPolicy(),
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
