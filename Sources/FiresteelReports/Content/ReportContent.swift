import FiresteelTimeline

/// The content of a section: parts for the page, and files for the archive.
public struct ReportContent: Sendable {
    /// The parts on the page, in order.
    ///
    /// An archive contains them as JSON as well.
    public var parts: [ReportPart]
    /// Files that only an archive has.
    public var files: [ReportFile]

    /// Creates a content.
    public init(_ parts: [ReportPart] = [], files: [ReportFile] = []) {
        self.parts = parts
        self.files = files
    }
}

/// A named value.
public struct ReportFact: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The current status.
    public var value: String

    /// Creates a fact.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A displayed piece of a section.
public struct ReportPart: Sendable {
    enum Form: Sendable {
        case paragraph(String)
        case facts([ReportFact])
        case table(title: String, columns: [String], rows: [[String]])
        case text(title: String, String)
        /// A number of log lines, each as JSON, the oldest first.
        case lines(Int, @Sendable (_ sink: (String) throws -> Void) throws -> Void)
        /// A run.
        case run(RunData)
    }

    let form: Form
    /// Whether files of the archive have it already.
    var isPageOnly = false

    /// Returns a paragraph of text.
    public static func paragraph(_ text: String) -> ReportPart { ReportPart(form: .paragraph(text)) }

    /// Returns a list of named values.
    public static func facts(_ facts: [ReportFact]) -> ReportPart { ReportPart(form: .facts(facts)) }

    /// Returns a table.
    ///
    /// If it is too large, its first rows are dropped, so the newest should be last.
    public static func table(_ title: String = "", columns: [String], rows: [[String]]) -> ReportPart {
        ReportPart(form: .table(title: title, columns: columns, rows: rows))
    }

    /// Returns a preformatted text with a title.
    public static func text(_ title: String, _ text: String) -> ReportPart {
        ReportPart(form: .text(title: title, text))
    }

    /// The same for the page alone.
    var onPageOnly: ReportPart {
        var part = self
        part.isPageOnly = true
        return part
    }
}
