import FiresteelWeb
import FlyingFox
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Listening", .timeLimit(.minutes(5)))
struct HTTPListenerTests {
    @Test("A server that failed is followed by another on the same port, which answers as before")
    func failure() async throws {
        try await withInspector { bench in
            #expect(try await bench.client.send("GET", "/api/program").status == 200)
            let first = bench.inspector.listener.server
            // Ends as it does when a client can't be accepted: with an error, and the port closed.
            await first.stop()
            try await eventually { await bench.inspector.listener.server.listeningAddress != nil }
            #expect(bench.inspector.listener.server !== first)
            #expect(try await bench.client.send("GET", "/api/program").status == 200)
        }
    }

    @Test("Stopping right after a failure leaves nothing that listens")
    func stopWhileDown() async throws {
        try await withInspector { bench in
            await bench.inspector.listener.server.stop()
            await bench.inspector.stop()
            await #expect(throws: (any Error).self) { try await bench.client.send("GET", "/api/program") }
        }
    }

    @Test("A request before the inspector is ready gets an error")
    func starting() async throws {
        let request = FlyingFox.HTTPRequest(
            method: .GET, version: .http11, path: "/api/program", query: [], headers: [:], body: Data())
        let response = try await HandlerAdapter().handleRequest(request)
        #expect(response.statusCode.code == 503)
        let failure = try JSONDecoder().decode(PageData.Failure.self, from: try await response.bodyData)
        #expect(failure.error.code == "starting")
    }
}
