import Firesteel
import FiresteelTesting
import Foundation
import Synchronization
import Testing

// guide: ActivitiesAndShortcuts
struct SheetReference: Codable, Sendable {
    let name: String
}

enum OpenSheet: Action {
    static let activityEligibility: ActivityEligibility = [.perform, .search, .prediction]

    static func activity(for sheet: SheetReference) -> ActivityContent? {
        ActivityContent(title: sheet.name, subtitle: "Sheet music", keywords: ["score", "notes"])
    }

    static func perform(
        _ context: ActionContext<SheetReference>, presenter: NoPresenter
    ) async throws -> ActionOutcome {
        .success
    }
}
// end

enum MusicStand: FeatureGroup {
    static let subfeatures = features(Sheets.self)
}

enum Sheets: Feature {
    static let open = action(OpenSheet.self, .published)
    static let actions = declare(open)
}

/// One that only keeps titles.
final class TitleDonor: ShortcutDonor {
    let name = "titles"
    private let titles = Mutex<[String]>([])

    func donate(_ activity: PublishedActivity) throws { titles.withLock { $0.append(activity.title) } }
    func remove(_ selection: ActivitySelection) throws { titles.withLock { $0 = [] } }
    var donated: [String] { titles.withLock { $0 } }
}

@Suite("The guide to activities and shortcuts")
struct ActivitiesGuideTests {
    @Test("Activities are published, found, continued and erased")
    func activities() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
        try await withTestRuntime(MusicStand.self) { test in
            let runtime = test.runtime
            let donor = TitleDonor()
            // guide: ActivitiesAndShortcuts
            let index = ActivityIndex(file: folder.appending(path: "activities.jsonl"))
            let activities = runtime.publishActivities(to: [index], donatingTo: [donor])
            // end
            await Sheets.open.perform(SheetReference(name: "Prélude in C"))
            await activities.settle()
            #expect(donor.donated == ["Prélude in C"])
            // guide: ActivitiesAndShortcuts
            let last = index.recent(.perform, maximum: 1)
            let found = index.search("prelude")
            // end
            #expect(last.map(\.title) == ["Prélude in C"] && found == last)
            let router = NoPresentation()
            // guide: ActivitiesAndShortcuts
            for activity in found {
                try await runtime.continueActivity(activity, presentedBy: router)
            }
            // end
            #expect(test.performs.count == 2)
            // guide: ActivitiesAndShortcuts
            try activities.remove(.feature(FeaturePath("MusicStand/Sheets")))
            // end
            #expect(index.recent() == [])
        }
        try FileManager.default.removeItem(at: folder)
    }
}
