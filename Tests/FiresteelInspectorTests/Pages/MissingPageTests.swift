import Foundation
import Testing

@testable import FiresteelInspector

@Suite("Addresses without a page", .timeLimit(.minutes(5)))
struct MissingPageTests {
    @Test(
        "A browser gets a page with a link, a script an error in JSON",
        arguments: ["/nothing", "/features/x", "/missing.html"])
    func missing(path: String) async throws {
        try await withInspector { bench in
            let page = try await bench.client.send("GET", path, fields: ["Accept": "text/html,*/*;q=0.8"])
            #expect(page.status == 404 && page.field("Content-Type") == "text/html; charset=utf-8")
            #expect(page.text.contains("Page not found") && page.text.contains(#"href="/""#))
            let error = try await bench.client.send("GET", path, fields: ["Accept": "*/*"])
            #expect(error.status == 404)
            #expect(try error.json(PageData.Failure.self).error.code == "not-found")
        }
    }

    @Test("A call without a resource is an error in JSON, whatever the client accepts")
    func call() async throws {
        try await withInspector { bench in
            let error = try await bench.client.send("GET", "/api/nothing", fields: ["Accept": "text/html"])
            #expect(error.status == 404)
            #expect(try error.json(PageData.Failure.self).error.code == "not-found")
        }
    }
}
