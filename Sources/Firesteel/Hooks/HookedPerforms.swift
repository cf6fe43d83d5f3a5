import Synchronization

/// Performs as one reader gets them: in order, and never more than a bound of them waiting.
struct HookedPerforms: AsyncSequence, Sendable {
    /// What the reader is told.
    enum Element: Sendable {
        /// A perform began, or completed.
        case perform(HookedPerform)
        /// A session closed, or stacks of a session closed.
        case closed(HookClosing)
        /// The reader was too slow: so many are gone.
        case missed(Int)
        /// Everything before it was told. The reader calls it.
        case barrier(@Sendable () -> Void)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let queue: HookQueue
        var bell: AsyncStream<Void>.Iterator

        mutating func next() async -> Element? {
            while true {
                if let element = queue.take() { return element }
                if await bell.next(isolation: #isolation) == nil { return queue.take() }
            }
        }
    }

    let queue: HookQueue
    let detach: @Sendable () -> Void

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue: queue, bell: queue.bell.makeAsyncIterator()) }

    /// Ends it: what is waiting is told, and then the sequence ends.
    func end() { detach() }

    /// Ends it: what is waiting is not told any more, but for barriers.
    func drop() {
        queue.drop()
        detach()
    }

    /// Has the reader do something between what was told before and what is told from now on.
    func inOrder(_ body: @escaping @Sendable () -> Void) { queue.add(barrier: body) }

    /// Waits until the reader has come to where the sequence is now, or the sequence has ended.
    func barrier() async {
        await withCheckedContinuation { continuation in
            queue.add(barrier: { continuation.resume() })
        }
    }
}

/// What waits for a reader of ``HookedPerforms``.
final class HookQueue: Sendable {
    fileprivate struct State {
        var waiting: [HookedPerforms.Element] = []
        /// How many of ``waiting``, from the start, were taken.
        var taken = 0
        var missed = 0
        var isFinished = false
    }

    /// Rings when something was added; one ring is enough for any number.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let bound: Int
    private let state = Mutex(State())

    init(bound: Int) {
        self.bound = bound
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds what has no claim to be told: where there is no room, it is counted.
    func add(_ element: HookedPerforms.Element) {
        state.withLock { state in
            guard !state.isFinished else { return }
            guard state.waiting.count - state.taken < bound else {
                state.missed += 1
                return
            }
            state.noteMissed()
            state.waiting.append(element)
        }
        ring.yield()
    }

    func add(barrier: @escaping @Sendable () -> Void) {
        let isFinished = state.withLock { state in
            guard !state.isFinished else { return true }
            state.noteMissed()
            state.waiting.append(.barrier(barrier))
            return false
        }
        if isFinished { barrier() } else { ring.yield() }
    }

    func drop() {
        state.withLock { state in
            state.missed = 0
            state.waiting = state.waiting[state.taken...].filter { if case .barrier = $0 { true } else { false } }
            state.taken = 0
            state.isFinished = true
        }
        ring.finish()
    }

    func finish() {
        state.withLock { state in
            state.noteMissed()
            state.isFinished = true
        }
        ring.finish()
    }

    func take() -> HookedPerforms.Element? {
        state.withLock { state in
            if state.taken == state.waiting.count {
                state.noteMissed()
                guard state.taken < state.waiting.count else { return nil }
            }
            let element = state.waiting[state.taken]
            state.taken += 1
            if state.taken > 64, state.taken * 2 > state.waiting.count {
                state.waiting.removeFirst(state.taken)
                state.taken = 0
            }
            return element
        }
    }
}

extension HookQueue.State {
    /// Puts a gap in its place, before what comes after it.
    fileprivate mutating func noteMissed() {
        guard missed > 0 else { return }
        waiting.append(.missed(missed))
        missed = 0
    }
}
