extension BatchSender {
    /// The state of a sender, guarded by it.
    struct State: ~Copyable {
        var queue: EventQueue?
        /// The number of starts and ends, so that operations in progress have no effect afterwards.
        var period = 0
        var task: Task<Void, Never>?
        var bell: AsyncStream<Void>.Continuation?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// Whether events have waited long enough for others.
        var isDue = false
        var isTimed = false
        var isBackingOff = false
        /// Counts the pauses after failures.
        var pause = 0
        /// Whether the server specified the time of the next request.
        var isWaitingForServer = false
        var failures = 0
        /// Whether the server rejected the key.
        var isStopped = false
        var status = PostHogStatus()
        var fault: (@Sendable (String) -> Void)?
        /// The messages reported since the last successful request.
        var reported: Set<String> = []
        /// The messages to report once the lock is released.
        var unreported: [String] = []
    }
}

extension BatchSender.State {
    /// Continues after the sent lines.
    mutating func finish(_ segment: QueueSegment, _ count: Int, isLast: Bool) {
        if isLast {
            queue?.remove(segment.number)
        } else {
            queue?.update(segment.number) { $0.sent += count }
        }
    }

    mutating func fail(_ words: String) {
        status.failure = words
        unreported.append(words)
    }

    /// Adds the messages of the queue.
    mutating func collectQueueMessages() {
        guard queue != nil else { return }
        for fault in queue?.takeErrors() ?? [] { unreported.append(fault.description) }
        let overflow = queue?.takeOverflow() ?? 0
        guard overflow > 0 else { return }
        status.dropped += overflow
        unreported.append("The event queue is full. The oldest events are dropped.")
    }
}
