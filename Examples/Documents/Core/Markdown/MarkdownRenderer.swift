import CCMark

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Renders Markdown as safe HTML.
///
/// libcmark's safe mode omits raw HTML and empties links with `javascript:`, `vbscript:`, `file:` and most `data:`
/// addresses. The page that shows the result also blocks scripts by its content security policy and by the frame's
/// sandbox.
///
/// libcmark 0.30 takes quadratic time for some texts: 12 s for 600 KB of `![[]()`. ``MarkdownCost`` bounds it, and a text
/// beyond the bound isn't rendered.
package enum MarkdownRenderer {
    /// Renders CommonMark on a separate thread.
    ///
    /// - Throws: ``DocumentError/tooComplex(_:)``.
    package static func html(_ text: String, of name: DocumentName) async throws(DocumentError) -> String {
        guard let rendered = await LongWork.run({ MarkdownRenderer.html(text) }) else { throw .tooComplex(name) }
        return rendered
    }

    /// Renders CommonMark on the caller's thread.
    ///
    /// Linear in the length of the text, beside at most half a second.
    ///
    /// - Returns: The HTML, or `nil` if the text could take longer.
    package static func html(_ text: String) -> String? {
        var text = text
        guard text.withUTF8({ MarkdownCost(of: $0).nanoseconds <= MarkdownCost.limit }) else { return nil }
        let rendered = text.withUTF8 { bytes in
            // An empty buffer has no base address, and libcmark would read from it.
            guard let start = bytes.baseAddress else { return UnsafeMutablePointer<CChar>?.none }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                cmark_markdown_to_html($0, bytes.count, CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8)
            }
        }
        guard let rendered else { return "" }
        defer { free(rendered) }
        return String(cString: rendered)
    }
}
