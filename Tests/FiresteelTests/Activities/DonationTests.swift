import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Testing

@Suite("Donated shortcuts")
struct DonationTests {
    @Test("Activities that the system may suggest are donated after success, at intervals")
    func rules() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let donor = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [], donatingTo: [donor])
            func donated(_ body: () async -> Void) async -> [RecordingPublisher.Call] {
                donor.forget()
                await body()
                await center.settle()
                return donor.calls
            }
            let page = Page(title: "One")
            #expect(await donated { await Library.suggest.perform(page) } == [.donate("One")])
            #expect(await donated { await Library.suggest.perform(page) } == [])
            #expect(await donated { await Library.suggest.perform(Page(title: "Two")) } == [.donate("Two")])
            test.clock.advance(by: .seconds(1_799))
            #expect(await donated { await Library.suggest.perform(page) } == [])
            test.clock.advance(by: .seconds(1))
            #expect(await donated { await Library.suggest.perform(page) } == [.donate("One")])
            // A clock that is set makes no difference.
            test.clock.setWall(0)
            #expect(await donated { await Library.suggest.perform(page) } == [])
        }
    }

    @Test("Failed, program-initiated, shortcut-initiated and ineligible performs aren't donated")
    func undonated() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let donor = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [], donatingTo: [donor])
            await Library.suggest.perform(Page(title: "Failed", end: .failure))
            await Library.suggest.perform(Page(title: "Background"), options: .userInitiated(false))
            await Library.suggest.perform(Page(title: "Shortcut"), options: .from(.shortcut))
            await Library.open.perform(Page(title: "Never suggested"))
            await center.settle()
            #expect(donor.calls == [])
            await Library.suggest.perform(Page(title: "Link"), options: .from(.url).userInitiated(true))
            await center.settle()
            #expect(donor.calls == [.donate("Link")])
        }
    }

    @Test("Erased donations are deleted, and can be donated again")
    func erased() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let donor = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [], donatingTo: [donor])
            await Library.suggest.perform(Page(title: "One"))
            await center.settle()
            try test.runtime.eraseTimeline()
            await Library.suggest.perform(Page(title: "One"))
            await center.settle()
            #expect(donor.calls == [.donate("One"), .remove(.all), .donate("One")])
        }
    }

    @Test("Of separately erased activities, only these can be donated again immediately")
    func erasedInPart() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let donor = RecordingPublisher()
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher], donatingTo: [donor])
            func donatedAgain() async -> [RecordingPublisher.Call] {
                donor.forget()
                for title in ["One", "Two"] { await Library.suggest.perform(Page(title: title)) }
                await Gated.suggest.request()?.perform(Page(title: "Three"))
                await center.settle()
                return donor.calls
            }
            #expect(await donatedAgain() == [.donate("One"), .donate("Two"), .donate("Three")])
            let one = try #require(publisher.published.first { $0.title == "One" })
            try center.remove(.activity(one.id))
            #expect(await donatedAgain() == [.donate("One")])
            try center.remove(.feature(FeaturePath("ActivityApp/Library")))
            #expect(await donatedAgain() == [.donate("One"), .donate("Two")])
            try center.remove(.feature(FeaturePath("ActivityApp/Gated")))
            #expect(await donatedAgain() == [.donate("Three")])
        }
    }
}
