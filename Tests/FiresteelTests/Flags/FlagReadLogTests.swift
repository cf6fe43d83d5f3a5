import Dispatch
import Testing

@testable import Firesteel

@Suite("The last reads of flags by performs")
struct FlagReadLogTests {
    private let log = FlagReadLog()

    private func add(_ word: UInt64, perform: UInt64, began: UInt64? = nil, thread: Int) {
        log.add(word, perform: perform, began: began ?? perform, at: Int32(thread * 4))
    }

    @Test("Reads on many threads are merged by time, those of one perform in their order")
    func merged() {
        for perform: UInt64 in 1...40 {
            add(1, perform: perform, thread: Int(perform) % 10)
            add(2, perform: perform, thread: Int(perform) % 10)
        }
        let newest = log.newest
        #expect(newest.map(\.perform) == (1...40).reversed().flatMap { [$0, $0] })
        #expect(newest.map(\.word) == (1...40).flatMap { _ in [2, 1] })
    }

    @Test("A late read of a long perform is as new as the performs of its thread")
    func late() {
        add(1, perform: 1, thread: 0)
        add(1, perform: 2, thread: 1)
        add(1, perform: 3, thread: 0)
        add(2, perform: 1, thread: 0)
        #expect(log.newest.map(\.perform) == [1, 3, 2, 1])
        #expect(log.newest.map(\.word) == [2, 1, 1, 1])
    }

    @Test("The newest reads are retained, whether one thread adds them or many", arguments: [1, 3, 16, 64])
    func bounded(threads: Int) {
        let count = UInt64(FlagReadLog.count)
        for perform in 1...count * 2 { add(7, perform: perform, thread: Int(perform) % threads) }
        #expect(log.newest.map(\.perform) == Array((count + 1...count * 2).reversed()))
        log.removeAll()
        #expect(log.newest.isEmpty)
    }

    @Test("Concurrent threads add whole reads")
    func threads() {
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number: UInt64 in 1...20_000 {
                let perform = number * 8 + UInt64(thread)
                add(perform, perform: perform, thread: thread)
                if number % 5_000 == 0 { _ = log.newest }
            }
        }
        let newest = log.newest
        #expect(newest.count == FlagReadLog.count)
        #expect(newest.allSatisfy { $0.word == $0.perform })
        #expect(newest.map(\.perform) == newest.map(\.perform).sorted(by: >))
    }
}
