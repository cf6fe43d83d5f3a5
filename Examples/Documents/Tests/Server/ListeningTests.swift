import Testing

@testable import Documents
@testable import FiresteelHTTPServer

@Suite struct ListeningTests {
    @Test("A server that fails while it listens listens again on the same port", .timeLimit(.minutes(5)))
    func listensAgain() async throws {
        try await withApp { app in
            let server = try #require(app.app.server.http)
            let first = server.channel
            // The system ends it in this way.
            await server.closePort()
            var answer: TestClient.Answer?
            while answer == nil {
                // Connections fail until it listens again.
                answer = try? await app.client.get("/")
                await Task.yield()
            }
            #expect(answer?.status == 200)
            #expect(server.channel !== first)
        }
    }
}
