/// What a section tells: parts for the page, and files for the archive.
public struct ReportContent: Sendable {
    /// What stands on the page, in this order.
    ///
    /// In an archive it is JSON as well.
    public var parts: [ReportPart]
    /// Files that only an archive has.
    public var files: [ReportFile]

    /// A content.
    public init(_ parts: [ReportPart] = [], files: [ReportFile] = []) {
        self.parts = parts
        self.files = files
    }
}

/// Something with a name.
public struct ReportFact: Sendable, Hashable {
    /// What it is.
    public var name: String
    /// How it stands.
    public var value: String

    /// A fact.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A piece of a section that people read.
public struct ReportPart: Sendable {
    enum Form: Sendable {
        case paragraph(String)
        case facts([ReportFact])
        case table(title: String, columns: [String], rows: [[String]])
        case text(title: String, String)
        /// Rows of a table that are HTML already, the oldest first.
        case timeline(@Sendable (_ sink: (String) throws -> Void) throws -> Void)
    }

    let form: Form
    /// Whether files of the archive have it already.
    var isPageOnly = false

    /// Some sentences.
    public static func paragraph(_ text: String) -> ReportPart { ReportPart(form: .paragraph(text)) }

    /// Names with values.
    public static func facts(_ facts: [ReportFact]) -> ReportPart { ReportPart(form: .facts(facts)) }

    /// A table.
    ///
    /// Where there is no room for all of it, its first rows are left out: let the newest be the last.
    public static func table(_ title: String = "", columns: [String], rows: [[String]]) -> ReportPart {
        ReportPart(form: .table(title: title, columns: columns, rows: rows))
    }

    /// A text with lines of its own, shown as it is, behind its title.
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
