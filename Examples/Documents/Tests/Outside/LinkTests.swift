import DocumentsCore
import Firesteel
import FiresteelFlags
import TestSupport
import Testing

@testable import Documents

@Suite("External links") struct LinkTests {
    private func open(_ link: String, _ app: RunningApp) async throws -> [String: Any] {
        try await app.client.post("/api/open", ["link": link]).json()
    }

    @Test("A link opens a document in the most recently used tab, in its session")
    func front() async throws {
        try await withApp { app in
            try app.folder.write("# Map", to: "Work/Road map.md")
            let (first, second) = (try await app.tab(1), try await app.tab(2))
            let streams = [try await first.stream(), try await second.stream()]
            for stream in streams { _ = try await stream.next("hello") }
            _ = try await app.client.post("/api/tabs/\(first.id)/front", [String: String]())
            let answer = try await open("documents://open/Work/Road%20map", app)
            #expect(answer["outcome"] as? String == "success")
            let message = try #require(try await streams[0].next("outside")?["message"] as? [String: Any])
            #expect(message["name"] as? String == "Work/Road map.md")
            #expect(app.performs == ["OpenDocument success url"])

            // Automatic requests of pages don’t make a tab the most recently used one, actions of users do.
            _ = try await first.perform("list")
            _ = try await second.perform("search", ["query": "map"])
            _ = try await first.perform("list")
            _ = try await open("http://127.0.0.1:\(app.client.port)/open/Work/Road%20map.md", app)
            #expect(try await streams[1].next("outside") != nil)
            for stream in streams { stream.close() }
        }
    }

    @Test("Without an open page no action is performed, and the response has the address of a page that performs it")
    func notReady() async throws {
        try await withApp { app in
            try app.folder.write("# Map", to: "Map.md")
            let answer = try await open("documents://open/Map", app)
            #expect(answer["outcome"] as? String == "not-ready")
            #expect(
                answer["remedy"] as? String == "Open http://127.0.0.1:\(app.client.port)/open/Map in a browser.")
            #expect(app.performs == [])
            // The page then requests the link in its own tab and receives the result.
            let tab = try await app.tab()
            let link = "http://127.0.0.1:\(app.client.port)/open/Map"
            let own = try await app.client.post("/api/open", ["link": link, "tab": tab.id]).json()
            #expect((own["messages"] as? [[String: Any]])?.first?["name"] as? String == "Map.md")
        }
    }

    @Test("Errors of links have messages")
    func errors() async throws {
        try await withApp { app in
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            try app.runtime.flags.setOverride(false, for: "Documents/DocumentExport")
            let expected: [(link: String, outcome: String, words: String)] = [
                ("documents://open/Nothing", "failure", "“Nothing” isn’t in the folder."),
                ("documents://open/Work%2F.hidden", "failure", "begins with a dot"),
                ("documents://open/..", "bad-link", ".."),
                ("documents://open", "failure", "It is empty."),
                ("documents://new", "bad-input", "The parameter title is missing."),
                ("documents://export/Map", "unavailable", "Switched off on this device"),
                ("documents://nowhere/x", "bad-link", "No route matches the link"),
                ("other://open/Map", "bad-link", "No route matches the link"),
                ("https://example.com/open/Map", "bad-link", "isn’t a link to Documents"),
                ("http://example.com/open/Map", "bad-link", "isn’t a link to Documents"),
                ("http://127.0.0.1:\(app.client.port).example.com/open/Map", "bad-link", "isn’t a link to Documents"),
                ("Map", "bad-link", "isn’t a link to Documents"),
            ]
            for (link, outcome, words) in expected {
                let answer = try await open(link, app)
                #expect(answer["outcome"] as? String == outcome, "\(link)")
                #expect((answer["message"] as? String)?.contains(words) == true, "\(link): \(answer)")
            }
            stream.close()
        }
    }

    @Test("A link is opened only with the token, from this computer and not from other pages")
    func guarded() async throws {
        try await withApp { app in
            try app.folder.write("# Map", to: "Map.md")
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            let body = #"{"link":"documents://open/Map"}"#
            let refused: [([String: String?], String)] = [
                (["X-CSRF-Token": nil], "token"), (["X-CSRF-Token": String(repeating: "0", count: 32)], "token"),
                (["Origin": "https://evil.example"], "origin"), (["Sec-Fetch-Site": "cross-site"], "origin"),
                (["Host": "evil.example:\(app.client.port)"], "host"),
            ]
            for (headers, code) in refused {
                let answer = try await app.client.send("POST", "/api/open", headers: headers, body: body)
                #expect(answer.status == 403 && answer.code == code)
            }
            #expect(app.performs == [])
            stream.close()
        }
    }

    @Test(
        "The address of a link shows the page and performs no action",
        arguments: ["open/Map", "new?title=X"])
    func address(path: String) async throws {
        try await withApp { app in
            try app.folder.write("# Map", to: "Map.md")
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            let page = try await app.client.get("/").body
            // The request of a link on a third-party page.
            let answer = try await app.client.send(
                "GET", "/" + path, headers: ["X-CSRF-Token": nil, "Sec-Fetch-Site": "cross-site"])
            #expect(answer.status == 200 && answer.body == page)
            #expect(app.performs == [])
            #expect(app.folder.files == ["Map.md"])
            #expect(try await app.client.post("/" + path, ["a": "b"]).status == 405)
            stream.close()
        }
    }
}
