import DocumentsCore
import FiresteelTesting
import FlyingFox
import Foundation
import HTTPTesting
import Testing

@testable import Documents

@Suite struct StoppingTests {
    private struct BreakageError: Error {}

    @Test("A request that is cancelled as the server stops is no failure, any other error is one")
    func cancelled() async throws {
        try await withApp { app in
            let log = RecordingLogOutput()
            let server = try AppServer(
                port: 0, files: PageFiles(from: #require(PageFiles.bundled)), routes: app.app.routes,
                log: log.logger("documents.server"))
            let request = HTTPRequest(
                method: .GET, version: .http11, path: "/api/tabs", query: [], headers: [:], body: .init())
            #expect(server.answer(to: request, failedWith: CancellationError()).statusCode == .serviceUnavailable)
            #expect(log.messages.isEmpty)
            #expect(server.answer(to: request, failedWith: BreakageError()).statusCode == .internalServerError)
            #expect(log.messages == ["GET /api/tabs failed: BreakageError()"])
        }
    }

    @Test("An end that takes too long is cut short")
    func deadline() async {
        let ended = Gate()
        let deadline = ShutdownDeadline(.milliseconds(1)) { ended.open() }
        await ended.wait()
        deadline.meet()
    }

    @Test("A page that asks for its tab while the program ends hears that, and not that the tab is unknown")
    func ending() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            await app.app.hub.stop()
            for answer in [
                try await app.client.get("/api/tabs/\(tab.id)/stream"),
                try await app.client.post("/api/tabs/\(tab.id)/recent", ["query": ""]),
                try await app.client.post("/api/tabs", ["tab": tab.id]),
            ] { #expect(answer.status == 503 && answer.code == "stopping") }
        }
    }
}
