import Dispatch
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import FiresteelHTTP

@Suite("HTTP with URLSession") struct URLSessionTransportTests {
    @Test("It meets the requirements of a transport", .timeLimit(.minutes(5)), arguments: TransportCheck.all)
    func check(_ check: TransportCheck) async throws {
        try await check.run(URLSessionTransport())
    }

    #if canImport(FoundationNetworking)
    @Test("Streams use connections that another request has established")
    func streams() async throws {
        let closed = Gate()
        let server = try TestServer { request in
            guard request.method == "GET" else {
                return [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n"), .next]
            }
            return [.text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n"), .untilClosed(closed)]
        }
        let transport = URLSessionTransport()
        let request = HTTPRequestMessage(.get, server.url("/stream"), fields: [.accept: "text/event-stream"])
        let streams = try await withThrowingTaskGroup { group in
            for _ in 1...4 { group.addTask { try await transport.stream(request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let used = Dictionary(grouping: server.requests, by: \.connection).values.map { $0.map(\.method) }
        #expect(used == Array(repeating: ["HEAD", "GET"], count: 4))
        #expect(streams.map(\.status.code) == [200, 200, 200, 200])
    }

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
