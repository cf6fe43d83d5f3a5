package import FiresteelTimeline

/// The text of a document, saved or unsaved.
package struct DocumentText: Sendable {
    /// The path of the document.
    package let path: String
    package let text: String

    package init(_ text: String, of path: String) {
        self.text = text
        self.path = path
    }
}

extension DocumentText: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(path)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
    }
}
