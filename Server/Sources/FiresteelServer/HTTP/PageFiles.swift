import Crypto
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import Foundation
import HTTPTypes
import Logging

/// The files of the dashboard: the kit's and the inspector's shared ones, and the server's own pages.
///
/// All are read once, when the server starts. They carry no data, so that everyone may read them. Paths are looked up among
/// the existing files and never joined to a folder's path.
struct PageFiles: Sendable {
    /// The files by path, for example `kit/dom/dom.js`.
    private var files: [String: HTTPFile]
    /// The document of all pages.
    private let document: HTTPFile?
    /// The document for addresses without a page.
    private let missing: HTTPFile?

    /// Reads the files of the kit and of the module's bundle.
    ///
    /// Files that can't be read are logged and left out.
    init() {
        let (own, shared) = (WebPages(in: .module), WebPages())
        files = own.files.merging(shared.shared) { own, _ in own }.compactMapValues(Self.read)
        do {
            let bundles = try WebPages.bundles(of: Self.named) { path in
                try own.files[path] == nil ? shared.text(path) : own.text(path)
            }
            for (path, text) in bundles {
                guard let file = files[path] else { continue }
                files[path] = Self.file(Data(text.utf8), mediaType: file.mediaType)
            }
        } catch {
            // The pages load their modules one by one.
            Logger(label: "firesteel-server").error(
                "Can't combine the files of the dashboard. Install the server again", metadata: ["error": "\(error)"])
        }
        document = files.removeValue(forKey: "dashboard.html")
        missing = files.removeValue(forKey: "missing.html")
    }

    /// Returns a file's response, a redirection to the page whose path has a slash too many, or `nil` if there is none at the
    /// path and the caller doesn't show pages.
    func response(to path: String, _ fields: HTTPFields) -> HTTPServerResponse? {
        if let file = files[String(path.dropFirst())] ?? (Self.isPage(path) ? document : nil) {
            return file.response(to: fields)
        }
        if path.hasSuffix("/"), Self.isPage(String(path.dropLast())) {
            return HTTPServerResponse(status: .permanentRedirect, fields: [.location: String(path.dropLast())])
        }
        guard let missing, fields.acceptsHTML else { return nil }
        return HTTPServerResponse(
            status: .notFound, fields: [.contentType: missing.mediaType], body: .bytes(missing.bytes))
    }

    // MARK: Pages

    /// The pages of a program's environment; an overview has no name.
    private static let pages: Set<String> = [
        "reports", "flags", "changes", "segments", "behaviour", "experiments", "compare", "settings", "webhooks",
        "connect",
    ]
    /// The pages that have one for each of their items, by its key.
    private static let lists: Set<String> = ["flags", "reports", "experiments"]

    /// Whether a path is that of a page: `/`, `/sign-in`, `/sign-in/callback`, or `/p/{program}/{environment}` with a page's name,
    /// for flags, reports and experiments also with a key.
    private static func isPage(_ path: String) -> Bool {
        if ["/", "/sign-in", "/sign-in/callback"].contains(path) { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.count >= 3, parts.first == "p", !parts.contains("") else { return false }
        let page = parts.dropFirst(3)
        return switch page.count {
        case 0: true
        case 1: pages.contains(String(page[page.startIndex]))
        case 2: lists.contains(String(page[page.startIndex]))
        default: false
        }
    }

    // MARK: Reading

    /// The scripts and style sheets that the document names.
    private static let named = ["dashboard/app.js", "dashboard/dashboard.css", "kit/styles/parts.css"]

    private static func file(_ data: Data, mediaType: String) -> HTTPFile {
        let hash = SHA256.hash(data: data).prefix(16).map { String(format: "%02x", $0) }.joined()
        return HTTPFile(data, mediaType: mediaType, tag: "\"\(hash)\"")
    }

    private static func read(_ file: WebPages.File) -> HTTPFile? {
        do {
            return Self.file(try file.read(), mediaType: file.mediaType)
        } catch {
            Logger(label: "firesteel-server").error(
                "Can't read a file of the dashboard. Install the server again",
                metadata: ["file": "\(file.location.path)", "error": "\(error)"])
            return nil
        }
    }
}
