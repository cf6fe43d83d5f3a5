import DocumentsCore
import Firesteel
import TestSupport
import Testing

@testable import Documents

@Suite struct TabTests {
    @Test("A tab is a session, and its stream begins with the session and the features")
    func hello() async throws {
        try await withApp { app in
            let stream = try await app.tab().stream()
            let hello = try #require(try await stream.next("hello"))
            #expect(hello["session"] as? String == "Tab 1")
            #expect(hello["folder"] as? String == app.folder.path)
            let features = try #require(try await stream.next("features")?["features"] as? [[String: Any]])
            #expect(
                features.map { $0["feature"] as? String } == [
                    "preview", "import", "crash", "export", "focus", "statistics", "usage", "reports", "premium",
                ])
            #expect(
                features.map { $0["available"] as? Bool } == [
                    true, true, false, true, true, false, false, false, false,
                ])
            stream.close()
        }
    }

    @Test("A tab and its session are closed when its page has been closed for longer than the grace period")
    func closes() async throws {
        let clock = StillClock()
        try await withApp {
            $0.clock = clock
        } _: { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await stream.next("hello")
            let session = try await app.app.hub.tab(tab.id).session
            #expect(!session.isClosed)
            stream.close()
            await clock.run { await app.app.hub.waitUntilClosed(tab.id) }
            #expect(session.isClosed)
            let later = try await app.client.get("/api/tabs/\(tab.id)/stream")
            #expect(later.code == "no-tab")
        }
    }

    @Test("A page that is reloaded within the grace period has the same session")
    func reload() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let first = try await tab.stream()
            _ = try await first.next("hello")
            first.close()
            let second = try await app.tab().stream()
            #expect(try await second.next("hello")?["session"] as? String == "Tab 1")
            second.close()
        }
    }

    @Test(
        "An invalid identifier is rejected",
        arguments: ["", "x", "../../etc", String(repeating: "G", count: 32)])
    func badIdentifier(id: String) async throws {
        try await withApp { app in
            let answer = try await app.client.post("/api/tabs", ["tab": id])
            #expect(answer.status == 400)
        }
    }

    @Test("Other tabs are notified of changes")
    func otherTabs() async throws {
        try await withApp { app in
            let (first, second) = (try await app.tab(1), try await app.tab(2))
            let stream = try await second.stream()
            _ = try await stream.next("hello")
            _ = try await first.perform("create", ["name": "Plan"])
            let change = try #require(try await stream.next("folder"))
            #expect(change["change"] as? String == "created")
            #expect(change["name"] as? String == "Plan.md")
            stream.close()
        }
    }

    @Test("Disabling a feature is sent to all open pages immediately, and its action fails with the reason")
    func switchedOff() async throws {
        try await withApp { app in
            let (first, second) = (try await app.tab(1), try await app.tab(2))
            let stream = try await second.stream()
            _ = try await stream.next("features")
            try await first.switchFeature("preview", on: false)
            let states = try #require(try await stream.next("features")?["features"] as? [[String: Any]])
            #expect(states[0]["available"] as? Bool == false)
            #expect(states[0]["reasons"] as? [String] == ["Switched off by the user"])

            let answer = try await second.perform("preview", ["name": "Plan.md", "text": "x"])
            #expect(answer.outcome == "unavailable")
            #expect(
                answer.messages.first?["message"] as? String
                    == "Document Preview is unavailable: switched off by the user.")

            try await first.switchFeature("preview", on: true)
            #expect(
                (try await stream.next("features")?["features"] as? [[String: Any]])?[0]["available"] as? Bool == true)
            stream.close()
        }
    }

    @Test("An import sends its progress to the tab, and ends when it is stopped")
    func importing() async throws {
        let source = try TemporaryFolder()
        for number in 1...50 { try source.write("\(number)", to: "\(number).md") }
        try await withApp {
            $0.pace = ImportPace(pause: .seconds(1), clock: StillClock())
        } _: { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            let started = try await tab.perform("import", ["path": source.path])
            #expect(started.outcome == "started")
            #expect(try await stream.next("importing")?["total"] as? Int == 50)
            let second = try await app.client.post("/api/tabs/\(tab.id)/perform/import", ["path": source.path])
            #expect(second.code == "busy")
            let stopped = try await tab.perform("stop-import")
            #expect(stopped.outcome == "success")
            let end = try #require(try await stream.next("import-stopped"))
            #expect(end["imported"] as? Int == app.folder.files.count)
            #expect(app.folder.files.count < 50)
            stream.close()
        }
    }

    @Test("A large import sends its progress in a hundred steps")
    func steps() async throws {
        let source = try TemporaryFolder()
        for number in 1...1_200 { try source.write("", to: "\(number).md") }
        try await withApp { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await tab.perform("import", ["path": source.path])
            var steps: [Int] = []
            while let message = try await stream.next("importing"), let done = message["done"] as? Int {
                steps.append(done)
                if done == 1_200 { break }
            }
            #expect(steps.count == 101)
            #expect(try await stream.next("imported")?["imported"] as? Int == 1_200)
            stream.close()
        }
    }

    @Test("An import that can’t start sends the reason to its tab")
    func importFails() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await tab.perform("import", ["path": "/nowhere/at/all"])
            #expect(
                try await stream.next("import-failed")?["message"] as? String
                    == "There is no folder at /nowhere/at/all.")
            stream.close()
        }
    }

    @Test("Disabling imports stops the running one")
    func importSwitchedOff() async throws {
        let source = try TemporaryFolder()
        for number in 1...50 { try source.write("\(number)", to: "\(number).md") }
        try await withApp {
            $0.pace = ImportPace(pause: .seconds(1), clock: StillClock())
        } _: { app in
            let tab = try await app.tab()
            let stream = try await tab.stream()
            _ = try await tab.perform("import", ["path": source.path])
            _ = try await stream.next("importing")
            app.runtime.setEnabled(DocumentImport.self, false)
            #expect(try await stream.next("import-stopped") != nil)
            let again = try await tab.perform("import", ["path": source.path])
            #expect(again.outcome == "unavailable")
            stream.close()
        }
    }
}
