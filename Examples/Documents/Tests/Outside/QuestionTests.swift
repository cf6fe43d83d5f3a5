import DocumentsCore
import Firesteel
import Testing

@testable import Documents

@Suite("Links that change documents") struct QuestionTests {
    private let link = "documents://new?title=From%20a%20link"

    /// Opens the link, answers the page’s question, and returns the outcome.
    private func outcome(_ isAgreed: Bool, in app: RunningApp) async throws -> String? {
        let tab = try await app.tab()
        let stream = try await tab.stream()
        _ = try await stream.next("hello")
        async let answer = app.client.post("/api/open", ["link": link])
        let question = try #require(try await stream.next("question"))
        #expect(question["link"] as? String == link)
        #expect(question["action"] as? String == CreateDocument.description)
        // No action is performed before the answer.
        #expect(app.folder.files == [] && app.performs == [])
        let id = try #require(question["id"] as? String)
        _ = try await app.client.send(
            "POST", "/api/tabs/\(tab.id)/answer", body: #"{"question":"\#(id)","isAgreed":\#(isAgreed)}"#)
        let outcome = try await answer.json()["outcome"] as? String
        #expect(try await stream.next("question-ended")?["id"] as? String == id)
        stream.close()
        return outcome
    }

    @Test("A document is created after the user has agreed")
    func agreed() async throws {
        try await withApp { app in
            let result = try await outcome(true, in: app)
            #expect(result == "success")
            #expect(app.folder.files == ["From a link.md"])
            #expect(app.performs == ["CreateDocument success url"])
        }
    }

    @Test("No document is created if the user declines")
    func refused() async throws {
        try await withApp { app in
            let result = try await outcome(false, in: app)
            #expect(result == "cancelled")
            #expect(app.folder.files == [] && app.performs == [])
        }
    }

    @Test("No document is created without an answer")
    func unanswered() async throws {
        let clock = StillClock()
        try await withApp {
            $0.clock = clock
            $0.beat = .seconds(1_000_000_000)
        } _: { app in
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            let answer = Task { try await app.client.post("/api/open", ["link": link]).json()["outcome"] as? String }
            _ = try await stream.next("question")
            let declined = try await clock.whileItGoes { try await answer.value }
            #expect(declined == "declined")
            #expect(app.folder.files == [])
            stream.close()
        }
    }
}
