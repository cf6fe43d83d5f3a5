public import Foundation

/// The files of the kit and of the inspector's pages: HTML, style sheets, scripts, pictures.
///
/// They are in the bundle of this module, which must be beside the executable as the package manager leaves it. The kit's
/// files are below `kit/`; a product with other pages serves them as well. `docs/pages.md` describes both.
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

    /// Every file by its path below the pages' folder, as `kit/lists/rows.js`.
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

    /// Finds a file by its path, or the inspector's document by the name of one of its pages.
    ///
    /// Paths are looked up among the files that are there and never joined to a folder's.
    public func find(_ path: String) -> File? {
        if isPage(path) { return files[Self.document] }
        return path == Self.document ? nil : files[path]
    }

    /// The files of the kit by their paths, as `kit/dom/dom.js`, for a product with other pages.
    public var kit: [String: File] { files.filter { $0.key.hasPrefix("kit/") } }

    /// The names of the inspector's pages, sorted.
    ///
    /// Each has a module of that name, and all have one document.
    public var pages: [String] {
        files.keys.filter { $0.hasPrefix(Self.modules) }.map { String($0.dropFirst(Self.modules.count).dropLast(3)) }
            .sorted()
    }

    private static let document = "inspector.html"
    private static let modules = "inspector/pages/"

    private func isPage(_ name: String) -> Bool {
        !name.contains("/") && files[Self.modules + name + ".js"] != nil
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
