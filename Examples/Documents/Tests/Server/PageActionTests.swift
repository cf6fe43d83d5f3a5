import TestSupport
import Testing

@testable import Documents

@Suite struct PageActionTests {
    @Test("A document is created, opened, edited, saved, renamed, deleted, restored and closed over HTTP")
    func lifeOfADocument() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let created = try await tab.perform("create", ["name": "Plan", "text": "one"])
            let version = try #require(created.messages.first?["version"] as? String)
            #expect(created.outcome == "success")

            let edited = try await tab.perform("edit", ["name": "Plan.md", "text": "two", "version": version])
            #expect(edited.outcome == "success")
            let opened = try await tab.perform("open", ["name": "Plan.md"]).messages.first
            #expect(opened?["text"] as? String == "one")
            #expect((opened?["draft"] as? [String: String])?["text"] == "two")

            let saved = try await tab.perform("save", ["name": "Plan.md", "text": "two", "version": version])
            #expect(saved.messages.first?["kind"] as? String == "saved")
            #expect(try app.folder.text(of: "Plan.md") == "two")

            #expect(
                try await tab.perform("rename", ["name": "Plan.md", "newName": "Sub/Goal"]).messages.first?["name"]
                    as? String == "Sub/Goal.md")
            let deleted = try await tab.perform("delete", ["name": "Sub/Goal.md"])
            #expect(deleted.outcome == "closing")
            #expect(app.folder.files.isEmpty)
            let id = try #require(deleted.messages.first?["id"] as? String)
            #expect(try await tab.perform("restore", ["id": id]).messages.first?["text"] as? String == "two")
            #expect(app.folder.files == ["Sub/Goal.md"])
            let closed = try await tab.perform("close", ["name": "Sub/Goal.md"])
            #expect(closed.outcome == "closing")
        }
    }

    @Test("Each tab has its own draft, which another one can use or discard only when that tab is closed")
    func drafts() async throws {
        try await withApp { app in
            let (first, second) = (try await app.tab(), try await app.tab(2))
            let version = try #require(
                try await first.perform("create", ["name": "Plan", "text": "one"]).messages.first?["version"] as? String
            )
            for (tab, text) in [(first, "mine"), (second, "theirs")] {
                _ = try await tab.perform("edit", ["name": "Plan.md", "text": text, "version": version])
            }
            let opened = try #require(try await first.perform("open", ["name": "Plan.md"]).messages.first)
            #expect((opened["draft"] as? [String: String])?["text"] == "mine")
            let other = try #require((opened["others"] as? [[String: String]])?.first)
            #expect(other["text"] == "theirs" && other["owner"] == second.id)

            let refused = try await first.perform("discard-draft", ["name": "Plan.md", "owner": second.id])
            #expect(refused.outcome == "unavailable" && refused.messages.first?["code"] as? String == "open-elsewhere")
            // The text of an open tab is used, and remains that tab’s draft.
            _ = try await first.perform(
                "edit", ["name": "Plan.md", "text": "theirs", "version": version, "owner": second.id])
            let still = try #require(try await second.perform("open", ["name": "Plan.md"]).messages.first)
            #expect((still["draft"] as? [String: String])?["text"] == "theirs")
        }
    }

    @Test("Saving a file that changed on disk returns the current document and writes nothing")
    func conflict() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let version = try #require(
                try await tab.perform("create", ["name": "Plan", "text": "one"]).messages.first?["version"] as? String)
            try app.folder.write("theirs", to: "Plan.md")
            let answer = try await tab.perform("save", ["name": "Plan.md", "text": "mine", "version": version])
            #expect(answer.outcome == "failure")
            #expect(answer.messages.map { $0["kind"] as? String } == ["conflict"])
            #expect(answer.messages.first?["text"] as? String == "theirs")
            #expect(try app.folder.text(of: "Plan.md") == "theirs")
        }
    }

    @Test(
        "A name outside the folder is an error with a message, in every action with a name",
        arguments: [
            "../outside.md", "/etc/passwd.md", "a/../../outside.md", ".hidden.md", "a\u{0}b.md",
            "%2e%2e/outside.md\u{1}",
        ])
    func confined(name: String) async throws {
        try await withApp { app in
            let tab = try await app.tab()
            try app.folder.write("x", to: "Inside.md")
            for action in ["create", "open", "edit", "save", "rename", "delete", "close", "preview", "export"] {
                let answer = try await tab.perform(action, ["name": name, "newName": "x", "text": "x", "version": "0"])
                #expect(answer.outcome == "failure", "\(action)")
                #expect(answer.messages.first?["code"] as? String == "invalid-name", "\(action)")
                #expect((answer.messages.first?["remedy"] as? String)?.isEmpty == false)
            }
            #expect(
                try await tab.perform("rename", ["name": "Inside.md", "newName": name]).messages.first?["code"]
                    as? String == "invalid-name")
            #expect(app.folder.files == ["Inside.md"])
        }
    }

    @Test("A search finds text, and a list is sorted")
    func browse() async throws {
        try await withApp { app in
            for (name, text) in [("B.md", "a lamp"), ("A.md", "a door")] { try app.folder.write(text, to: name) }
            let tab = try await app.tab()
            let names = { (answer: (outcome: String?, messages: [[String: Any]])) in
                (answer.messages.first?["documents"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            }
            #expect(names(try await tab.perform("list")) == ["A.md", "B.md"])
            #expect(names(try await tab.perform("search", ["query": "LAMP"])) == ["B.md"])
        }
    }

    @Test("A preview contains no scripts")
    func preview() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let text = "*x* <script>alert(1)</script> [y](javascript:alert(1))"
            let html = try #require(
                try await tab.perform("preview", ["name": "A.md", "text": text]).messages.first?["html"] as? String)
            #expect(html.contains("<em>x</em>"))
            #expect(!html.contains("<script") && !html.contains("javascript:"))
        }
    }

    @Test("Crashing is unavailable unless the program enables it")
    func noCrash() async throws {
        try await withApp { app in
            let refused = try await app.tab().perform("crash", ["how": "SIGKILL"])
            #expect(refused.outcome == "unavailable")
        }
    }
}
