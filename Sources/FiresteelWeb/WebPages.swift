public import Foundation

/// The files of the kit and of the inspector's pages: HTML, style sheets, scripts, images.
///
/// They are in this module's bundle, which must be beside the executable, as the package manager places it. The kit's
/// files are below `kit/`; products with other pages serve them as well. `docs/pages.md` describes both.
public struct WebPages: Sendable {
    /// A file of the pages.
    public struct File: Sendable {
        /// The location.
        public let location: URL
        /// The media type, with the character set for text.
        public let mediaType: String

        /// Returns the contents of the file.
        ///
        /// - Throws: The error of the file system.
        public func read() throws -> Data { try Data(contentsOf: location) }
    }

    /// The files by path below the pages' folder, for example `kit/lists/rows.js`.
    private let files: [String: File]

    /// Loads the pages in the module's bundle.
    public init() {
        self.init(
            folder: (Bundle.module.resourceURL ?? Bundle.module.bundleURL).appendingPathComponent(
                "Pages", isDirectory: true))
    }

    /// Loads the pages in the module's bundle, if it is where the package manager places it.
    ///
    /// The bundle's own accessor ends the process without it, and a command may have been copied alone.
    ///
    /// - Throws: ``SavedPageError`` if the bundle is missing.
    static func installed() throws(SavedPageError) -> WebPages {
        #if DEBUG
        return WebPages()
        #else
        let bundles = [Bundle.main, Bundle(for: BundleFinder.self)]
        let folders: [URL?] = bundles.flatMap { bundle in
            [bundle.resourceURL, bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
        }
        for folder in folders.compactMap({ $0 }) {
            for name in ["firesteel_FiresteelWeb.resources", "firesteel_FiresteelWeb.bundle"]
            where FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path) {
                return WebPages()
            }
        }
        throw .missing(Bundle.main.bundleURL.appendingPathComponent("firesteel_FiresteelWeb.resources").path)
        #endif
    }

    /// Loads the pages in a folder.
    ///
    /// Files that are added later aren't served.
    init(folder: URL) {
        let root = folder.standardizedFileURL.path
        var files: [String: File] = [:]
        for path in FileManager.default.subpaths(atPath: root) ?? [] {
            guard let mediaType = Self.mediaType(of: path) else { continue }
            files[path] = File(location: folder.appendingPathComponent(path), mediaType: mediaType)
        }
        self.files = files
    }

    /// Returns a file by its path, or the inspector's document by the name of one of its pages.
    ///
    /// Paths are looked up among the existing files and never joined to a folder's path.
    public func find(_ path: String) -> File? {
        if isPage(path) { return files[Self.document] }
        return [Self.document, Self.missingDocument, Self.savedDocument].contains(path) ? nil : files[path]
    }

    /// Returns a file by its path, documents included.
    func part(_ path: String) -> File? { files[path] }

    /// The document for addresses of the inspector without a page.
    public var missing: File? { files[Self.missingDocument] }

    /// The files of the kit by path, for example `kit/dom/dom.js`, for products with other pages.
    public var kit: [String: File] { files.filter { $0.key.hasPrefix("kit/") } }

    /// The files of the kit, and the modules that show a recorded run, by path, for products with other pages.
    ///
    /// The modules are those of the inspector and of saved pages. They need the parts of `kit/`, and `data-pages` on the
    /// document's root, with which they link to no page of the inspector.
    public var shared: [String: File] {
        files.filter { path, _ in
            path.hasPrefix("kit/")
                || (path.hasSuffix(".js") && (path.hasPrefix("inspector/") || path.hasPrefix("saved/")))
        }
    }

    /// The names of the inspector's pages, sorted.
    ///
    /// Each page has a module with its name, and all share one document.
    public var pages: [String] {
        files.keys.filter { $0.hasPrefix(Self.modules) }.map { String($0.dropFirst(Self.modules.count).dropLast(3)) }
            .sorted()
    }

    private static let document = "inspector.html"
    private static let missingDocument = "missing.html"
    private static let savedDocument = "saved.html"
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

/// A class of this module, whose bundle is the module's.
private final class BundleFinder {}
