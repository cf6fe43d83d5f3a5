import FiresteelBase
import Foundation

/// A page that is one file: the modules that show a recorded run, and its data, which opens without a server and without network.
///
/// The file is ``head(title:)``, any number of data blocks, and ``tail``. A data block is ``begin(_:name:)``, elements of a
/// JSON array written by ``element(_:isFirst:)``, and ``end``. `docs/report-format.md` describes the data.
package struct SavedPage: Sendable {
    /// The kinds of data blocks.
    package enum Block: String, Sendable {
        /// A run, as JSON Lines has it.
        case run
        /// The sections of a report.
        case report
    }

    private let policy: String
    private let style: String
    private let theme: String
    private let body: String
    /// The end of the file, which contains the script.
    package let tail: String

    /// The pages in the module's bundle.
    private static let bundled = Result { try SavedPage(.installed()) }
        .mapError { $0 as? HTMLExportError ?? HTMLExportError("\($0)") }

    /// Loads the page from the module's bundle, once in a process.
    ///
    /// - Throws: ``HTMLExportError`` if the bundle is missing or incomplete.
    package init() throws(HTMLExportError) { self = try Self.bundled.get() }

    private init(_ pages: WebPages) throws {
        let script = try ScriptBundle("saved/app.js", read: pages.text).text
        theme = try ScriptBundle("kit/app/theme.js", read: pages.text).text
        style = try Self.styles.map { try StyleBundle($0, read: pages.text).text }.joined()
        body = try pages.completed(pages.text("saved/saved.html"))
        tail = "<script type=\"module\">\(script)</script>\n</body>\n</html>\n"
        let scripts = [theme, script].map { "'sha256-\(Self.hash($0))'" }.joined(separator: " ")
        policy =
            "default-src 'none'; script-src \(scripts); style-src 'sha256-\(Self.hash(style))'; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// Returns the beginning of the file.
    package func head(title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="referrer" content="no-referrer">
        <title>\(HTMLText.escaped(title))</title>
        <style>\(style)</style>
        <script>\(theme)</script>
        </head>
        \(body)
        """
    }

    /// The number of bytes without the data.
    package var size: Int { head(title: "").utf8.count + tail.utf8.count }

    /// Returns the beginning of a data block.
    package static func begin(_ block: Block, name: String) -> String {
        "<script type=\"application/json\" class=\"data\" data-kind=\"\(block.rawValue)\" "
            + "data-name=\"\(HTMLText.escaped(name))\">["
    }

    /// The end of a data block.
    package static let end = "]</script>\n"

    /// Returns an element of a data block, which is JSON.
    package static func element(_ json: some StringProtocol, isFirst: Bool) -> String {
        (isFirst ? "\n" : ",\n") + inert(json)
    }

    /// Returns JSON in which no text can end a script or a line of it.
    package static func inert(_ json: some StringProtocol) -> String {
        // Most objects have none of these characters.
        guard json.utf8.contains(where: { $0 == 0x3C || $0 == 0x3E || $0 == 0x26 || $0 == 0xE2 }) else {
            return String(json)
        }
        var inert = ""
        inert.reserveCapacity(json.utf8.count)
        for scalar in json.unicodeScalars {
            switch scalar {
            // Outside of strings, JSON has none of these.
            case "<", ">", "&", "\u{2028}", "\u{2029}": inert += JSONEscape.numeric(scalar)
            default: inert.unicodeScalars.append(scalar)
            }
        }
        return inert
    }

    private static let styles = ["kit/styles/tokens.css", "kit/styles/parts.css", "saved/saved.css"]

    private static func hash(_ text: String) -> String {
        Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
    }
}
