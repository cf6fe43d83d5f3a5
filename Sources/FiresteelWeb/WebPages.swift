public import Foundation

/// The pages' files: HTML, style sheets, scripts, pictures.
///
/// They stand in the bundle of this module, which must stand beside the executable as the package manager leaves it.
public struct WebPages: Sendable {
    /// A file of the pages.
    public struct File: Sendable {
        /// Where it is.
        public let location: URL
        /// Its media type, with the character set where it is text.
        public let mediaType: String

        /// Reads it.
        /// - Throws: What the file system says.
        public func read() throws -> Data { try Data(contentsOf: location) }
    }

    /// Every file by its path below the pages' folder, as `assets/rows.js`.
    private let files: [String: File]

    /// The pages in the module's bundle.
    public init() {
        self.init(
            folder: (Bundle.module.resourceURL ?? Bundle.module.bundleURL).appendingPathComponent(
                "Pages", isDirectory: true))
    }

    /// The pages in a folder.
    ///
    /// What isn't there when this is made isn't served.
    init(folder: URL) {
        let root = folder.standardizedFileURL.path
        var files: [String: File] = [:]
        for path in FileManager.default.subpaths(atPath: root) ?? [] {
            guard let mediaType = Self.mediaType(of: path) else { continue }
            files[path] = File(location: folder.appendingPathComponent(path), mediaType: mediaType)
        }
        self.files = files
    }

    /// Finds a file by its path, or a page by its path without `.html`.
    ///
    /// Paths are looked up among the files that are there and never joined to a folder's.
    public func find(_ path: String) -> File? {
        files[path] ?? files[path + ".html"]
    }

    /// The names of the pages, without `.html`, sorted.
    public var pages: [String] {
        files.keys.filter { $0.hasSuffix(".html") && !$0.contains("/") }.map { String($0.dropLast(5)) }.sorted()
    }

    private static func mediaType(of path: String) -> String? {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "woff2": "font/woff2"
        default: nil
        }
    }
}
