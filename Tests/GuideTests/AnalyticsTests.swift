import Firesteel
import FiresteelTesting
import Foundation
import Synchronization
import Testing

struct Recipe: Codable, Sendable {
    let name: String
    var portions = 2
}

// guide: AnalyticsWithConsent
enum CookRecipe: Action {
    static let analyticsIdentifier: String? = "recipe-cook"

    static func analyticsAttributes(of recipe: Recipe) -> AnalyticsAttributes {
        ["portions": .int(recipe.portions), "isFeast": .bool(recipe.portions > 8)]
    }

    static func perform(_ context: ActionContext<Recipe>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
// end

enum Kitchen: FeatureGroup {
    static let subfeatures = features(Cooking.self)
}

enum Cooking: Feature {
    static let cook = action(CookRecipe.self)
    static let actions = declare(cook)
}

// guide: AnalyticsWithConsent
/// Counts how often each action succeeds, and forgets it with the consent.
final class SuccessCounter: AnalyticsProvider {
    let name = "success counter"
    private let counts = Mutex<[String: Int]>([:])

    func record(_ event: AnalyticsEvent) {
        guard case .end(.success, _) = event.phase else { return }
        counts.withLock { $0[event.name, default: 0] += 1 }
    }

    func discard() { counts.withLock { $0 = [:] } }

    var successes: [String: Int] { counts.withLock { $0 } }
}
// end

@Suite("The guide to analytics")
struct AnalyticsGuideTests {
    @Test("Analytics is attached, notified, paused and ended")
    func attaching() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
        let isConsentGiven = true
        try await withTestRuntime(Kitchen.self) { test in
            let runtime = test.runtime
            // guide: AnalyticsWithConsent
            let analytics = runtime.attachAnalytics(
                to: [ConsoleAnalytics(), JSONLinesAnalytics(folder: folder.path)],
                consent: isConsentGiven ? .granted : .denied)
            // end
            await Cooking.cook.perform(Recipe(name: "Soup"))
            // guide: AnalyticsWithConsent
            analytics.identify("user-17")
            analytics.reset()
            // end
            // guide: AnalyticsWithConsent
            await analytics.close(within: .seconds(3))
            // end
            let file = folder.appending(path: "analytics.jsonl")
            #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 2)
            // guide: AnalyticsWithConsent
            try analytics.setConsent(.denied)
            // end
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test("A provider of one's own")
    func own() async throws {
        try await withTestRuntime(Kitchen.self) { test in
            let counter = SuccessCounter()
            let analytics = test.runtime.attachAnalytics(to: [counter], consent: .granted)
            await Cooking.cook.perform(Recipe(name: "Soup"))
            await analytics.flush()
            #expect(counter.successes == ["recipe-cook": 1])
        }
    }
}
