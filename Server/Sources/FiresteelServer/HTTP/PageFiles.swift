import Crypto
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
    /// A file as it is sent.
    private struct File: Sendable {
        let bytes: [UInt8]
        let mediaType: String
        /// The hash of the contents, in quotes.
        let tag: String

        init(_ data: Data, mediaType: String) {
            bytes = Array(data)
            self.mediaType = mediaType
            tag = "\"\(SHA256.hash(data: data).prefix(16).map { String(format: "%02x", $0) }.joined())\""
        }
    }

    /// The files by path, for example `/kit/dom/dom.js`.
    private var files: [String: File] = [:]
    /// The document of all pages.
    private let document: File?
    /// The document for addresses without a page.
    private let missing: File?

    /// Reads the files of the kit and of the module's bundle.
    ///
    /// Files that can't be read are logged and left out.
    init() {
        var read = Self.ownFiles()
        document = read.removeValue(forKey: "/dashboard.html")
        missing = read.removeValue(forKey: "/missing.html")
        for (path, file) in WebPages().shared {
            read["/\(path)"] = Self.read(file.location, mediaType: file.mediaType)
        }
        files = read
    }

    /// Returns a file's response, a redirection to the page whose path has a slash too many, or `nil` if there is none at the path and the caller doesn't show pages.
    func response(to path: String, _ fields: HTTPFields) -> APIResponse? {
        if let file = files[path] ?? (Self.isPage(path) ? document : nil) { return Self.response(file, fields) }
        if path.hasSuffix("/"), Self.isPage(String(path.dropLast())) {
            return APIResponse(status: .permanentRedirect, fields: [.location: String(path.dropLast())])
        }
        // A browser that opens an address accepts HTML, a script of a page doesn't.
        guard let missing, fields[.accept]?.contains("text/html") == true else { return nil }
        return APIResponse(
            status: .notFound, fields: [.contentType: missing.mediaType], body: .bytes(missing.bytes))
    }

    private static func response(_ file: File, _ fields: HTTPFields) -> APIResponse {
        // Browsers store the file and ask each time whether it is current.
        let common: HTTPFields = [.eTag: file.tag, .cacheControl: "no-cache"]
        let known: [String] = fields[values: .ifNoneMatch].flatMap { value -> [String] in
            value.split(separator: ",").map { String($0.filter { $0 != " " }) }
        }
        guard !known.contains(file.tag), !known.contains("W/\(file.tag)") else {
            return APIResponse(status: .notModified, fields: common)
        }
        var response = APIResponse(fields: common, body: .bytes(file.bytes))
        response.fields[.contentType] = file.mediaType
        return response
    }

    // MARK: Pages

    /// The pages of a program's environment; an overview has no name.
    private static let pages: Set<String> = [
        "reports", "flags", "changes", "segments", "behaviour", "compare", "settings", "webhooks",
    ]
    /// The pages that have one for each of their items, by its key.
    private static let lists: Set<String> = ["flags", "reports"]

    /// Whether a path is that of a page: `/`, `/sign-in`, `/sign-in/callback`, or `/p/{program}/{environment}` with a page's name,
    /// for flags and reports also with a key.
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

    private static func ownFiles() -> [String: File] {
        let folder = (Bundle.module.resourceURL ?? Bundle.module.bundleURL).appendingPathComponent(
            "Pages", isDirectory: true)
        var files: [String: File] = [:]
        for path in FileManager.default.subpaths(atPath: folder.standardizedFileURL.path) ?? [] {
            guard let mediaType = mediaType(of: path) else { continue }
            files["/\(path)"] = read(folder.appendingPathComponent(path), mediaType: mediaType)
        }
        return files
    }

    private static func read(_ location: URL, mediaType: String) -> File? {
        do {
            return File(try Data(contentsOf: location), mediaType: mediaType)
        } catch {
            Logger(label: "firesteel-server").error(
                "Can't read a file of the dashboard. Install the server again",
                metadata: ["file": "\(location.path)", "error": "\(error)"])
            return nil
        }
    }

    private static func mediaType(of path: String) -> String? {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }
}
