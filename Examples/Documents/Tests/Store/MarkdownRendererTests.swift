import DocumentsCore
import Testing

@Suite struct MarkdownRendererTests {
    @Test("Markdown is rendered as HTML")
    func renders() {
        #expect(MarkdownRenderer.html("# Title\n\nSome *text*.\n") == "<h1>Title</h1>\n<p>Some <em>text</em>.</p>\n")
        #expect(MarkdownRenderer.html("") == "")
    }

    @Test(
        "Raw HTML is omitted",
        arguments: [
            "<script>alert(1)</script>", "text <img src=x onerror=alert(1)> text",
            "<iframe src=\"https://example.com\"></iframe>",
            "<svg onload=alert(1)>", "<style>body { display: none }</style>", "<a href=\"javascript:alert(1)\">x</a>",
            "<!-- <script> -->",
            "<form action=\"https://example.com\"><input name=a></form>", "<base href=\"https://example.com\">",
        ])
    func rawHTML(markdown: String) throws {
        let html = try #require(MarkdownRenderer.html(markdown)).lowercased()
        for part in [
            "<script", "<img", "<iframe", "<svg", "<style", "<a ", "<form", "<base", "onerror", "onload", "javascript:",
        ] {
            #expect(!html.contains(part))
        }
        #expect(html.contains("<!-- raw html omitted -->"))
    }

    @Test(
        "Unsafe addresses of links and images are removed",
        arguments: [
            "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](&#106;avascript:alert(1))",
            "[x](javascript&colon;alert(1))",
            "[x](vbscript:msgbox(1))", "[x](file:///etc/passwd)", "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "![x](javascript:alert(1))", "<javascript:alert(1)>", "[x][y]\n\n[y]: javascript:alert(1)",
        ])
    func unsafeLinks(markdown: String) throws {
        let html = try #require(MarkdownRenderer.html(markdown)).lowercased()
        #expect(html.contains("href=\"\"") || html.contains("src=\"\""))
    }

    @Test("Other links are preserved, and their quotes can’t break out of the attribute")
    func links() throws {
        let link = try #require(MarkdownRenderer.html("[x](https://example.com/)"))
        #expect(link.contains("href=\"https://example.com/\""))
        let quoted = try #require(MarkdownRenderer.html("[x](https://example.com/\"onclick=\"alert)"))
        #expect(!quoted.contains("onclick=\"alert"))
        let fence = try #require(MarkdownRenderer.html("```js\" onclick=\"alert(1)\nx\n```"))
        #expect(!fence.contains("onclick=\"alert"))
    }

    @Test("HTML in text is escaped, and a NUL becomes the replacement character")
    func escapes() {
        #expect(MarkdownRenderer.html("1 < 2 & 3") == "<p>1 &lt; 2 &amp; 3</p>\n")
        #expect(MarkdownRenderer.html("a\u{0}b") == "<p>a\u{FFFD}b</p>\n")
    }
}
