import FiresteelHTTP
import Foundation
import Synchronization

/// Sends the queue's segments in order, and retries failed ones.
///
/// One task sends; adding events wakes it. Timers are tasks that wake it later.
final class BatchSender: Sendable {
    private let options: PostHogOptions
    private let request: BatchRequest
    private let transport: any HTTPTransport
    private let clock: RemoteClock
    private let state = Mutex(State())

    init(_ options: PostHogOptions, transport: any HTTPTransport, clock: RemoteClock) {
        self.options = options
        self.transport = transport
        self.clock = clock
        request = BatchRequest(options)
    }

    private var folder: String { options.folder.path(percentEncoded: false) }

    var status: PostHogStatus {
        state.withLock { state in
            var status = state.status
            status.queued = state.queue?.count ?? 0
            status.isStopped = state.isStopped
            return status
        }
    }

    /// Starts sending, including events of earlier runs.
    func start(reporting fault: @escaping @Sendable (String) -> Void) {
        change { state in
            state.fault = fault
            guard state.queue == nil else { return }
            state.queue = EventQueue(in: folder, limits: options.limits)
            state.period += 1
            state.isStopped = false
            state.isBackingOff = false
            state.isWaitingForServer = false
            state.failures = 0
            state.status = PostHogStatus()
            let (bell, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            state.bell = ring
            let period = state.period
            state.task = Task.detached { [self] in
                for await _ in bell { await sendAll(in: period) }
            }
            ring.yield()
        }
    }

    /// Adds an event, which is stored when this returns.
    ///
    /// - Returns: `false` if the sender wasn't started, or has ended.
    func add(_ line: [UInt8]) -> Bool {
        change { state in
            guard let addition = state.queue?.append(line, at: clock.now()) else { return false }
            if addition.isFirst, !state.isTimed {
                state.isTimed = true
                ring(after: options.interval, in: state.period) { state in
                    state.isTimed = false
                    state.isDue = true
                }
            }
            if addition.isFull { state.bell?.yield() }
            return true
        }
    }

    /// Reports the error of an event, once.
    func report(_ words: String) {
        change { $0.unreported.append(words) }
    }

    /// Attempts to send all events, and returns when that has succeeded or failed.
    ///
    /// Does nothing while the server's `Retry-After` is pending.
    func flush() async {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLock { state in
                guard state.bell != nil, !state.isStopped, !state.isWaitingForServer else { return false }
                state.waiters.append(continuation)
                state.isBackingOff = false
                state.bell?.yield()
                return true
            }
            if !isRunning { continuation.resume() }
        }
    }

    /// Deletes all queued events, and stops sending.
    func discard() throws {
        var queue = end()
        var first: (any Error)?
        do { try queue.take()?.discard() } catch { first = error }
        // Events of abandoned folders are taken over to be deleted as well.
        if QueueFolder.isAnything(in: folder) {
            do { try EventQueue(in: folder, limits: options.limits).discard() } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    /// Flushes within a time limit, and ends sending.
    func close(within limit: Duration) async {
        let clock = clock
        let timer = Task { [self] in
            do { try await clock.sleep(limit) } catch { return }
            close(end())
        }
        await flush()
        timer.cancel()
        let task = state.withLock { $0.task }
        close(end())
        await task?.value
    }

    private func close(_ queue: consuming EventQueue?) {
        guard let lost = queue.take()?.close(), lost > 0 else { return }
        change { state in
            state.status.dropped += lost
            state.unreported.append("Events are lost, because they could be neither stored nor sent.")
        }
    }

    /// Ends sending, and returns the queue.
    private func end() -> EventQueue? {
        let waiters = state.withLock { state in
            state.period += 1
            state.task?.cancel()
            state.task = nil
            state.bell?.finish()
            state.bell = nil
            state.isTimed = false
            state.isDue = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        return state.withLock { $0.queue.take() }
    }

    // MARK: Sending

    /// Events that are sent in one request.
    private struct Batch {
        let segment: QueueSegment
        let lines: ArraySlice<[UInt8]>
        /// Whether it is the end of the segment.
        let isLast: Bool
    }

    private func sendAll(in period: Int) async {
        while let segment = next(in: period) {
            guard let batch = read(segment, in: period) else { continue }
            let answer: BatchOutcome
            do {
                let response = try await transport.send(request.make(batch.lines), limits: request.limits)
                answer = request.outcome(of: response, now: clock.now())
            } catch is CancellationError {
                return
            } catch {
                answer = request.outcome(of: error)
            }
            settle(batch, answer, in: period)
        }
    }

    /// Returns the segment to send now, if there is one and it is due.
    private func next(in period: Int) -> QueueSegment? {
        let (segment, waiters) = state.withLock { state -> (QueueSegment?, [CheckedContinuation<Void, Never>]) in
            guard state.period == period else { return (nil, []) }
            if !state.isStopped, !state.isBackingOff {
                if state.isDue || !state.waiters.isEmpty {
                    state.isDue = false
                    state.queue?.seal()
                }
                if let segment = state.queue?.beginSending() { return (segment, []) }
            }
            defer { state.waiters = [] }
            return (nil, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        return segment
    }

    /// Returns the next batch of a segment, or `nil` if it has none and is complete.
    private func read(_ segment: QueueSegment, in period: Int) -> Batch? {
        do {
            let (lines, damaged) = try segment.lines()
            if damaged > 0, !segment.isDamageCounted {
                change { state in
                    guard state.period == period else { return }
                    state.queue?.update(segment.number) { $0.isDamageCounted = true }
                    state.status.damaged += damaged
                    state.unreported.append("Events of an earlier run were damaged on disk and are skipped.")
                }
            }
            guard segment.sent < lines.count else {
                change { if $0.period == period { $0.queue?.remove(segment.number) } }
                return nil
            }
            let end = segment.sent + min(segment.limit, lines.count - segment.sent)
            return Batch(segment: segment, lines: lines[segment.sent..<end], isLast: end == lines.count)
        } catch {
            change { state in
                guard state.period == period else { return }
                state.queue?.remove(segment.number)
                state.status.damaged += segment.events
                state.unreported.append("Can't read stored events, which are lost: \(error)")
            }
            return nil
        }
    }

    private func settle(_ batch: Batch, _ answer: BatchOutcome, in period: Int) {
        let count = batch.lines.count
        change { state in
            guard state.period == period else { return }
            switch answer {
            case .taken(let words):
                state.status.sent += count
                state.failures = 0
                state.status.failure = nil
                state.reported = []
                if let words { state.unreported.append(words) }
                state.finish(batch.segment, batch.lines.count, isLast: batch.isLast)
            case .refused(let words):
                state.status.refused += count
                state.unreported.append(words)
                state.finish(batch.segment, count, isLast: batch.isLast)
            case .tooLarge where count == 1:
                state.status.refused += 1
                state.unreported.append("An event is too large for \(request.server) and is dropped (status 413).")
                state.finish(batch.segment, 1, isLast: batch.isLast)
            case .tooLarge:
                state.queue?.update(batch.segment.number) { $0.limit = count / 2 }
            case .later(let words, let detail, let time):
                state.failures += 1
                state.fail(words)
                if let detail { state.status.failure = "\(words) \(detail)" }
                state.isBackingOff = true
                state.pause += 1
                let pause = state.pause
                state.queue?.update(batch.segment.number) { $0.isBeingSent = false }
                var delay = options.retry.delay(after: state.failures)
                if let time {
                    state.isWaitingForServer = true
                    delay = max(delay, .seconds(time - clock.now()))
                }
                ring(after: delay, in: period) { state in
                    // A later pause ends with its own timer.
                    guard state.pause == pause else { return }
                    state.isBackingOff = false
                    state.isWaitingForServer = false
                }
            case .stop(let words):
                state.queue?.update(batch.segment.number) { $0.isBeingSent = false }
                state.isStopped = true
                state.fail(words)
            }
        }
    }

    /// Wakes the task after a delay, unless sending has ended by then.
    private func ring(
        after delay: Duration, in period: Int, _ change: @escaping @Sendable (inout State) -> Void
    ) {
        let clock = clock
        Task.detached { [weak self] in
            do { try await clock.sleep(delay) } catch { return }
            self?.state.withLock { state in
                guard state.period == period else { return }
                change(&state)
                state.bell?.yield()
            }
        }
    }

    /// Changes the state, and reports messages once the lock is released.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, unreported, fault) = state.withLock { state in
            let result = body(&state)
            state.collectQueueMessages()
            defer { state.unreported = [] }
            let unreported = state.fault == nil ? [] : state.unreported.filter { state.reported.insert($0).inserted }
            return (result, unreported, state.fault)
        }
        for words in unreported { fault?(words) }
        return result
    }
}
