import CCMark

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Turns Markdown into HTML that may be shown to people.
///
/// libcmark's safe mode leaves raw HTML out and empties links with `javascript:`, `vbscript:`, `file:` and most `data:`
/// addresses. The page that shows the result shuts scripts out a second and third time, by its content security policy
/// and by the frame's sandbox.
package enum MarkdownRenderer {
    /// Renders CommonMark.
    ///
    /// Linear in the length of the text, on the caller's thread.
    package static func html(_ text: String) -> String {
        var text = text
        let rendered = text.withUTF8 { bytes in
            // An empty buffer has no address, which libcmark would read from.
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
