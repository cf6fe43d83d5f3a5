package import FiresteelTimeline

/// A document as an action is given it: the store that has it, and its name as somebody gave it, good or not.
package struct DocumentReference: Sendable {
    package let store: DocumentStore
    package let path: String

    package init(_ path: String, in store: DocumentStore) {
        self.path = path
        self.store = store
    }

    /// The name, if it is one.
    ///
    /// - Throws: ``DocumentError/invalidName(_:_:)``.
    func name() throws(DocumentError) -> DocumentName { try DocumentName(path) }
}

extension DocumentReference: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(path)
    }
}

/// A document with what somebody has written in it.
package struct WrittenText: Sendable {
    package let document: DocumentReference
    package let text: String
    /// The version of the document that the text was made from.
    package let madeFrom: DocumentVersion

    package init(_ text: String, in document: DocumentReference, madeFrom: DocumentVersion) {
        self.text = text
        self.document = document
        self.madeFrom = madeFrom
    }
}

extension WrittenText: TimelineDescribable {
    /// What people write is nobody else's: the timeline says how much it was.
    package func describe(to summary: inout InputSummary) {
        summary.add(document)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
    }
}
