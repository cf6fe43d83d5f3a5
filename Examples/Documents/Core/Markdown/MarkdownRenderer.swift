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
package enum MarkdownRenderer {
    /// Renders CommonMark.
    ///
    /// Linear in the length of the text; runs on the caller's thread.
    package static func html(_ text: String) -> String {
        var text = text
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
