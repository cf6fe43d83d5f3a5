import DocumentsCore
import Testing

@Suite struct ExportedPageTests {
    @Test("An exported document is a whole page with what its Markdown says")
    func page() async throws {
        let page = try await ExportedPage.html("# Plan\n\n*x* & y", of: try DocumentName("Plan.md"))
        #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<h1>Plan</h1>\n<p><em>x</em> &amp; y</p>"))
        #expect(page.contains("<meta charset=\"utf-8\">"))
    }

    @Test("A title is text, whatever stands in it")
    func title() {
        let page = ExportedPage.html(body: "", title: "</title><script>alert(1)</script> & “x”")
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; “x”</title>"))
        #expect(!page.contains("<script"))
    }

    @Test("Nothing that a document says runs in its page, which forbids it as well")
    func scripts() async throws {
        let page = try await ExportedPage.html(
            "<script>alert(1)</script> [y](javascript:alert(1)) <img src=x onerror=alert(1)>",
            of: try DocumentName("A.md"))
        #expect(!page.contains("<script") && !page.contains("javascript:") && !page.contains("onerror"))
        #expect(page.contains("default-src 'none'"))
        #expect(!page.contains("script-src"))
    }
}
