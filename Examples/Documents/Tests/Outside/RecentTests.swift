import DocumentsCore
import Firesteel
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Continue where you left off") struct RecentTests {
    private let kept: TemporaryFolder
    private let folder: TemporaryFolder
    private var file: URL { URL(fileURLWithPath: kept.path + "/activities.jsonl") }

    init() throws {
        kept = try TemporaryFolder()
        folder = try TemporaryFolder()
    }

    private func items(_ query: String = "", _ tab: TestTab) async throws -> [[String: Any]] {
        let answer = try await tab.client.post("/api/tabs/\(tab.id)/recent", ["query": query])
        return try answer.json()["documents"] as? [[String: Any]] ?? []
    }

    private func titles(_ tab: TestTab) async throws -> [String] {
        try await items("", tab).compactMap { $0["title"] as? String }
    }

    /// Waits until the activities of opened documents are stored.
    private func settle(_ app: RunningApp) async { for center in app.runtime.activityCenters { await center.settle() } }

    @Test("Opened and created documents are listed in the next run, can be searched, and are continued as activities")
    func continued() async throws {
        try folder.write("# A", to: "Work/Roadmap.md")
        try folder.write("# B", to: "Bread.md")
        try await withApp(in: folder, activities: file) { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await stream.next("hello")
            #expect(try await titles(tab) == [])
            for name in ["Bread.md", "Work/Roadmap.md", "Missing.md"] {
                _ = try await tab.perform("open", ["name": name])
            }
            await settle(app)
            _ = try await tab.perform("create", ["name": "Plan"])
            // It is stored before the pages are notified.
            _ = try await stream.next("folder")
            #expect(try await titles(tab) == ["Plan", "Roadmap", "Bread"])
            stream.close()
        }
        try await withApp(in: folder, activities: file) { app in
            let tab = try await app.tab()
            #expect(try await titles(tab) == ["Plan", "Roadmap", "Bread"])
            let found = try await items("wor", tab)
            #expect(found.map { $0["title"] as? String } == ["Roadmap"] && found[0]["subtitle"] as? String == "Work")
            let id = try #require(found[0]["id"] as? String)
            let answer = try await app.client.post("/api/tabs/\(tab.id)/continue", ["id": id]).json()
            #expect(answer["outcome"] as? String == "success")
            #expect((answer["messages"] as? [[String: Any]])?.first?["name"] as? String == "Work/Roadmap.md")
            #expect(app.performs == ["OpenDocument success activity"])
            await settle(app)
            #expect(try await titles(tab) == ["Roadmap", "Plan", "Bread"])
            let unknown = try await app.client.post("/api/tabs/\(tab.id)/continue", ["id": "x"])
            #expect(unknown.status == 404)
        }
    }

    @Test("A renamed document is continued by its new name, and a deleted one is removed")
    func leaves() async throws {
        for name in ["A.md", "B.md", "C.md"] { try folder.write("# x", to: name) }
        try await withApp(in: folder, activities: file) { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await stream.next("hello")
            for name in ["A.md", "B.md", "C.md"] { _ = try await tab.perform("open", ["name": name]) }
            await settle(app)
            #expect(try await titles(tab) == ["C", "B", "A"])
            _ = try await tab.perform("rename", ["name": "A.md", "newName": "Z"])
            _ = try await stream.next("folder")
            _ = try await tab.perform("delete", ["name": "B.md"])
            _ = try await stream.next("folder")
            #expect(try await titles(tab) == ["Z", "C"])
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("B.md") && !text.contains("A.md") && !text.contains(folder.path))
            stream.close()
        }
        try FileManager.default.removeItem(atPath: folder.path + "/C.md")
        try await withApp(in: folder, activities: file) { app in
            let recent = try #require(app.recent)
            await recent.removeMissing(in: app.app.store)
            #expect(await recent.find("").map(\.title) == ["Z"])
        }
    }

    @Test("Opened, created and renamed documents have a link, and opening it continues the same activity")
    func links() async throws {
        for name in ["Work/Road map.md", "Old.md"] { try folder.write("# x", to: name) }
        try await withApp(in: folder, activities: file) { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await stream.next("hello")
            for name in ["Work/Road map.md", "Old.md"] { _ = try await tab.perform("open", ["name": name]) }
            await settle(app)
            _ = try await tab.perform("create", ["name": "Plan"])
            _ = try await stream.next("folder")
            _ = try await tab.perform("rename", ["name": "Old.md", "newName": "New"])
            _ = try await stream.next("folder")
            let recent = try #require(app.recent)
            let links = await recent.find("").map(\.link)
            #expect(
                links == ["documents://open/New.md", "documents://open/Plan.md", "documents://open/Work/Road%20map.md"])
            for link in links.compactMap({ $0 }) {
                let answer = try await app.client.post("/api/open", ["link": link, "tab": tab.id]).json()
                #expect(answer["outcome"] as? String == "success")
            }
            await settle(app)
            #expect(await recent.find("").map(\.link) == links.reversed())
            stream.close()
        }
    }
}
