import Dispatch
import FiresteelBase
import Synchronization
import Testing

@Suite("Broadcasters", .timeLimit(.minutes(5)))
struct BroadcasterTests {
    @Test("Handlers are called in the order in which they subscribed", arguments: BroadcastDelivery.both)
    func orderOfHandlers(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let seen = Recorder<String>()
        let subscriptions = ["a", "b", "c"].map { name in broadcaster.subscribe { seen.append("\(name)\($0)") } }
        broadcaster.send(1)
        subscriptions[1].cancel()
        broadcaster.send(2)
        #expect(seen.all == ["a1", "b1", "c1", "a2", "c2"])
        #expect(broadcaster.subscriberCount == 2)
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("An event of a handler follows the one that it was called with")
    func queued() {
        let broadcaster = Broadcaster<Int>()
        let seen = Recorder<String>()
        let first = broadcaster.subscribe { number in
            seen.append("first \(number)")
            if number < 3 { broadcaster.send(number + 1) }
        }
        let second = broadcaster.subscribe { seen.append("second \($0)") }
        broadcaster.send(1)
        #expect(seen.all == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
        first.cancel()
        second.cancel()
    }

    @Test("An immediate event of a handler is delivered before the handler continues")
    func nested() {
        let broadcaster = Broadcaster<Int>(.immediate)
        let seen = Recorder<String>()
        let subscription = broadcaster.subscribe { number in
            seen.append("begin \(number)")
            if number < 3 { broadcaster.send(number + 1) }
            seen.append("end \(number)")
        }
        broadcaster.send(1)
        #expect(seen.all == ["begin 1", "begin 2", "begin 3", "end 3", "end 2", "end 1"])
        subscription.cancel()
    }

    @Test("Events of many threads reach every subscriber in one order, each of them once")
    func manyThreads() {
        let broadcaster = Broadcaster<Int>()
        let (one, other) = (Recorder<Int>(), Recorder<Int>())
        let subscriptions = [one, other].map { recorder in broadcaster.subscribe { recorder.append($0) } }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for number in 0..<500 { broadcaster.send(thread * 1_000 + number) }
        }
        // A thread that was delivering may have been delivering the others' events when they returned.
        #expect(one.all == other.all)
        #expect(one.all.count == 2_000)
        for thread in 0..<4 {
            let numbers = one.all.filter { $0 / 1_000 == thread }.map { $0 % 1_000 }
            #expect(numbers == Array(0..<500))
        }
        for subscription in subscriptions { subscription.cancel() }
    }

    @Test("A sender doesn't wait for a delivery in progress, which continues with its event")
    func neverWaits() {
        let broadcaster = Broadcaster<Int>()
        let isCalled = DispatchSemaphore(value: 0)
        let mayReturn = DispatchSemaphore(value: 0)
        let seen = Recorder<Int>()
        let subscription = broadcaster.subscribe { number in
            if number == 1 {
                isCalled.signal()
                mayReturn.wait()
            }
            seen.append(number)
        }
        let sender = DispatchQueue(label: "sender")
        sender.async { broadcaster.send(1) }
        isCalled.wait()
        broadcaster.send(2)
        #expect(seen.all.isEmpty)
        mayReturn.signal()
        sender.sync {}
        #expect(seen.all == [1, 2])
        subscription.cancel()
    }

    @Test("An immediate event is delivered when sending returns, whatever other threads do")
    func immediate() {
        let broadcaster = Broadcaster<Int>(.immediate)
        let isCalled = DispatchSemaphore(value: 0)
        let mayReturn = DispatchSemaphore(value: 0)
        let seen = Recorder<Int>()
        let subscription = broadcaster.subscribe { number in
            if number == 1 {
                isCalled.signal()
                mayReturn.wait()
            }
            seen.append(number)
        }
        let sender = DispatchQueue(label: "sender")
        sender.async { broadcaster.send(1) }
        isCalled.wait()
        broadcaster.send(2)
        #expect(seen.all == [2])
        mayReturn.signal()
        sender.sync {}
        #expect(seen.all == [2, 1])
        subscription.cancel()
    }

    @Test("A handler that subscribes during a delivery receives the next event", arguments: BroadcastDelivery.both)
    func subscribedInside(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let seen = Recorder<Int>()
        let later = Mutex<Subscription?>(nil)
        let subscription = broadcaster.subscribe { _ in
            later.withLock { if $0 == nil { $0 = broadcaster.subscribe { seen.append($0) } } }
        }
        broadcaster.send(1)
        broadcaster.send(2)
        #expect(seen.all == [2])
        subscription.cancel()
    }

    @Test("A subscription that ends during a delivery receives no more of it", arguments: BroadcastDelivery.both)
    func endedInside(_ delivery: BroadcastDelivery) {
        let broadcaster = Broadcaster<Int>(delivery)
        let seen = Recorder<Int>()
        let second = Mutex<Subscription?>(nil)
        let first = broadcaster.subscribe { _ in second.withLock { $0 }?.cancel() }
        let new = broadcaster.subscribe { seen.append($0) }
        second.withLock { $0 = new }
        broadcaster.send(1)
        #expect(seen.all.isEmpty)
        first.cancel()
    }

    @Test("A queued event is delivered without the lock that its order was determined with")
    func enqueued() {
        let broadcaster = Broadcaster<Int>()
        let counter = Mutex(0)
        let seen = Recorder<Int>()
        // Would never return if it were called with the lock.
        let subscription = broadcaster.subscribe { number in
            counter.withLock { _ in }
            seen.append(number)
        }
        let threads = 4
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            for _ in 0..<250 {
                counter.withLock { counter in
                    counter += 1
                    broadcaster.enqueue(counter)
                }
                broadcaster.deliver()
            }
        }
        #expect(seen.all == Array(1...1_000))
        subscription.cancel()
    }

    @Test("A broadcaster doesn't retain a handler longer than its subscription, and ends with it")
    func releases() async {
        var broadcaster: Broadcaster<Int>? = Broadcaster()
        let (first, second) = (Released(), Released())
        let subscription = broadcaster?.subscribe { [token = Token(first)] _ in withExtendedLifetime(token) {} }
        let other = broadcaster?.subscribe { [token = Token(second)] _ in withExtendedLifetime(token) {} }
        #expect(!first.isReleased)
        subscription?.cancel()
        #expect(first.isReleased)
        #expect(!second.isReleased)
        broadcaster = nil
        #expect(second.isReleased)
        await other?.finished()
    }

    @Test("A stream has every event, and ends with the broadcaster")
    func stream() async {
        var broadcaster: Broadcaster<Int>? = Broadcaster()
        let source = broadcaster.map { broadcaster in AsyncStream<Int>(subscribing: { broadcaster.subscribe($0) }) }
        for number in 0..<100 { broadcaster?.send(number) }
        broadcaster = nil
        var seen: [Int] = []
        if let source { for await number in source { seen.append(number) } }
        #expect(seen == Array(0..<100))
    }

    @Test("An abandoned stream ends its subscription")
    func abandonedStream() async {
        let broadcaster = Broadcaster<Int>()
        let task = Task {
            for await _ in AsyncStream<Int>(subscribing: { broadcaster.subscribe($0) }) {}
        }
        while broadcaster.subscriberCount == 0 { await Task.yield() }
        task.cancel()
        await task.value
        #expect(broadcaster.subscriberCount == 0)
        broadcaster.send(1)
    }

    private final class Released: Sendable {
        let state = Atomic(false)
        var isReleased: Bool { state.load(ordering: .acquiring) }
    }

    /// A captured value.
    private final class Token: Sendable {
        private let released: Released
        init(_ released: Released) { self.released = released }
        deinit { released.state.store(true, ordering: .releasing) }
    }
}
