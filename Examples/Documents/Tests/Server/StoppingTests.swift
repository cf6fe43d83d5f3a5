import DocumentsCore
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTesting
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@testable import Documents

@Suite struct StoppingTests {
    private struct BreakageError: Error {}

    @Test("Cancellation of a request while the server stops is not logged, any other error is")
    func cancelled() async throws {
        try await withApp { app in
            let log = RecordingLogOutput()
            let server = try AppServer(
                port: 0, files: PageFiles(from: #require(PageFiles.bundled)), routes: app.app.routes,
                log: log.logger("documents.server"))
            let request = HTTPRequestMessage(
                head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/api/tabs?x=y"))
            #expect(server.answer(to: request, failedWith: CancellationError()).status == .serviceUnavailable)
            #expect(log.messages.isEmpty)
            #expect(server.answer(to: request, failedWith: BreakageError()).status == .internalServerError)
            #expect(log.messages == ["GET /api/tabs failed: BreakageError()"])
        }
    }

    @Test("A shutdown that takes too long is cut short")
    func deadline() async {
        let ended = Gate()
        let deadline = ShutdownDeadline(.milliseconds(1)) { ended.open() }
        await ended.wait()
        deadline.meet()
    }

    @Test("Requests while the program stops have the error for stopping, not for an unknown tab")
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
