import Firesteel
import Foundation
import TestSupport
import Testing

/// Random operations on an index and on the plainest thing that does the same.
@Suite("The index of activities, beside a naive one")
struct ActivityIndexModelTests {
    /// A list, looked through from its end.
    struct Naive {
        var activities: [PublishedActivity] = []
        let limit: Int

        mutating func publish(_ activity: PublishedActivity) {
            activities.removeAll { ($0.action, $0.payload) == (activity.action, activity.payload) }
            activities.append(activity)
            if activities.count > limit { activities.removeFirst() }
        }

        func search(_ text: String) -> [PublishedActivity] {
            activities.reversed().filter { activity in
                guard activity.eligibility.contains(.search) else { return false }
                let all = ([activity.title, activity.subtitle ?? ""] + activity.keywords).joined(separator: " ")
                return plain(text).split(separator: " ").allSatisfy { word in
                    plain(all).split(separator: " ").contains { $0.hasPrefix(word) }
                }
            }
        }

        /// The words used here, as explicit lists.
        private func plain(_ text: String) -> String {
            text.lowercased().replacing("é", with: "e").replacing("ü", with: "u").replacing("-", with: " ")
        }
    }

    private static let words = ["Café", "cafe", "Über", "uber-plan", "plan", "Planet", "p", "Z", "zoo", "2026"]

    @Test("It has and finds the same as a naive one, after every operation and in every run", arguments: 0..<20)
    func operations(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = URL(filePath: folder.path + "/activities.jsonl")
        let limit = Int.random(in: 1...12, using: &random)
        var naive = Naive(limit: limit)
        var index = ActivityIndex(file: file, limit: limit)
        func text(_ random: inout SplitMix64) -> String {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.words.randomElement(using: &random) ?? "" }
                .joined(separator: " ")
        }
        for step in 0..<120 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<7:
                let activity = PublishedActivity(
                    action: ActionPath(
                        feature: FeaturePath(["A", "A/B", "AB"].randomElement(using: &random) ?? ""), action: "Open"),
                    actionName: "Open", title: text(&random),
                    subtitle: Bool.random(using: &random) ? text(&random) : nil,
                    keywords: Set(text(&random).split(separator: " ").map(String.init)),
                    payload: Data("\(Int.random(in: 0..<8, using: &random))".utf8),
                    eligibility: ActivityEligibility(rawValue: UInt8.random(in: 0..<32, using: &random)),
                    time: Int64(step))
                naive.publish(activity)
                try index.publish(activity)
            case 7:
                guard let one = naive.activities.randomElement(using: &random) else { break }
                naive.activities.removeAll { $0 == one }
                try index.remove(.activity(one.id))
            case 8:
                naive.activities.removeAll { $0.action.feature.text == "A" || $0.action.feature.text == "A/B" }
                try index.remove(.feature(FeaturePath("A")))
            case 9 where step.isMultiple(of: 5):
                naive.activities = []
                try index.remove(.all)
            default:
                index = ActivityIndex(file: file, limit: limit)
            }
            #expect(index.fault == nil)
            #expect(index.recent() == naive.activities.reversed())
            let query = text(&random)
            #expect(index.search(query) == naive.search(query), "\(query)")
        }
    }
}
