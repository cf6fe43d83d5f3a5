import Foundation
import Testing

@testable import Documents

@Suite struct ResponseTests {
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    @Test(
        "Every response, including rejections, has strict policies, no cookies and no permission for other origins")
    func headers() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let answers = [
                try await app.client.get("/"), try await app.client.get("/kit/dom/dom.js"),
                try await app.client.get("/nowhere"),
                try await app.client.post("/api/tabs/\(tab.id)/perform/list", [String: String]()),
                try await app.client.send("GET", "/", headers: ["Host": "evil.example"]),
                try await app.client.send("OPTIONS", "/api/tabs", headers: ["Origin": "https://evil.example"]),
                try await app.client.send("POST", "/api/tabs", headers: ["X-CSRF-Token": nil], body: "{}"),
            ]
            #expect(answers.map(\.status) == [200, 200, 404, 200, 403, 403, 403])
            for answer in answers {
                #expect(answer.headers["content-security-policy"] == Self.policy)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["referrer-policy"] == "no-referrer")
                #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(answer.headers["cache-control"] == "no-store")
                #expect(answer.headers["set-cookie"] == nil)
                #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control-") })
            }
        }
    }

    @Test(
        "An address outside the pages isn’t found",
        arguments: [
            "/assets/../index.html", "/assets/%2e%2e/%2e%2e/Package.swift", "/../../etc/passwd", "/assets//etc/passwd",
            "//etc/passwd",
            "/assets/..%2f..%2fPackage.swift", "/assets/", "/assets", "/index.html", "/assets/index.html",
            "/Samples/Documents/Ideas.md", "/kit/", "/kit/../inspector.html", "/inspector.html", "/inspector/app.js",
        ])
    func traversal(path: String) async throws {
        try await withApp { app in
            let answer = try await app.client.get(path)
            #expect(answer.status == 404)
            #expect(!answer.body.contains("root:"))
        }
    }

    @Test("A browser gets a page for an unknown address, a script and a call an error in JSON")
    func missing() async throws {
        try await withApp { app in
            let accepting = ["Accept": "text/html,*/*;q=0.8"]
            let page = try await app.client.send("GET", "/nowhere", headers: accepting)
            #expect(page.status == 404 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.body.contains("Page not found") && page.headers["content-security-policy"] == Self.policy)
            #expect(try await app.client.get("/nowhere").code == "not-found")
            #expect(try await app.client.send("GET", "/api/nowhere", headers: accepting).code == "not-found")
        }
    }

    @Test("The page loads only its own scripts, has no inline styles, and shows the preview in a frame without scripts")
    func page() async throws {
        try await withApp { app in
            let page = try await app.client.get("/").body
            #expect(page.contains("<iframe id=\"preview\" title=\"Preview\" sandbox=\"allow-same-origin\"></iframe>"))
            #expect(page.components(separatedBy: "<script").count == 2)
            #expect(page.contains("<script type=\"module\" src=\"/assets/app.js\"></script>"))
            #expect(!page.contains("style=\""))
            #expect(!page.contains("onclick"))
            #expect(!page.contains("http://") && !page.contains("https://"))
        }
    }

    @Test("No script creates HTML from text, except for rendered Markdown in the frame")
    func scripts() async throws {
        try await withApp { app in
            let folder = try #require(PageFiles.bundled?.path)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".js") {
                let script = try await app.client.get("/assets/\(name)").body
                #expect(!script.isEmpty)
                for danger in [
                    "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function",
                    "DOMParser",
                ] {
                    #expect(!script.contains(danger), "\(name) has \(danger)")
                }
                // The page's script has all modules.
                #expect(script.contains("srcdoc") == ["preview.js", "app.js"].contains(name))
            }
        }
    }
}
