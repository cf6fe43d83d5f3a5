import FiresteelBase
public import FiresteelTimeline

/// A run as one page that needs nothing else: pages as the inspector's, with the run's data.
///
/// The page shows the end of the run, its timeline with filters and details, its log lines and its flags, in any browser,
/// without a server and without network. Recorded data is never executed: the page's policy permits its own script only.
///
/// The page's parts are in the resources of this module, which must be beside the program.
public struct TimelineHTMLExport: TimelineExport {
    /// The file extension.
    public static let fileExtension = "html"
    /// The media type.
    public static let mediaType = "text/html; charset=utf-8"

    private let page: SavedPage
    private let crash: CrashDetails?

    /// Creates the export.
    ///
    /// - Parameter crash: What the system wrote about the crash of the run; see `RunFolder.crashDetails(of:)`.
    /// - Throws: ``HTMLExportError`` if the parts of the page are missing.
    public init(crash: CrashDetails? = nil) throws(HTMLExportError) {
        page = try SavedPage()
        self.crash = crash
    }

    /// Exports a run piece by piece.
    ///
    /// See `TimelineExport.write(_:matching:to:)`.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        let program = run.header.program
        try sink(page.head(title: "\(program.name) \(program.version)"))
        try sink(SavedPage.begin(.run, name: run.header.identifier))
        var isFirst = true
        try RunData(run, matching: query, crash: crash).write { json, _ in
            try sink(SavedPage.element(json, isFirst: isFirst))
            isFirst = false
        }
        try sink(SavedPage.end)
        try sink(page.tail)
    }
}

/// An error that prevents a run from being exported as a page.
public struct HTMLExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}
