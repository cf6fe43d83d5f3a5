import Dispatch
import FiresteelBase
import Synchronization
import Testing

@Suite("Subscriptions", .timeLimit(.minutes(5)))
struct SubscriptionTests {
    @Test("A subscription ends once, however often it is cancelled")
    func endsOnce() {
        let ends = Atomic(0)
        withSubscription({ ends.add(1, ordering: .relaxed) }) { subscription in
            #expect(ends.load(ordering: .relaxed) == 0)
            subscription.cancel()
            subscription.cancel()
        }
        #expect(ends.load(ordering: .relaxed) == 1)
    }

    @Test("A released subscription ends")
    func released() {
        let ends = Atomic(0)
        withSubscription({ ends.add(1, ordering: .relaxed) }) { _ in }
        #expect(ends.load(ordering: .relaxed) == 1)
    }

    private func withSubscription(_ end: @escaping @Sendable () -> Void, _ body: (Subscription) -> Void) {
        let subscription = Subscription(end)
        withExtendedLifetime(subscription) { body(subscription) }
    }

    @Test("A handler that cancels its own subscription isn't called again", arguments: BroadcastDelivery.both)
    func cancelledInside(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let seen = Recorder<Int>()
        let subscription = Mutex<Subscription?>(nil)
        let new = broadcaster.subscribe { number in
            seen.append(number)
            // Queued or nested, it isn't delivered to this handler.
            if number == 1 { subscription.withLock { $0 }?.cancel() }
            if number == 1 { broadcaster.send(2) }
        }
        subscription.withLock { $0 = new }
        broadcaster.send(1)
        broadcaster.send(3)
        #expect(seen.all == [1])
    }

    @Test("No handler runs after cancelling has returned", arguments: BroadcastDelivery.both)
    func neverAfterCancelling(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let isDone = Atomic(false)
        let late = Atomic(0)
        let calls = Atomic(0)
        let senders = DispatchGroup()
        // Of several threads that send in order, one would deliver an ever longer queue.
        for number in 0..<(delivery == .ordered ? 1 : 3) {
            DispatchQueue(label: "sender \(number)").async(group: senders) {
                while !isDone.load(ordering: .relaxed) { broadcaster.send(number) }
            }
        }
        for _ in 0..<300 {
            let isCancelled = Flag()
            let started = calls.load(ordering: .relaxed)
            let subscription = broadcaster.subscribe { _ in
                calls.add(1, ordering: .relaxed)
                for _ in 0..<100 where isCancelled.isSet { late.add(1, ordering: .relaxed) }
            }
            // Cancelled while it is called, most of the times.
            while calls.load(ordering: .relaxed) == started {}
            subscription.cancel()
            isCancelled.set()
        }
        isDone.store(true, ordering: .relaxed)
        senders.wait()
        #expect(late.load(ordering: .relaxed) == 0)
        #expect(broadcaster.subscriberCount == 0)
    }

    @Test("Each of several threads that cancel returns after the handler")
    func cancelledByMany() {
        let broadcaster = Broadcaster<Int>()
        let isCalled = DispatchSemaphore(value: 0)
        let mayReturn = DispatchSemaphore(value: 0)
        let hasReturned = Flag()
        let subscription = broadcaster.subscribe { _ in
            isCalled.signal()
            mayReturn.wait()
            hasReturned.set()
        }
        let sender = DispatchQueue(label: "sender")
        sender.async { broadcaster.send(1) }
        isCalled.wait()
        let early = Atomic(0)
        let arrived = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 3) { thread in
            arrived.add(1, ordering: .relaxed)
            if thread == 0 { mayReturn.signal() }
            subscription.cancel()
            if !hasReturned.isSet { early.add(1, ordering: .relaxed) }
        }
        sender.sync {}
        #expect(arrived.load(ordering: .relaxed) == 3)
        #expect(early.load(ordering: .relaxed) == 0)
    }

    @Test("Concurrent calls of one handler can both cancel it")
    func cancelledByItsCalls() {
        let broadcaster = Broadcaster<Int>(.immediate)
        let inside = Atomic(0)
        let subscription = Mutex<Subscription?>(nil)
        let new = broadcaster.subscribe { _ in
            inside.add(1, ordering: .relaxed)
            while inside.load(ordering: .relaxed) < 2 {}
            subscription.withLock { $0 }?.cancel()
        }
        subscription.withLock { $0 = new }
        let threads = DispatchGroup()
        for _ in 0..<2 {
            let queue = DispatchQueue(label: "sender")
            queue.async(group: threads) { broadcaster.send(1) }
        }
        threads.wait()
        broadcaster.send(2)
        #expect(inside.load(ordering: .relaxed) == 2)
    }

    @Test("A release doesn't wait for the handler, which isn't called again", arguments: BroadcastDelivery.both)
    func releaseDoesNotWait(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let isCalled = DispatchSemaphore(value: 0)
        let mayReturn = DispatchSemaphore(value: 0)
        let seen = Recorder<Int>()
        let subscription = Mutex<Subscription?>(
            broadcaster.subscribe { number in
                seen.append(number)
                isCalled.signal()
                mayReturn.wait()
            })
        let sender = DispatchQueue(label: "sender")
        sender.async {
            broadcaster.send(1)
            broadcaster.send(2)
        }
        isCalled.wait()
        // Would never return if it waited.
        subscription.withLock { $0 = nil }
        #expect(broadcaster.subscriberCount == 0)
        mayReturn.signal()
        sender.sync {}
        #expect(seen.all == [1])
    }

    @Test("The end can be awaited, with the call in progress")
    func finished() async {
        let broadcaster = Broadcaster<Int>()
        let (calls, call) = AsyncStream<Void>.makeStream()
        let mayReturn = DispatchSemaphore(value: 0)
        let hasReturned = Flag()
        let subscription = broadcaster.subscribe { _ in
            call.yield()
            mayReturn.wait()
            hasReturned.set()
        }
        DispatchQueue(label: "sender").async { broadcaster.send(1) }
        for await _ in calls { break }
        subscription.end()
        mayReturn.signal()
        await subscription.finished()
        #expect(hasReturned.isSet)
        // And again, without a call in progress.
        await subscription.finished()
    }

    /// A fact that threads share.
    private final class Flag: Sendable {
        private let state = Atomic(false)
        func set() { state.store(true, ordering: .releasing) }
        var isSet: Bool { state.load(ordering: .acquiring) }
    }
}

extension BroadcastDelivery {
    static let both: [BroadcastDelivery] = [.ordered, .immediate]
}
