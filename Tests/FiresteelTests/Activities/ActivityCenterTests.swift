import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Testing

@Suite("Activities")
struct ActivityCenterTests {
    @Test("An activity is published after its action succeeded, with the data to continue it")
    func published() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: "Roadmap"))
            await center.settle()
            let activity = try #require(publisher.published.first)
            #expect(activity.title == "Roadmap" && activity.subtitle == "A page" && activity.keywords == ["paper"])
            #expect(activity.action.text == "ActivityApp/Library/#OpenPage" && activity.actionName == "Open Page")
            #expect(activity.eligibility == [.perform, .search, .handoff])
            #expect(activity.time == 1_767_225_600_000_000)
            #expect(
                activity.payload.map { String(decoding: $0, as: UTF8.self) }
                    == #"{"date":"2026-01-01T00:00:00Z","end":"success","title":"Roadmap"}"#)
            #expect(test.runtime.activities.current.map(\.activity) == [activity])
            #expect(test.runtime.activities.current.map(\.sessionName) == ["main"])
        }
    }

    @Test(
        "A failure and a cancellation leave no activity",
        arguments: [Page.End.failure, .failureClosing, .cancelled])
    func failures(end: Page.End) async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: "Roadmap", end: end))
            await center.settle()
            #expect(publisher.calls == [])
        }
    }

    @Test("A session has one current activity: the next one replaces it")
    func oneCurrent() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let other = test.runtime.session("Other")
            await Library.open.perform(Page(title: "One"))
            await Library.open.perform(Page(title: "Two"), options: .in(other))
            await Library.open.perform(Page(title: "Three"))
            await Library.open.perform(Page(title: "Three"))
            await center.settle()
            #expect(
                publisher.calls == [
                    .publish("One"), .publish("Two"), .publish("Three"), .resign("One"), .publish("Three"),
                ])
            #expect(center.current.map(\.activity.title) == ["Three", "Two"])
            other.close()
        }
    }

    @Test("An activity resigns when its session closes")
    func sessionCloses() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let session = test.runtime.session("Window")
            await Library.open.perform(Page(title: "One"), options: .in(session))
            session.close()
            await Library.open.perform(Page(title: "Late"), options: .in(session))
            await center.settle()
            #expect(publisher.calls == [.publish("One"), .resign("One"), .publish("Late"), .resign("Late")])
            #expect(center.current == [])
        }
    }

    @Test("An activity of two sessions resigns with the last of them")
    func shownTwice() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let sessions = [test.runtime.session("Left"), test.runtime.session("Right")]
            for session in sessions { await Library.open.perform(Page(title: "One"), options: .in(session)) }
            await center.settle()
            sessions[0].close()
            await center.settle()
            #expect(publisher.calls == [.publish("One"), .publish("One")])
            sessions[1].close()
            await center.settle()
            #expect(publisher.calls.last == .resign("One"))
        }
    }

    @Test("An activity resigns when the stack of its feature closes, by whatever action")
    func stackCloses() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: "One"))
            await Library.close.perform()
            await center.settle()
            #expect(publisher.calls == [.publish("One"), .resign("One")])
            // One that closes its own stack can be found, and isn't current.
            publisher.forget()
            await Library.open.perform(Page(title: "Last", end: .closing))
            await center.settle()
            #expect(publisher.calls == [.publish("Last"), .resign("Last")])
        }
    }

    @Test("Activities that the system may suggest can always be found")
    func prediction() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.suggest.perform(Page(title: "One"))
            await center.settle()
            #expect(publisher.published.map(\.eligibility) == [[.prediction, .search]])
        }
    }

    @Test("An input may have no activity, and an action none at all")
    func none() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: ""))
            await Library.plain.perform()
            await MainActor.run { _ = Library.home.perform() }
            await center.settle()
            #expect(publisher.calls == [.publish("Home")])
            #expect(publisher.published.first?.payload == nil)
        }
    }

    @Test("An activity that can't be continued isn't published, and that is reported")
    func uncontinuable() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.opaque.perform(OpenOpaque.Opaque())
            await Library.odd.perform(.infinity)
            await Library.open.perform(Page(title: String(repeating: "x", count: 65_536)))
            await center.settle()
            #expect(publisher.calls == [])
            let faults = test.runtime.faults.map(\.description)
            #expect(faults.count == 3)
            #expect(faults.first?.contains("Opaque isn't Codable, and it has neither a payload nor a link") == true)
            #expect(faults.dropFirst().first?.contains("its input can't be written as JSON") == true)
            #expect(faults.last?.contains("larger than 65536 bytes") == true)
        }
    }

    @Test("A publisher that fails is reported, and the others are called")
    func failing() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [RecordingPublisher("failing"), publisher])
            await Library.open.perform(Page(title: "One"))
            await center.settle()
            #expect(publisher.calls == [.publish("One")])
            #expect(test.runtime.faults == [.observer("failing: SampleError")])
            #expect(throws: SampleError.self) { try center.remove(.all) }
            #expect(publisher.calls == [.publish("One"), .resign("One"), .remove(.all)])
        }
    }

    @Test("Erased activities are resigned and removed, and pending ones aren't published")
    func erasing() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            await Library.open.perform(Page(title: "One"))
            // It may or may not have been published by now; after this it isn't.
            try test.runtime.eraseTimeline()
            await center.settle()
            #expect(center.current == [])
            #expect(publisher.calls.last == .remove(.all))
            await Library.open.perform(Page(title: "Two"))
            await center.settle()
            #expect(center.current.map(\.activity.title) == ["Two"])
        }
    }

    @Test("A feature's activities can be removed alone")
    func removingFeature() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let other = test.runtime.session("Other")
            await Library.open.perform(Page(title: "One"))
            await Gated.open.request()?.perform(Page(title: "Two"), options: .in(other))
            await center.settle()
            let selection = ActivitySelection.feature(FeaturePath("ActivityApp/Library"))
            try center.remove(selection)
            #expect(center.current.map(\.activity.title) == ["Two"])
            #expect(publisher.calls.suffix(2) == [.resign("One"), .remove(selection)])
        }
    }
}
