import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import Foundation
import HTTPTypes

/// The page, its scripts and its styles, and the files of `FiresteelWeb` below `/kit/`, read once at the start.
///
/// Other files are never served, whatever the address.
struct PageFiles: Sendable {
    private let files: [String: HTTPFile]
    private let page: HTTPFile?
    private let missing: HTTPFile?

    /// The folder of the program's page.
    static var bundled: URL? { Bundle.module.url(forResource: "Pages", withExtension: nil) }

    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml",
        "html": "text/html; charset=utf-8",
    ]

    /// Reads the files.
    ///
    /// - Parameter folder: The folder with `index.html`, scripts and styles.
    /// - Throws: The file manager's error if it can't be read.
    init(from folder: URL) throws {
        var files: [String: HTTPFile] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let url = folder.appendingPathComponent(name)
            guard let type = Self.types[url.pathExtension] else { continue }
            files["/assets/" + name] = HTTPFile(try Data(contentsOf: url), mediaType: type)
        }
        for (path, file) in WebPages().kit {
            files["/" + path] = HTTPFile(try file.read(), mediaType: file.mediaType)
        }
        let script = "assets/app.js"
        let bundles = try WebPages.bundles(of: [script]) { path in
            String(decoding: files["/" + path]?.bytes ?? [], as: UTF8.self)
        }
        files["/" + script] = bundles[script].map { HTTPFile($0.utf8, mediaType: Self.types["js"] ?? "") }
        page = files.removeValue(forKey: "/assets/index.html")
        missing = files.removeValue(forKey: "/assets/missing.html")
        self.files = files
    }

    /// Returns the response to a request for a file or a page, or `nil` for a call, or if the client doesn't accept HTML.
    func response(to request: HTTPRequestMessage) -> HTTPServerResponse? {
        let path = request.path
        // The address of a link shows the page and performs no action; the page then requests the link.
        if path == "/" || path == "/new" || path.hasPrefix("/open/") || path.hasPrefix("/export/") {
            return page?.response(to: request.fields)
        }
        if let file = files[path] { return file.response(to: request.fields) }
        guard request.method == .get, !path.hasPrefix("/api/"), request.fields.acceptsHTML else { return nil }
        return missing?.response(to: request.fields, status: .notFound)
    }
}
