public import FiresteelHTTP
public import Foundation

/// Where events are sent, and how many are kept and sent at a time.
public struct PostHogOptions: Sendable {
    /// The project's key, as its settings show it: `phc_…`.
    ///
    /// It can only send events, so that it may be part of an app.
    public var projectKey: String
    /// Where PostHog takes events.
    ///
    /// `https://eu.i.posthog.com`, `https://us.i.posthog.com`, or your own server's address.
    public var host: URL
    /// Where events wait.
    ///
    /// A folder for this project alone; several processes may share it.
    public var folder: URL
    /// Who uses the program, where the program knows it from the start.
    ///
    /// `nil`: an identifier that means nothing, kept in the folder until ``PostHogProvider/reset()``.
    public var user: String?
    /// The most bytes of events that wait, on disk and in memory together.
    ///
    /// 10 MiB by default, some 20,000 events; at least 4 KiB. Beyond that the oldest are dropped and counted.
    public var queueBytes: Int
    /// The most events of a request.
    ///
    /// 100 by default.
    public var batchEvents: Int
    /// The most bytes of events of a request, before they are packed.
    ///
    /// 512 KiB by default; at most a quarter of ``queueBytes``. A larger event has a request to itself.
    public var batchBytes: Int
    /// How long an event waits at most for others to be sent with.
    ///
    /// 30 s by default.
    public var interval: Duration
    /// How long a request may take.
    ///
    /// 30 s by default.
    public var timeout: Duration
    /// How long to wait after a failure; what the server says goes before it.
    public var retry: RetryPolicy

    /// Options.
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

    /// What the queue is bounded by, whatever was asked for.
    var limits: QueueLimits {
        let total = max(4 << 10, queueBytes)
        return QueueLimits(
            bytes: total, segmentEvents: max(1, batchEvents), segmentBytes: min(max(1, batchBytes), total / 4))
    }
}
