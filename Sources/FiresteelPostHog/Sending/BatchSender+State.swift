extension BatchSender {
    /// What a sender knows; it guards it.
    struct State: ~Copyable {
        var queue: EventQueue?
        /// Counts beginnings and ends, so that what is under way then changes nothing any more.
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
        /// Whether the server said when it wants to be asked again.
        var isAskedToWait = false
        var failures = 0
        /// Whether the server doesn't know the key.
        var isStopped = false
        var status = PostHogStatus()
        var fault: (@Sendable (String) -> Void)?
        /// What was told since something was sent last.
        var told: Set<String> = []
        /// What is to be told once the lock is released.
        var unreported: [String] = []
    }
}

extension BatchSender.State {
    /// Goes on behind what was sent.
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

    /// Takes over what the queue has to tell.
    mutating func noteQueue() {
        guard queue != nil else { return }
        for fault in queue?.takeErrors() ?? [] { unreported.append(fault.description) }
        let overflow = queue?.takeOverflow() ?? 0
        guard overflow > 0 else { return }
        status.dropped += overflow
        unreported.append("The queue is full: the oldest events are dropped.")
    }
}
