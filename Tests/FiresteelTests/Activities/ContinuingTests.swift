import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import Testing

@Suite("Continuing activities")
struct ContinuingTests {
    @Test("A continued activity performs its action with the same input, from an activity")
    func continuing() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let page = Page(title: "Continued \(UUID())", date: Date(timeIntervalSince1970: 1_800_000_000))
            await Library.open.perform(page)
            await center.settle()
            let activity = try #require(publisher.published.first)
            // As it comes back from a file or another device.
            let kept = try JSONDecoder().decode(PublishedActivity.self, from: JSONEncoder().encode(activity))
            #expect(kept == activity && kept.id == activity.id)
            let outcome = try await test.runtime.continueActivity(kept, presentedBy: NoPresentation())
            #expect(outcome.isSuccess)
            #expect(OpenPage.performed.withLock { $0[page.title] } == [page, page])
            #expect(test.performs.map(\.source) == [.application, .activity])
        }
    }

    @Test("An activity of an action with a route is continued by a link, others by a payload")
    func byRoute() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let publisher = RecordingPublisher()
            let center = test.runtime.publishActivities(to: [publisher])
            let pages = ["Fire & steel/\(UUID())", ".."].map { Page(title: $0) }
            for page in pages { await Shelf.open.perform(page) }
            await center.settle()
            let linked = try #require(publisher.published.first), bare = try #require(publisher.published.last)
            #expect(linked.link?.hasPrefix("library://page/Fire%20%26%20steel%2F") == true && linked.payload == nil)
            #expect(bare.link == nil && bare.payload != nil)
            for (page, activity) in zip(pages, [linked, bare]) {
                let outcome = try await test.runtime.continueActivity(activity, presentedBy: NoPresentation())
                #expect(outcome.isSuccess)
                #expect(OpenPage.performed.withLock { $0[page.title] } == [page, page])
            }
        }
    }

    @Test("An activity whose action needs no input is continued without one")
    func withoutInput() async throws {
        try await withTestRuntime(ActivityApp.self) { test in
            let home = PublishedActivity(
                action: ActionPath(feature: FeaturePath("ActivityApp/Library"), action: "GoHome"),
                actionName: "Go Home",
                title: "Home", eligibility: .perform, time: 0)
            let outcome = try await test.runtime.continueActivity(home, presentedBy: NoPresentation())
            #expect(outcome.isSuccess)
        }
    }

    @Test(
        "An activity whose feature is off, whose action is missing or whose input is damaged reports why it can't continue"
    )
    func refused() async throws {
        try await withTestRuntime(ActivityApp.self, flags: [:]) { test in
            func activity(_ feature: String, _ action: String, _ payload: String? = nil) -> PublishedActivity {
                PublishedActivity(
                    action: ActionPath(feature: FeaturePath(feature), action: action), actionName: "", title: "",
                    payload: payload.map { Data($0.utf8) }, eligibility: .perform, time: 0)
            }
            func refusal(_ activity: PublishedActivity) async -> String? {
                do throws(ExternalActionError) {
                    try await test.runtime.continueActivity(activity, presentedBy: NoPresentation())
                    return nil
                } catch {
                    return error.description
                }
            }
            #expect(
                await refusal(activity("ActivityApp/Library", "Gone"))
                    == "There is no action ActivityApp/Library/#Gone.")
            #expect(
                await refusal(activity("ActivityApp/Library", "OpenPage", #"{"end":"success"}"#))?.contains("title")
                    == true)
            #expect(await refusal(activity("ActivityApp/Library", "OpenPage", "{")) != nil)
            test.runtime.setToggle(Gated.self, false)
            #expect(
                await refusal(activity("ActivityApp/Gated", "OpenPage", "{}"))?.contains("not available") == true)
        }
    }

    @Test("The same input is the same activity, another input is another one")
    func identity() {
        func activity(_ payload: String?, link: String? = nil, title: String = "One") -> PublishedActivity {
            PublishedActivity(
                action: ActionPath(feature: FeaturePath("App/A"), action: "B"), actionName: "B", title: title,
                payload: payload.map { Data($0.utf8) }, link: link, eligibility: .perform, time: 0)
        }
        #expect(activity("1").id == activity("1", title: "Two").id)
        #expect(activity("1").id == activity("1", link: "x").id)
        let ids = [activity(nil), activity("1"), activity("2"), activity(nil, link: "1"), activity(nil, link: "2")]
            .map(\.id)
        #expect(Set(ids).count == 5)
        #expect(ids.allSatisfy { $0.hasPrefix("App/A/#B?") && $0.count == 41 })
    }
}
