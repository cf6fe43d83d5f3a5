import CBenchmarkSupport
import Firesteel
import FiresteelPostHog
import Foundation

/// The cost of analytics and activities for the performing thread and for the tasks that process them.
enum AnalyticsCosts: BenchmarkGroup {
    static let name = "analytics"
    static let title = "Analytics and activities, timeline in memory"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        let limitFile = try LimitFile(in: folder)
        let runtime = try FeatureRuntime.setUp(Analyzed.self, RuntimeConfiguration(storage: .memory))
        let denied = try FeatureRuntime(Analyzed.self, RuntimeConfiguration(storage: .memory))
        denied.attachAnalytics(to: [IdleProvider()], consent: .denied)
        let granted = try FeatureRuntime(Analyzed.self, RuntimeConfiguration(storage: .memory))
        let analytics = granted.attachAnalytics(to: [IdleProvider()], consent: .granted)
        let postHog = PostHogProvider(
            PostHogOptions(
                projectKey: "key", host: URL(filePath: "/"), folder: URL(filePath: folder.path + "/queue"),
                queueBytes: 64 << 20, interval: .seconds(3_600)))
        postHog.start { _ in }
        let index = ActivityIndex(file: URL(filePath: folder.path + "/activities.jsonl"))
        for number in 0..<500 { try index.publish(activity(number)) }
        let measurements = await Rounds().measure([
            Limits.withValueSync, Limits.withValue, Limits.stream, Limits.encoding, limitFile.write,
            Subject("perform, nobody attached") { count in await perform(count, in: runtime.main) },
            Subject("perform, without consent") { count in await perform(count, in: denied.main) },
            Subject("perform, told to a provider that does nothing") { count in
                // A thousand at a time, so that no events are dropped.
                for done in stride(from: 0, to: count, by: 1_000) {
                    await perform(min(1_000, count - done), in: granted.main)
                    await analytics.flush()
                }
            },
            Subject("event queued on disk for PostHog") { count in
                for _ in 0..<count { postHog.record(event) }
            },
            Subject("activity published to an index of 500") { count in
                for number in 0..<count { bench_keep((try? index.publish(activity(number % 500))) == nil ? 0 : 1) }
            },
            Subject("search of an index of 500") { count in
                for _ in 0..<count { bench_keep(UInt64(index.search("doc 49", maximum: 10).count)) }
            },
        ])
        guard analytics.missed == 0, postHog.status.dropped == 0 else { throw MissingEventsError() }
        try postHog.discard()
        try folder.remove()
        return measurements
    }

    /// An error if events were dropped, which makes the figures invalid.
    private struct MissingEventsError: Error {}

    private static let event = AnalyticsEvent(
        name: "document-open", phase: .begin, attributes: ["format": "markdown", "length": 1_200],
        time: 1_767_225_600_000_000, action: ActionPath(feature: FeaturePath("App/Documents"), action: "Open"))

    private static func activity(_ number: Int) -> PublishedActivity {
        PublishedActivity(
            action: ActionPath(feature: FeaturePath("App/Documents"), action: "Open"), actionName: "Open",
            title: "Document \(number)", subtitle: "Changed today", keywords: ["document", "markdown"],
            payload: Data("{\"name\":\"Document \(number)\"}".utf8), eligibility: [.perform, .search], time: 0)
    }

    private static func perform(_ count: Int, in session: ActionSession) async {
        for _ in 0..<count { await Watched.nothing.perform(7, options: .in(session)) }
    }
}

private struct IdleProvider: AnalyticsProvider {
    let name = "idle"
    func record(_ event: AnalyticsEvent) { bench_keep(event.perform) }
    func discard() {}
}

private enum Analyzed: FeatureGroup {
    static let subfeatures = features(Watched.self)
}

private enum Watched: Feature {
    static let nothing = action(AnalyzedNothing.self)
    static let actions = declare(nothing)
}

private enum AnalyzedNothing: Action {
    static let analyticsIdentifier: String? = "nothing"
    static func analyticsAttributes(of number: Int) -> AnalyticsAttributes { ["number": .int(number)] }
    static func perform(_ context: ActionContext<Int>, presenter: NoPresenter) async throws -> ActionOutcome {
        bench_keep(1)
        return .success
    }
}
