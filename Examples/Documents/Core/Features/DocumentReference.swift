package import FiresteelTimeline

/// The input of actions on a document: its store, and an unvalidated name.
package struct DocumentReference: Sendable {
    package let store: DocumentStore
    package let path: String

    package init(_ path: String, in store: DocumentStore) {
        self.path = path
        self.store = store
    }

    /// Returns the validated name.
    ///
    /// - Throws: ``DocumentError/invalidName(_:_:)``.
    func name() throws(DocumentError) -> DocumentName { try DocumentName(path) }
}

extension DocumentReference: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(path)
    }
}

/// A document with its unsaved text.
package struct WrittenText: Sendable {
    package let document: DocumentReference
    package let text: String
    /// The version of the document that the text is based on; `nil` for the version on disk, which is then replaced.
    package let madeFrom: DocumentVersion?

    /// The writer, whose draft is stored or is saved with this text; `nil` if it has none.
    package let owner: DraftOwner?
    /// The owner of the draft that the text was taken from, which is removed when the text is stored.
    package let replaced: DraftOwner?
    /// Whether Fast Save is on for the writer; `nil` if the flag of the session decides.
    package let isFast: Bool?

    package init(
        _ text: String, in document: DocumentReference, madeFrom: DocumentVersion?, by owner: DraftOwner? = nil,
        replacing replaced: DraftOwner? = nil, isFast: Bool? = false
    ) {
        self.text = text
        self.document = document
        self.madeFrom = madeFrom
        self.owner = owner
        self.replaced = replaced
        self.isFast = isFast
    }

    /// Returns the version that the text is based on.
    ///
    /// - Throws: The error of reading the document, if the version isn't known.
    func version(of name: DocumentName) async throws(DocumentError) -> DocumentVersion {
        if let madeFrom { return madeFrom }
        return try await document.store.read(name).version
    }
}

extension WrittenText: TimelineDescribable {
    /// Hides the text, because it is personal, and adds its size.
    package func describe(to summary: inout InputSummary) {
        summary.add(document)
        summary.add("Size", bytes: text.utf8.count)
        summary.hide("Contents")
        if isFast == true { summary.add("Fast", true) }
    }
}
