import Foundation
import Logging

/// The documents of a folder.
///
/// A document is a Markdown file in the folder or its subfolders. Other programs may change the files at any time; the
/// files are the only state. Hidden files and links to the outside aren't documents.
///
/// The hidden folder `.documents` contains deleted documents and unsaved drafts.
package actor DocumentStore {
    /// The maximum size of a document: 5 MiB.
    package static let largestDocument = 5 * 1024 * 1024
    /// The maximum number of documents in a list.
    package static let longestList = 5_000

    /// The folder's path with all links resolved.
    package nonisolated var path: String { folder.root }

    nonisolated let folder: ConfinedFolder
    let limit: Int
    let log = Logger(label: "documents.store")
    private var observers: [UUID: AsyncStream<FolderChange>.Continuation] = [:]
    private var known: [DocumentName: DocumentSummary]?
    /// The documents with the origins that they were imported from, `nil` if they must be read again.
    var origins: [DocumentOrigin: [DocumentName]]?

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: The path of an existing folder.
    ///   - limit: The maximum size of a document in bytes.
    /// - Throws: ``DocumentError/noFolder(_:)``.
    package init(at path: String, limit: Int = DocumentStore.largestDocument) throws(DocumentError) {
        folder = try ConfinedFolder(path)
        self.limit = limit
    }

    // MARK: Reading

    /// Returns all documents, sorted by name, at most ``longestList``.
    ///
    /// Reads the folder each time.
    ///
    /// - Throws: ``DocumentError/noFolder(_:)`` if the folder was deleted.
    package func list() throws(DocumentError) -> [DocumentSummary] {
        let found = try FolderWalk(of: folder.root, removesLeftovers: true).documents(limit: Self.longestList)
            .compactMap { name in summary(of: name) }
            .sorted { $0.name < $1.name }
        reportDifferences(found)
        return found
    }

    /// Reads a document.
    ///
    /// - Throws: ``DocumentError/missing(_:)``, ``DocumentError/outside(_:)``,
    ///   ``DocumentError/tooLarge(name:bytes:limit:)``, ``DocumentError/notText(_:)``, and errors of the system.
    package func read(_ name: DocumentName) throws(DocumentError) -> Document {
        let (text, modified) = try TextFile.read(try folder.locate(name), as: name, limit: limit)
        log.debug("Read \(name)", metadata: ["bytes": "\(text.utf8.count)"])
        return Document(name: name, text: text, version: DocumentVersion(of: text), modified: modified)
    }

    // MARK: Changing

    /// Creates a document.
    ///
    /// - Throws: ``DocumentError/nameTaken(_:)``, ``DocumentError/tooLarge(name:bytes:limit:)``, and errors of the
    ///   system.
    package func create(_ name: DocumentName, text: String = "") throws(DocumentError) -> Document {
        try checkSize(of: text, name)
        try TextFile.write(text, to: try folder.newPath(of: name), as: name, replacing: false)
        discardDrafts(of: name, equalTo: text)
        discardOrigin(of: name)
        log.info("Created \(name)")
        notify(.created(name))
        return try read(name)
    }

    /// Saves the text of an existing document.
    ///
    /// Another program could write the file between the check of its version and its replacement; other callers of the
    /// store can't.
    ///
    /// - Parameters:
    ///   - version: The version that the text is based on.
    ///   - owner: The writer, whose draft is removed. Other drafts remain, unless their text is the saved one.
    /// - Throws: ``DocumentError/changedMeanwhile(current:)`` if the file has another version,
    ///   ``DocumentError/missing(_:)`` if it was deleted, and the errors of ``create(_:text:)``.
    package func save(
        _ text: String, in name: DocumentName, madeFrom version: DocumentVersion, by owner: DraftOwner? = nil,
        isFast: Bool = false
    ) throws(DocumentError) -> Document {
        try checkSize(of: text, name)
        let current = try read(name)
        guard current.version == version else {
            log.notice("\(name) has changed on disk since it was opened")
            throw .changedMeanwhile(current: current)
        }
        if current.text != text {
            try TextFile.write(text, to: try folder.locate(name), as: name, replacing: true)
            log.info("Saved \(name)", metadata: ["bytes": "\(text.utf8.count)"])
        } else {
            log.debug("\(name) has no changes to save")
        }
        if let owner { discardDraft(of: name, by: owner) }
        discardDrafts(of: name, equalTo: text)
        let saved =
            isFast
            ? Document(name: name, text: text, version: DocumentVersion(of: text), modified: Date()) : try read(name)
        notify(.saved(name, saved.version))
        return saved
    }

    /// Renames a document.
    ///
    /// - Throws: ``DocumentError/nameTaken(_:)``, ``DocumentError/missing(_:)``, and errors of the system.
    package func rename(_ name: DocumentName, to newName: DocumentName) throws(DocumentError) -> Document {
        guard name != newName else { return try read(name) }
        // Checked first, so that no folders are created for a missing document.
        _ = try folder.locate(name)
        try TextFile.move(folder.root + "/" + name.path, to: try folder.newPath(of: newName), as: newName)
        moveDrafts(of: name, in: drafts, to: newName, in: drafts)
        moveOrigin(of: name, to: newName)
        log.info("Renamed \(name) to \(newName)")
        notify(.renamed(name, to: newName))
        return try read(newName)
    }

    // MARK: Observing

    /// Returns a stream of changes, from now on until it is released.
    ///
    /// The oldest of more than 200 unread changes are dropped; read the list again to account for them.
    package func changes() -> AsyncStream<FolderChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: FolderChange.self, bufferingPolicy: .bufferingNewest(200))
        let id = UUID()
        observers[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(id) }
        }
        return stream
    }

    private func forget(_ id: UUID) { observers[id] = nil }

    func notify(_ change: FolderChange) {
        // Observers read the list again, which must not report the same change.
        if change.affectsList { known = nil }
        for observer in observers.values { observer.yield(change) }
    }

    // MARK: Helpers

    func checkSize(of text: String, _ name: DocumentName) throws(DocumentError) {
        let bytes = text.utf8.count
        guard bytes <= limit else { throw .tooLarge(name: name.path, bytes: bytes, limit: limit) }
    }

    private func summary(of name: DocumentName) -> DocumentSummary? {
        // A file that was deleted meanwhile and a link to the outside aren't listed; opening them throws the reason.
        guard let path = try? folder.locate(name), let facts = FileFacts(of: path) else { return nil }
        return DocumentSummary(name: name, bytes: facts.bytes, modified: facts.modified)
    }

    /// Notifies observers of differences from the previous list, because the folder isn't watched.
    private func reportDifferences(_ found: [DocumentSummary]) {
        let now = Dictionary(found.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        defer { known = now }
        if let known, known != now { notify(.listDiffers) }
    }
}

/// A change of the documents in a folder.
package enum FolderChange: Hashable, Sendable {
    case created(DocumentName)
    case saved(DocumentName, DocumentVersion)
    case renamed(DocumentName, to: DocumentName)
    case deleted(DocumentName)
    /// A restored document, whose name was `from` when it was deleted.
    case restored(DocumentName, from: DocumentName)
    /// A number of imported documents.
    case imported(Int)
    /// A new draft of a document by an owner, or one less.
    case drafts(DocumentName, by: DraftOwner?)
    /// A difference between two lists, by this program or another one.
    case listDiffers

    /// Whether the change makes a difference to the next list that observers don't have to be notified of.
    fileprivate var affectsList: Bool {
        switch self {
        case .created, .saved, .renamed, .deleted, .restored, .imported: true
        case .drafts, .listDiffers: false
        }
    }
}
