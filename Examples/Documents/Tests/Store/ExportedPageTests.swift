import DocumentsCore
import Testing

@Suite struct ExportedPageTests {
    @Test("An exported document is a complete page with its rendered Markdown")
    func page() async throws {
        let page = try await ExportedPage.html("# Plan\n\n*x* & y", of: try DocumentName("Plan.md"))
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<h1>Plan</h1>\n<p><em>x</em> &amp; y</p>"))
        #expect(page.contains("<meta charset=\"utf-8\">"))
    }

    @Test("The title is escaped")
    func title() {
        let page = ExportedPage.html(body: "", title: "</title><script>alert(1)</script> & “x”")
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; “x”</title>"))
        #expect(!page.contains("<script"))
    }

    @Test("The page contains no scripts of the document, and its policy forbids them")
    func scripts() async throws {
        let page = try await ExportedPage.html(
            "<script>alert(1)</script> [y](javascript:alert(1)) <img src=x onerror=alert(1)>",
            of: try DocumentName("A.md"))
        #expect(!page.contains("<script") && !page.contains("javascript:") && !page.contains("onerror"))
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("script-src"))
    }
}
