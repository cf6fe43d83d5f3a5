import Firesteel
import FiresteelTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Dates in the inputs of activities")
struct ActivityDateTests {
    private func json(_ text: String) -> JSONInput { JSONInput(Data(text.utf8)) }

    @Test("Every date is read back as exactly the one that was written", arguments: 0..<20)
    func exact(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let spans = [-63_114_076_800.0..<252_423_993_600, 0..<1, 0..<1_000_000_000, 788_918_400..<788_918_401]
        let dates = (0..<50).flatMap { _ in
            spans.map { Date(timeIntervalSinceReferenceDate: Double.random(in: $0, using: &random)) }
        }
        let payload = try #require(ActivityContent(title: "Dates", continuing: dates).payload)
        #expect(try JSONInput(payload).decode([Date].self) == dates)
    }

    @Test("A continued activity performs its action with the very same moment")
    func continued() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let page = Page(title: "At \(UUID())", date: Date(timeIntervalSinceReferenceDate: 788_918_400.123_456_7))
            await Library.open.perform(page)
            await center.settle()
            let activity = try #require(publisher.published.first)
            try await test.runtime.continueActivity(activity, presentedBy: NoPresentation())
            #expect(OpenPage.performed.withLock { $0[page.title] } == [page, page])
        }
    }

    @Test(
        "Times without fractional digits, times with an offset, and days are accepted",
        arguments: ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00+01:00", "2026-01-01"])
    func plain(text: String) throws {
        #expect(try json(#"["\#(text)"]"#).decode([Date].self) == [Date(timeIntervalSince1970: 1_767_225_600)])
    }

    @Test(
        "An invalid date is rejected with the expected format",
        arguments: ["2026-02-30T00:00:00Z", "2026-01-01T00:00:00", "tomorrow", ""])
    func invalid(text: String) {
        let error = #expect(throws: DecodingError.self) { try json(#"["\#(text)"]"#).decode([Date].self) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription.contains("2026-01-31T08:30:00.25Z"))
        #expect(context.codingPath.map(\.intValue) == [0])
    }

    @Test("An activity with a date that has no text isn't published, and that is reported")
    func withoutText() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: "Far", date: Date(timeIntervalSinceReferenceDate: 300_000_000_000)))
            await center.settle()
            #expect(publisher.calls == [])
            #expect(test.runtime.faults.first?.description.contains("can't be written as JSON") == true)
        }
    }
}
