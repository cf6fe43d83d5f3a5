/// A self-contained web page of a document, without external resources and scripts.
package enum ExportedPage {
    /// Renders CommonMark as a complete page, on a separate thread.
    ///
    /// - Throws: ``DocumentError/tooComplex(_:)``.
    package static func html(_ text: String, of name: DocumentName) async throws(DocumentError) -> String {
        html(body: try await MarkdownRenderer.html(text, of: name), title: name.title)
    }

    /// Returns a complete page with rendered Markdown.
    package static func html(body: String, title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src https: data:">
        <title>\(escape(title))</title>
        <style>
        :root { color-scheme: light dark; }
        body { max-width: 42rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.65 system-ui, sans-serif; overflow-wrap: break-word; }
        pre { overflow: auto; padding: 0.75rem 1rem; border: 1px solid #8886; border-radius: 6px; }
        blockquote { margin-inline-start: 0; padding-inline-start: 1rem; border-inline-start: 3px solid #8886; }
        img { max-width: 100%; }
        </style>
        </head>
        <body>
        \(body)</body>
        </html>

        """
    }

    private static func escape(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}
