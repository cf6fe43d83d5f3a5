import FlyingFox
import Testing

@testable import Documents

@Suite struct ListeningTests {
    @Test("A server that fails while it listens listens again on the same port", .timeLimit(.minutes(5)))
    func listensAgain() async throws {
        try await withApp { app in
            let first = app.app.server.http
            // As it ends by itself where a client can’t be accepted.
            await first.stop()
            var answer: TestClient.Answer?
            while answer == nil {
                // Connections fail until it listens again.
                answer = try? await app.client.get("/")
                await Task.yield()
            }
            #expect(answer?.status == 200)
            #expect(app.app.server.http !== first)
        }
    }
}
