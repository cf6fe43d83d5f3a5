import Firesteel
import FiresteelPostHog
import FiresteelTesting
import Testing

@Suite("The guide to PostHog")
struct PostHogGuideTests {
    @Test("A provider is attached and closed")
    func attaching() async throws {
        let fixture = try Fixture()
        let (host, folder) = (Fixture.nowhere, fixture.folder)
        try await withTestRuntime(SmallApp.self) { test in
            let runtime = test.runtime
            // guide: FiresteelPostHog
            let postHog = PostHogProvider(PostHogOptions(projectKey: "phc_key", host: host, folder: folder))
            let analytics = runtime.attachAnalytics(to: [postHog], consent: .granted)
            // end
            await Counting.count.perform(1)
            // guide: FiresteelPostHog
            await analytics.close(within: .seconds(3))
            // end
            #expect(fixture.segments.count == 1)
        }
    }
}
