import Foundation
import Logging

/// The documents of one folder.
///
/// A document is a Markdown file in the folder or below it. The folder stays the user's: other programs may write there
/// at any time, and nothing is kept that a file doesn't hold. Hidden files and links that lead elsewhere aren't documents.
///
/// What the store itself keeps lies in a hidden folder, `.documents`: what was deleted, and drafts that weren't saved.
package actor DocumentStore {
    /// The most bytes that a document may have: 5 MiB.
    package static let largestDocument = 5 * 1024 * 1024
    /// The most documents that a list shows.
    package static let longestList = 5_000

    /// Where the folder is, with all links resolved.
    package nonisolated var path: String { folder.root }

    nonisolated let folder: ConfinedFolder
    let limit: Int
    let log = Logger(label: "documents.store")
    private var observers: [UUID: AsyncStream<FolderChange>.Continuation] = [:]
    private var known: [DocumentName: DocumentSummary]?

    /// Opens a folder.
    ///
    /// - Parameters:
    ///   - path: a folder that is there.
    ///   - limit: the most bytes that a document may have.
    /// - Throws: ``DocumentError/noFolder(_:)``.
    package init(at path: String, limit: Int = DocumentStore.largestDocument) throws(DocumentError) {
        folder = try ConfinedFolder(path)
        self.limit = limit
    }

    // MARK: Reading

    /// All documents, sorted by name, at most ``longestList``.
    ///
    /// Reads the folder each time.
    ///
    /// - Throws: ``DocumentError/noFolder(_:)`` where the folder has gone.
    package func list() throws(DocumentError) -> [DocumentSummary] {
        let found = try FolderWalk(of: folder.root, removesLeftovers: true).documents(limit: Self.longestList)
            .compactMap { name in summary(of: name) }
            .sorted { $0.name < $1.name }
        noteDifferences(found)
        return found
    }

    /// Reads a document.
    ///
    /// - Throws: ``DocumentError/missing(_:)``, ``DocumentError/outside(_:)``, ``DocumentError/tooLarge(name:bytes:limit:)``,
    ///   ``DocumentError/notText(_:)``, and what the system says.
    package func read(_ name: DocumentName) throws(DocumentError) -> Document {
        let (text, modified) = try TextFile.read(try folder.locate(name), as: name, limit: limit)
        log.debug("Read \(name)", metadata: ["bytes": "\(text.utf8.count)"])
        return Document(name: name, text: text, version: DocumentVersion(of: text), modified: modified)
    }

    // MARK: Changing

    /// Makes a new document.
    ///
    /// - Throws: ``DocumentError/nameTaken(_:)``, ``DocumentError/tooLarge(name:bytes:limit:)``, and what the system says.
    package func create(_ name: DocumentName, text: String = "") throws(DocumentError) -> Document {
        try checkSize(of: text, name)
        try TextFile.write(text, to: try folder.place(name), as: name, replacing: false)
        log.info("Created \(name)")
        notify(.created(name))
        return try read(name)
    }

    /// Saves a text in a document that was read before.
    ///
    /// Between the last look at the file and its replacement lies a moment in which another program could write it; the
    /// store's own callers can't.
    ///
    /// - Parameter version: the version that the text was made from.
    /// - Throws: ``DocumentError/changedMeanwhile(current:)`` where the file no longer has that version,
    ///   ``DocumentError/missing(_:)`` where it has gone, and as ``create(_:text:)``.
    package func save(_ text: String, in name: DocumentName, madeFrom version: DocumentVersion) throws(DocumentError)
        -> Document
    {
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
            log.debug("\(name) is saved already")
        }
        discardDraft(of: name)
        let saved = try read(name)
        notify(.saved(name, saved.version))
        return saved
    }

    /// Gives a document another name.
    ///
    /// - Throws: ``DocumentError/nameTaken(_:)``, ``DocumentError/missing(_:)``, and what the system says.
    package func rename(_ name: DocumentName, to newName: DocumentName) throws(DocumentError) -> Document {
        guard name != newName else { return try read(name) }
        // Looking first keeps folders from being made for a document that isn't there.
        _ = try folder.locate(name)
        try TextFile.move(folder.root + "/" + name.path, to: try folder.place(newName), as: newName)
        moveDraft(of: name, to: newName)
        log.info("Renamed \(name) to \(newName)")
        notify(.renamed(name, to: newName))
        return try read(newName)
    }

    // MARK: Observing

    /// What happens to the documents from now on, until the reader stops reading.
    ///
    /// Of an observer that falls more than 200 changes behind, the oldest are dropped; a list read afresh makes up for
    /// them.
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
        // Whoever hears of the change reads the list again; the next one then differs by what is known already.
        if change != .listDiffers { known = nil }
        for observer in observers.values { observer.yield(change) }
    }

    // MARK: Helpers

    func checkSize(of text: String, _ name: DocumentName) throws(DocumentError) {
        let bytes = text.utf8.count
        guard bytes <= limit else { throw .tooLarge(name: name.path, bytes: bytes, limit: limit) }
    }

    private func summary(of name: DocumentName) -> DocumentSummary? {
        // A file that vanished meanwhile, or a link that leads elsewhere, isn't listed; opening it by name says why.
        guard let path = try? folder.locate(name), let facts = FileFacts(of: path) else { return nil }
        return DocumentSummary(name: name, bytes: facts.bytes, modified: facts.modified)
    }

    /// Nobody watches the folder, so a list that differs from the one before tells the observers.
    private func noteDifferences(_ found: [DocumentSummary]) {
        let now = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
        defer { known = now }
        if let known, known != now { notify(.listDiffers) }
    }
}

/// Something that happened to the documents of a folder.
package enum FolderChange: Hashable, Sendable {
    case created(DocumentName)
    case saved(DocumentName, DocumentVersion)
    case renamed(DocumentName, to: DocumentName)
    case deleted(DocumentName)
    case restored(DocumentName)
    /// That many documents were imported.
    case imported(Int)
    /// A list differs from the one before, by whoever's hand.
    case listDiffers
}
