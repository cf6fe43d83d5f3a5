public import Foundation

/// The files of pages that several products serve or contain: the kit, and the modules that show a recorded run.
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
    package let files: [String: File]

    /// Loads the pages in the module's bundle.
    public init() { self.init(in: .module) }

    /// Loads the pages in the module's bundle, if it is where the package manager places it.
    ///
    /// The bundle's own accessor ends the process without it, and a command may have been copied alone.
    ///
    /// - Throws: ``HTMLExportError`` if the bundle is missing.
    static func installed() throws(HTMLExportError) -> WebPages {
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
        let folder = Bundle.main.bundleURL.appendingPathComponent("firesteel_FiresteelWeb.resources")
        throw HTMLExportError(
            "Can't create the page: the folder \(folder.path) is missing. Copy it beside the program, from where it was built."
        )
        #endif
    }

    /// Loads the pages in the folder `Pages` of a product's bundle.
    ///
    /// Files that are added later aren't found.
    package init(in bundle: Bundle) {
        let folder = (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Pages", isDirectory: true)
        var files: [String: File] = [:]
        for path in FileManager.default.subpaths(atPath: folder.standardizedFileURL.path) ?? [] {
            guard let mediaType = Self.mediaType(of: path) else { continue }
            files[path] = File(location: folder.appendingPathComponent(path), mediaType: mediaType)
        }
        self.files = files
    }

    /// The files of the kit by path, for example `kit/dom/dom.js`, for products with other pages.
    public var kit: [String: File] { files.filter { $0.key.hasPrefix("kit/") } }

    /// The files of the kit, and the modules that show a recorded run, by path, for products that show one.
    ///
    /// The modules link to pages of the inspector, unless `data-pages` of the document's root names those that it has.
    package var shared: [String: File] {
        files.filter { $0.key.hasPrefix("kit/") || $0.key.hasPrefix("run/") && $0.key.hasSuffix(".js") }
    }

    /// Combines scripts and style sheets with all that they import, so that a page loads by a few requests.
    ///
    /// - Parameters:
    ///   - paths: The scripts and style sheets that documents name.
    ///   - read: Returns the text of the file at a path, one of the product or of the kit.
    /// - Returns: The texts by path.
    /// - Throws: ``HTMLExportError`` if a file has an import that can't be combined, or the error of `read`.
    public static func bundles(
        of paths: [String], reading read: (String) throws -> String
    ) throws -> [String: String] {
        var bundles: [String: String] = [:]
        for path in paths {
            bundles[path] =
                path.hasSuffix(".css")
                ? try StyleBundle(path, read: read).text : try ScriptBundle(path, .file, read: read).text
        }
        return bundles
    }

    /// Returns a document with the template of the timeline's page in the place of its name.
    ///
    /// - Throws: The error of the file system, or ``HTMLExportError`` if the template is missing.
    package func completed(_ document: String) throws -> String {
        document.replacing("<!-- timeline-page -->", with: try text("run/timeline/timeline.html"))
    }

    /// Returns the text of a file.
    ///
    /// - Throws: The error of the file system, or ``HTMLExportError`` if the file is missing.
    package func text(_ path: String) throws -> String {
        guard let file = files[path] else {
            throw HTMLExportError(
                "Can't create the page: its file \(path) is missing. Copy the folder of the pages again.")
        }
        return String(decoding: try file.read(), as: UTF8.self)
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

/// A class of this module, whose bundle is the module's.
private final class BundleFinder {}
