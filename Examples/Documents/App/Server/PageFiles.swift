import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelWeb
import Foundation
import HTTPTypes

/// The page, its scripts and its styles, and the files of `FiresteelWeb` below `/kit/`, read once at the start.
///
/// Other files are never served, whatever the address.
struct PageFiles: Sendable {
    private struct File { let data: Data, type: String }

    private let files: [String: File]
    private let page: Data
    private let missing: Data

    /// The folder of the program's page.
    static var bundled: URL? { Bundle.module.url(forResource: "Pages", withExtension: nil) }

    static let types = [
        "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html",
    ]

    /// Reads the files.
    ///
    /// - Parameter folder: The folder with `index.html`, scripts and styles.
    /// - Throws: The file manager's error if it can't be read.
    init(from folder: URL) throws {
        var files: [String: File] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let url = folder.appendingPathComponent(name)
            guard let type = Self.types[url.pathExtension] else { continue }
            files["/assets/" + name] = File(data: try Data(contentsOf: url), type: type)
        }
        for (path, file) in WebPages().kit {
            files["/" + path] = File(data: try file.read(), type: String(file.mediaType.prefix { $0 != ";" }))
        }
        page = files.removeValue(forKey: "/assets/index.html")?.data ?? Data()
        missing = files.removeValue(forKey: "/assets/missing.html")?.data ?? Data()
        self.files = files
    }

    /// Returns the response for an address, or `nil` if there is no file.
    func response(to path: String) -> HTTPServerResponse? {
        // The address of a link shows the page and performs no action; the page then requests the link.
        if path == "/" || path == "/new" || path.hasPrefix("/open/") || path.hasPrefix("/export/") {
            return .ok(page, type: "text/html")
        }
        return files[path].map { .ok($0.data, type: $0.type) }
    }

    /// Returns the page for an address without one, or `nil` for a call, or if the client doesn't accept HTML.
    func missing(for request: HTTPRequestMessage) -> HTTPServerResponse? {
        guard request.method == .get, !request.path.hasPrefix("/api/"),
            request.fields[.accept]?.contains("text/html") == true
        else { return nil }
        return .page(missing, status: .notFound)
    }
}
