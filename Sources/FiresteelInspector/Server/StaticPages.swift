import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import HTTPTypes

/// Serves the inspector's pages, and the files that they share with other products.
///
/// They carry no data and need no token. Paths are looked up among the existing files and never joined to a folder's path.
struct StaticPages: Sendable {
    /// The names of the pages, each of which is a template of the document.
    let names: Set<String>
    /// The files by path, for example `kit/dom/dom.js`, without the documents.
    let files: [String: HTTPFile]

    /// The document of all pages.
    let document: HTTPFile
    /// The document for addresses without a page.
    private let missing: HTTPFile

    /// The destination of the bare address.
    private let first: String

    /// Reads the pages in the bundles of this module and of `FiresteelWeb`.
    ///
    /// - Parameters:
    ///   - parts: The parts with a page.
    ///   - needsToken: Whether requests for data have a token, for which the pages ask without one.
    /// - Throws: An error if a document is missing or can't be read.
    init(showing parts: InspectorParts = .everything, needsToken: Bool = true) throws {
        let (own, shared) = (WebPages(in: .module), WebPages())
        var text = try shared.completed(own.text("inspector.html"))
        var root = needsToken ? "" : #" data-token="none""#
        if parts == .flags {
            root += #" data-pages="flags""#
            text.replace(#/ *<template id="(?!flags-page)[\s\S]*?</template>\n/#, with: "")
        }
        text.replace(#"<html lang="en">"#, with: #"<html lang="en"\#(root)>"#)
        first = parts == .flags ? "flags" : "home"
        document = HTTPFile(text.utf8, mediaType: "text/html; charset=utf-8")
        missing = HTTPFile(try own.text("missing.html").utf8, mediaType: document.mediaType)
        names = Set(text.matches(of: /<template id="([a-z]+)-page">/).map { String($0.1) })
        let all = own.files.filter { !$0.key.hasSuffix(".html") }.merging(shared.shared) { own, _ in own }
        let bundles = try Self.bundles.get()
        files = try Dictionary(
            uniqueKeysWithValues: all.map { path, file in
                let bytes = try bundles[path].map { Array($0.utf8) } ?? Array(file.read())
                return (path, HTTPFile(bytes, mediaType: file.mediaType))
            })
    }

    /// The scripts and style sheets that the document names.
    private static let named = ["inspector/app.js", "inspector/inspector.css", "kit/styles/parts.css"]
    /// Their texts with all that they import, combined once in a process.
    private static let bundles = Result {
        let (own, shared) = (WebPages(in: .module), WebPages())
        return try WebPages.bundles(of: named) { try own.files[$0] == nil ? shared.text($0) : own.text($0) }
    }

    func answer(_ request: HTTPRequestMessage) throws(HTTPProblem) -> ServerResponse {
        guard request.method == .get else { throw .methodNotAllowed([.get]) }
        // Browsers retain the fragment, and with it the token, after a redirect.
        if request.path == "/" { return ServerResponse(status: .found, fields: [.location: "/\(first)"]) }
        let path = String(request.path.dropFirst())
        if let file = names.contains(path) ? document : files[path] { return file.response(to: request.fields) }
        guard request.fields.acceptsHTML else { throw .notFound("There is no page at this address.") }
        return missing.response(to: request.fields, status: .notFound)
    }
}
