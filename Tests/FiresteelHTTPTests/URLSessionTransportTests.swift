import Dispatch
import Foundation
import HTTPTesting
import Synchronization
import TestSupport
import Testing

@testable import FiresteelHTTP

@Suite("HTTP with URLSession") struct URLSessionTransportTests {
    @Test("It does what a transport has to do", .timeLimit(.minutes(5)), arguments: TransportCheck.all)
    func check(_ check: TransportCheck) async throws {
        try await check.run(URLSessionTransport())
    }

    #if canImport(FoundationNetworking)
    @Test("A delegate that is slower than the server has a limited number of pieces in memory")
    func bounded() async throws {
        let queue = BoundedOperationQueue()
        let gate = DispatchSemaphore(value: 0)
        let added = Atomic<Int>(0)
        let done = Atomic<Int>(0)
        let adding = Task {
            try await withOwnThread {
                for _ in 0..<(2 * BoundedOperationQueue.limit) {
                    queue.addOperation {
                        gate.wait()
                        done.add(1, ordering: .relaxed)
                    }
                    added.add(1, ordering: .relaxed)
                }
            }
        }
        try await eventually { added.load(ordering: .relaxed) == BoundedOperationQueue.limit }
        for finished in 1...10 {
            gate.signal()
            try await eventually { done.load(ordering: .relaxed) == finished }
            try await eventually { added.load(ordering: .relaxed) == BoundedOperationQueue.limit + finished }
        }
        for _ in 0..<(2 * BoundedOperationQueue.limit) { gate.signal() }
        try await adding.value
        try await eventually { done.load(ordering: .relaxed) == 2 * BoundedOperationQueue.limit }
    }
    #endif
}
