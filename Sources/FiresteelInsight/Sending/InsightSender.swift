public import FiresteelHTTP
public import FiresteelTimeline
public import Foundation

/// Counts what a program does, reports crashes and marked failures, and sends both to a Firesteel server.
///
/// Without the user's consent nothing is stored or sent. With it, messages are stored in a folder first, so that they survive
/// crashes and times without network, and removed once the server has stored them durably. The timeline is read by a cursor:
/// performs cost what they cost without a sender.
///
/// ```swift
/// let sender = try InsightSender(timeline, to: address, token: token, transport: URLSessionTransport())
/// try await sender.setConsent(settings.sendsReports)
/// await sender.start()
/// …
/// await sender.stop()
/// ```
///
/// `docs/insight.md` describes what messages contain, and what they don't.
public actor InsightSender {
    /// The folder of messages, which can be inspected before they are sent.
    public nonisolated let folder: InsightFolder

    private let timeline: Timeline
    private let store: InsightStore
    private var recorder: InsightRecorder?
    /// Reads the runs that ended, or `nil` if the timeline is in memory.
    private var endedRuns: EndedRunReader?
    private var reading: Task<Void, Never>?
    private var sending: Task<Void, Never>?
    var reportedErrors: Set<String> = []

    let requests: InsightRequests
    let transport: any HTTPTransport
    let retry: RetryPolicy
    let clock: RemoteClock
    /// The time in which nothing is sent, in seconds since 1970.
    ///
    /// A range, so that a clock that is set back ends it.
    var pause = 0.0..<0
    /// The amount of segments that the server accepts in a time.
    var allowance: (bytes: Int, time: Range<Double>)?
    /// The request that is being sent.
    var request: Task<HTTPResponseMessage<[UInt8]>, any Error>?
    var failures = 0
    /// The maximum number of messages of a request.
    var batchLimit = InsightSender.maximumMessages
    static let maximumMessages = 100

    /// Creates a sender, which does nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - address: The server's address, such as `https://flags.example.com`.
    ///   - token: A token of the kind `ingest` or `server`.
    ///   - transport: Sends the requests.
    ///   - options: The contents of messages, and limits.
    ///   - retry: The delays after failures.
    ///   - clock: The clock; tests replace it.
    /// - Throws: `InsightQueueError` if the timeline is in memory and the options have no folder.
    public init(
        _ timeline: Timeline, to address: URL, token: String, transport: any HTTPTransport,
        options: InsightOptions = InsightOptions(), retry: RetryPolicy = RetryPolicy(), clock: RemoteClock = .system
    ) throws(InsightQueueError) {
        try self.init(
            timeline, to: address, credentials: .bearer(token), transport: transport, options: options, retry: retry,
            clock: clock)
    }

    /// Creates a sender whose credentials may be requested for each HTTP request.
    ///
    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - address: The server's address.
    ///   - credentials: The credentials, such as a token that is read from a file.
    ///   - transport: Sends the requests.
    ///   - options: The contents of messages, and limits.
    ///   - retry: The delays after failures.
    ///   - clock: The clock; tests replace it.
    /// - Throws: `InsightQueueError` if the timeline is in memory and the options have no folder.
    public init(
        _ timeline: Timeline, to address: URL, credentials: RemoteCredentials, transport: any HTTPTransport,
        options: InsightOptions = InsightOptions(), retry: RetryPolicy = RetryPolicy(), clock: RemoteClock = .system
    ) throws(InsightQueueError) {
        guard let folder = options.folder ?? timeline.runs.map(InsightFolder.init(of:)) else { throw .noFolder }
        self.folder = folder
        self.timeline = timeline
        self.transport = transport
        self.retry = retry
        self.clock = clock
        store = InsightStore(folder, options)
        endedRuns = timeline.runs.map { [store] in EndedRunReader(store, of: $0, except: timeline.runIdentifier) }
        requests = InsightRequests(base: address, credentials: credentials)
    }

    deinit {
        reading?.cancel()
        sending?.cancel()
    }

    // MARK: Consent

    /// Whether the user has consented.
    public nonisolated var hasConsent: Bool { folder.hasConsent }

    /// Records the user's consent, or withdraws it.
    ///
    /// Withdrawing deletes all messages that are not sent and the random identifier of the installation. A consent applies to
    /// what happens afterwards. Call it with the program's setting at each start; what is recorded already has no effect.
    /// - Throws: `InsightQueueError` if a file can't be written or deleted.
    public func setConsent(_ isGiven: Bool) throws(InsightQueueError) {
        if isGiven { return try folder.giveConsent(timeline) }
        recorder = nil
        request?.cancel()
        try folder.withdrawConsent()
    }

    /// Replaces the random identifier of the installation.
    ///
    /// What happened so far is stored under the old one. Later runs can't be related to what was sent; what follows in this run
    /// can be, since its messages have the identifier of the run.
    /// - Throws: `InsightQueueError` if it can't be stored.
    public func resetIdentifier() throws(InsightQueueError) {
        guard folder.hasConsent else { return }
        // What can't be read or stored now doesn't keep the old identifier.
        var failure: InsightQueueError?
        do { while try readEndedRun(needsRoom: false, waits: true) == .read {} } catch { failure = error }
        try prepare()
        guard var current = recorder else { return }
        defer { recorder = current }
        try current.resetIdentifier()
        if let failure { throw failure }
    }

    // MARK: Running

    /// Stores what earlier runs left, and counts and sends from now on.
    public func start() {
        guard reading == nil else { return }
        let pause = store.options.pause
        reading = Task { [weak self, clock] in
            while !Task.isCancelled {
                // Between runs that ended, what they left is sent.
                if await self?.readNow() == .read { continue }
                do { try await clock.sleep(pause) } catch { return }
            }
        }
        sending = Task { [weak self, clock] in
            while !Task.isCancelled {
                await self?.sendDue()
                do { try await clock.sleep(pause) } catch { return }
            }
        }
    }

    /// Stores what was counted so far as a segment, and sends what is due.
    ///
    /// Call it when an app moves to the background, or a session of many actions ends.
    public func flush() async {
        var result = readNow(isLast: true)
        await sendDue()
        while result != .finished, !Task.isCancelled {
            let last = result
            result = readEndedRunNow()
            // Nothing of a full queue was sent, or another process reads.
            if result != .read, result == last { break }
            await sendDue()
        }
    }

    /// Stops counting and sending: stores the last segment, and sends for a short time.
    ///
    /// After the end of the timeline, the segment is the run's last one. What isn't sent is sent at the next start.
    /// - Parameter limit: The maximum time to send; 0 to send nothing.
    public func stop(within limit: Duration = .seconds(2)) async {
        let (reading, sending) = (reading, sending)
        reading?.cancel()
        sending?.cancel()
        (self.reading, self.sending) = (nil, nil)
        readNow(isLast: true)
        readEndedRuns(within: max(limit, .seconds(1)))
        guard limit > .zero, folder.hasConsent else { return }
        await withTaskGroup { group in
            group.addTask {
                await sending?.value
                await self.sendDue()
            }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Stores a report that the user requested, to be sent next.
    ///
    /// - Returns: The report, which can be shown.
    /// - Throws: `InsightQueueError` without consent, or if it can't be stored.
    @discardableResult
    public func report() throws(InsightQueueError) -> InsightReport {
        try prepare()
        guard var current = recorder else { throw .noConsent }
        defer { recorder = current }
        return try current.addRequest()
    }

    // MARK: Reading

    /// Reads a run that ended, and the timeline, and notes an error.
    /// - Returns: What became of the runs that ended.
    @discardableResult
    func readNow(isLast: Bool = false) -> EndedRunReader.Result {
        guard folder.hasConsent else {
            // What it counted is not covered by a later consent.
            recorder = nil
            return .finished
        }
        var failure: InsightQueueError?
        var result = EndedRunReader.Result.finished
        do throws(InsightQueueError) { result = try readEndedRun(needsRoom: true) } catch { failure = error }
        do throws(InsightQueueError) {
            try read(isLast: isLast)
            if failure == nil { try folder.updateStatus { $0.error = nil } }
        } catch {
            failure = failure ?? error
        }
        if let failure, failure != .noConsent { record(failure) }
        return result
    }

    /// Reads a run that ended if there is room; after an error it is read again later.
    private func readEndedRunNow() -> EndedRunReader.Result {
        do throws(InsightQueueError) {
            return try readEndedRun(needsRoom: true)
        } catch {
            if error != .noConsent { record(error) }
            return .finished
        }
    }

    /// Reads what earlier runs left, so that a run of a moment stores it.
    private func readEndedRuns(within limit: Duration) {
        guard folder.hasConsent else { return }
        let end = ContinuousClock.now + limit
        while readEndedRunNow() == .read, ContinuousClock.now < end {}
    }

    private func readEndedRun(
        needsRoom: Bool, waits: Bool = false
    ) throws(InsightQueueError) -> EndedRunReader.Result {
        guard var reader = endedRuns else { return .finished }
        defer { endedRuns = reader }
        return try reader.next(needsRoom: needsRoom, waits: waits)
    }

    private func prepare() throws(InsightQueueError) {
        guard folder.hasConsent else {
            recorder = nil
            throw .noConsent
        }
        if recorder == nil { recorder = InsightRecorder(timeline, store) }
    }

    private func read(isLast: Bool) throws(InsightQueueError) {
        try prepare()
        guard var current = recorder else { return }
        defer { recorder = current }
        try current.read(isLast: isLast)
    }

    func record(_ error: InsightQueueError) {
        report("\(error)")
        // Without room for the status, the handler has the message.
        do throws(InsightQueueError) { try folder.updateStatus { $0.error = "\(error)" } } catch { report("\(error)") }
    }

    /// Gives a message to the handler, unless it has it since the last success.
    func report(_ message: String) {
        guard reportedErrors.count < 100, reportedErrors.insert(message).inserted else { return }
        store.options.errorHandler?(message)
    }
}
