public import FiresteelHTTP
public import Foundation

/// The destination of events, and the limits of queueing and sending.
public struct PostHogOptions: Sendable {
    /// The project's key from its settings: `phc_…`.
    ///
    /// It can only send events, so it may be part of an app.
    public var projectKey: String
    /// The address of PostHog.
    ///
    /// `https://eu.i.posthog.com`, `https://us.i.posthog.com`, or the address of your own server.
    public var host: URL
    /// The folder of queued events.
    ///
    /// It must be used for this project only; several processes may share it.
    public var folder: URL
    /// The user, if known from the start.
    ///
    /// `nil` for an anonymous identifier, stored in the folder until ``PostHogProvider/reset()``.
    public var user: String?
    /// The maximum size of queued events in bytes, on disk and in memory together.
    ///
    /// 10 MiB by default, some 20,000 events; at least 4 KiB. Beyond that the oldest are dropped and counted.
    public var queueBytes: Int
    /// The maximum number of events in a request.
    ///
    /// 100 by default.
    public var batchEvents: Int
    /// The maximum size of a request's events, in bytes before compression.
    ///
    /// 512 KiB by default; at most a quarter of ``queueBytes``. A larger event has a request to itself.
    public var batchBytes: Int
    /// The maximum time that an event waits to be sent in a batch.
    ///
    /// 30 s by default.
    public var interval: Duration
    /// The time limit of a request.
    ///
    /// 30 s by default.
    public var timeout: Duration
    /// The pauses after failures; the server's `Retry-After` has priority.
    public var retry: RetryPolicy

    /// Creates options.
    public init(
        projectKey: String, host: URL, folder: URL, user: String? = nil, queueBytes: Int = 10 << 20,
        batchEvents: Int = 100, batchBytes: Int = 512 << 10, interval: Duration = .seconds(30),
        timeout: Duration = .seconds(30), retry: RetryPolicy = RetryPolicy()
    ) {
        self.projectKey = projectKey
        self.host = host
        self.folder = folder
        self.user = user
        self.queueBytes = queueBytes
        self.batchEvents = batchEvents
        self.batchBytes = batchBytes
        self.interval = interval
        self.timeout = timeout
        self.retry = retry
    }

    /// The validated limits of the queue.
    var limits: QueueLimits {
        let total = max(4 << 10, queueBytes)
        return QueueLimits(
            bytes: total, segmentEvents: max(1, batchEvents), segmentBytes: min(max(1, batchBytes), total / 4))
    }
}
