import Synchronization

/// The performs for one reader: in order, with a bounded queue.
struct HookedPerforms: AsyncSequence, Sendable {
    /// An element of the sequence.
    enum Element: Sendable {
        /// A perform began, or completed.
        case perform(HookedPerform)
        /// A session closed, or stacks of a session closed.
        case closed(HookClosing)
        /// The number of elements dropped because the reader was too slow.
        case missed(Int)
        /// A closure that the reader calls once it has received all earlier elements.
        case barrier(@Sendable () -> Void)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let queue: HookQueue
        var bell: AsyncStream<Void>.Iterator

        mutating func next() async -> Element? {
            while true {
                if let element = queue.dequeue() { return element }
                if await bell.next(isolation: #isolation) == nil { return queue.dequeue() }
            }
        }
    }

    let queue: HookQueue
    let detach: @Sendable () -> Void

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue: queue, bell: queue.bell.makeAsyncIterator()) }

    /// Ends the sequence after the queued elements.
    func end() { detach() }

    /// Ends the sequence and drops the queued elements, except barriers.
    func drop() {
        queue.drop()
        detach()
    }

    /// Calls a closure in the reader, between earlier and later elements.
    func inOrder(_ body: @escaping @Sendable () -> Void) { queue.add(barrier: body) }

    /// Waits until the reader has reached the current end of the sequence, or the sequence has ended.
    func barrier() async {
        await withCheckedContinuation { continuation in
            queue.add(barrier: { continuation.resume() })
        }
    }
}

/// The queue of a reader of ``HookedPerforms``.
final class HookQueue: Sendable {
    fileprivate struct State {
        var waiting: [HookedPerforms.Element] = []
        /// The number of elements of ``waiting`` that were taken.
        var taken = 0
        var missed = 0
        var isFinished = false
    }

    /// The signal that elements were added; one signal covers any number.
    let bell: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation
    private let bound: Int
    private let state = Mutex(State())

    init(bound: Int) {
        self.bound = bound
        (bell, ring) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds an element that may be dropped: it is only counted if the queue is full.
    func add(_ element: HookedPerforms.Element) {
        state.withLock { state in
            guard !state.isFinished else { return }
            guard state.waiting.count - state.taken < bound else {
                state.missed += 1
                return
            }
            state.insertMissed()
            state.waiting.append(element)
        }
        ring.yield()
    }

    func add(barrier: @escaping @Sendable () -> Void) {
        let isFinished = state.withLock { state in
            guard !state.isFinished else { return true }
            state.insertMissed()
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
            state.insertMissed()
            state.isFinished = true
        }
        ring.finish()
    }

    func dequeue() -> HookedPerforms.Element? {
        state.withLock { state in
            if state.taken == state.waiting.count {
                state.insertMissed()
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
    /// Inserts the number of dropped elements before the following ones.
    fileprivate mutating func insertMissed() {
        guard missed > 0 else { return }
        waiting.append(.missed(missed))
        missed = 0
    }
}
