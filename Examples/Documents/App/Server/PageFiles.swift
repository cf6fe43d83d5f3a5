import FiresteelWeb
import FlyingFox
import Foundation

/// The page, its scripts and its styles, read once at the start, and the kit of `FiresteelWeb` below `/kit/`.
///
/// What isn't in the folder then is never served, so no address leads to any other file.
struct PageFiles: Sendable {
    private struct File { let data: Data, type: String }

    private let files: [String: File]
    private let page: Data

    /// The folder of the page that is built into the program.
    static var bundled: URL? { Bundle.module.url(forResource: "Pages", withExtension: nil) }

    static let types = [
        "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html",
    ]

    /// - Parameter folder: where `index.html` lies, and its scripts and styles beside it.
    /// - Throws: what the file manager says where it can't be read.
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
        self.files = files
    }

    /// The answer for an address; `nil` where there is nothing.
    func response(to path: String) -> HTTPResponse? {
        // An address that opens something is the page as well, and does nothing by itself: the page then asks for it.
        if path == "/" || path == "/new" || path.hasPrefix("/open/") || path.hasPrefix("/export/") {
            return .ok(page, type: "text/html")
        }
        return files[path].map { .ok($0.data, type: $0.type) }
    }
}
