import Firesteel
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("The index of activities")
struct ActivityIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func activity(
        _ title: String, subtitle: String? = nil, keywords: Set<String> = [], feature: String = "App/Documents",
        eligibility: ActivityEligibility = [.perform, .search], time: Int64 = 0
    ) -> PublishedActivity {
        PublishedActivity(
            action: ActionPath(feature: FeaturePath(feature), action: "Open"), actionName: "Open", title: title,
            subtitle: subtitle, keywords: keywords, payload: Data("{\"title\":\"\(title)\"}".utf8),
            eligibility: eligibility, time: time)
    }

    private func index(_ folder: TemporaryFolder, limit: Int = 500) -> ActivityIndex {
        ActivityIndex(file: URL(filePath: folder.path + "/state/activities.jsonl"), limit: limit)
    }

    @Test("Stored activities are available in the next run, with all their uses")
    func kept() throws {
        let first = index(folder)
        let all: ActivityEligibility = [.perform, .handoff, .search, .publicIndex, .prediction]
        let activities = [
            activity("Roadmap", subtitle: "2026", keywords: ["plan", "year"], eligibility: all, time: 1),
            activity("Ideas\n\u{2028}", time: 2),
        ]
        for activity in activities { try first.publish(activity) }
        let second = index(folder)
        #expect(second.recent() == activities.reversed())
        #expect(second.fault == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == ["activities.jsonl"])
        let attributes = try FileManager.default.attributesOfItem(atPath: second.file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("An activity published again comes first, once")
    func again() throws {
        let index = index(folder)
        for title in ["One", "Two", "One"] { try index.publish(activity(title)) }
        #expect(index.recent().map(\.title) == ["One", "Two"])
    }

    @Test("Beyond the limit the oldest go")
    func bounded() throws {
        let index = index(folder, limit: 3)
        for number in 1...5 { try index.publish(activity("\(number)")) }
        #expect(index.recent().map(\.title) == ["5", "4", "3"])
        #expect(self.index(folder, limit: 2).recent().map(\.title) == ["5", "4"])
    }

    @Test(
        "Words are found by prefix in title, subtitle and keywords, regardless of case and accents",
        arguments: [
            ("road", ["Roadmap"]), ("ROAD", ["Roadmap"]), ("map", []), ("cafe", ["Café Zürich"]),
            ("CAFÉ zuer", []), ("zur caf", ["Café Zürich"]), ("2026 road", ["Roadmap"]), ("pla", ["Roadmap"]),
            ("", ["Café Zürich", "Roadmap"]), (" – ", ["Café Zürich", "Roadmap"]), ("hidden", []),
        ])
    func search(text: String, titles: [String]) throws {
        let index = index(folder)
        try index.publish(activity("Roadmap", subtitle: "for 2026", keywords: ["plan"]))
        try index.publish(activity("Café Zürich"))
        try index.publish(activity("Hidden", eligibility: .perform))
        #expect(index.search(text).map(\.title) == titles)
        #expect(index.search(text, maximum: 1).map(\.title) == Array(titles.prefix(1)))
    }

    @Test("Where you were is what can be performed, and not what can only be found")
    func recent() throws {
        let index = index(folder)
        try index.publish(activity("Found", eligibility: .search))
        try index.publish(activity("Performed", eligibility: .perform))
        #expect(index.recent(.perform).map(\.title) == ["Performed"])
        #expect(index.recent(maximum: 1).map(\.title) == ["Performed"])
    }

    @Test("One, a feature's, and all can be removed, and stay so")
    func removal() throws {
        let index = index(folder)
        let one = activity("One")
        for activity in [
            one, activity("Two", feature: "App/Documents/Sharing"), activity("Three", feature: "App/DocumentsToo"),
            activity("Four", feature: "App/Preview"),
        ] { try index.publish(activity) }
        try index.remove(.activity(one.id))
        #expect(index.recent().map(\.title) == ["Four", "Three", "Two"])
        try index.remove(.feature(FeaturePath("App/Documents")))
        #expect(self.index(folder).recent().map(\.title) == ["Four", "Three"])
        try index.remove(.all)
        #expect(self.index(folder).recent() == [])
        #expect(!FileManager.default.fileExists(atPath: index.file.path))
    }

    @Test(
        "An unreadable file is reported, moved aside and replaced",
        arguments: [
            "", "{", "garbage\n", "{\"format\":\"firesteel-activities\",\"version\":2}\n",
            "{\"format\":\"firesteel-activities\",\"version\":1}\n{\"title\":1}\n",
            "{\"format\":\"firesteel-activities\",\"version\":1}\ntorn",
        ])
    func damaged(text: String) async throws {
        let path = folder.path + "/state/activities.jsonl"
        try FileManager.default.createDirectory(atPath: folder.path + "/state", withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let index = index(folder)
        try await withTestRuntime(ActivityApp.self) { test in
            test.runtime.publishActivities(to: [index])
            #expect(test.runtime.faults.map(\.description).first?.contains("the index is empty") == true)
        }
        #expect(index.recent() == [])
        #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == text)
        try index.publish(activity("New"))
        #expect(self.index(folder).recent().map(\.title) == ["New"])
        // What was moved aside is of the same person.
        try index.remove(.all)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state") == [])
    }

    @Test(
        "Leftovers of a process that ended while writing are removed with the next activity, and immediately when one is erased"
    )
    func leftovers() throws {
        let state = folder.path + "/state"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let old = "activities.jsonl.\(UUID()).new", young = "activities.jsonl.\(UUID()).new"
        let others = ["activities.jsonl.draft.new", "notes.\(UUID()).new", "activities.jsonl.\(UUID())"]
        for name in [old, young] + others {
            #expect(FileManager.default.createFile(atPath: "\(state)/\(name)", contents: Data("One".utf8)))
            let changed = Date(timeIntervalSinceNow: name == young ? -60 : -7_200)
            try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: "\(state)/\(name)")
        }
        func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: state)) }
        let index = index(folder)
        try index.publish(activity("Two"))
        try index.publish(activity("Three"))
        #expect(try names() == Set(others + [young, "activities.jsonl"]))
        try index.remove(.activity(activity("Two").id))
        #expect(try names() == Set(others + ["activities.jsonl"]))
        #expect(self.index(folder).recent().map(\.title) == ["Three"])
    }

    @Test("If the file can't be written, the index continues in memory and reports it")
    func unwritable() throws {
        #expect(FileManager.default.createFile(atPath: folder.path + "/state", contents: nil))
        let index = index(folder)
        try index.publish(activity("One"))
        #expect(index.recent().map(\.title) == ["One"])
        #expect(index.fault?.contains("Can't create") == true)
        try FileManager.default.removeItem(atPath: folder.path + "/state")
        try index.publish(activity("Two"))
        #expect(index.fault == nil)
        #expect(self.index(folder).recent().map(\.title) == ["Two", "One"])
    }

    @Test("Erasing a person's timeline erases the index")
    func erasing() async throws {
        let index = index(folder)
        try await withTestRuntime(ActivityApp.self) { test in
            let center = test.runtime.publishActivities(to: [index])
            await Library.open.perform(Page(title: "Secret plan"))
            await center.settle()
            #expect(test.runtime.activities.indexed.map(\.title) == ["Secret plan"])
            try test.runtime.eraseTimeline()
            #expect(test.runtime.activities.indexed == [])
        }
        #expect(!FileManager.default.fileExists(atPath: index.file.path))
    }
}
