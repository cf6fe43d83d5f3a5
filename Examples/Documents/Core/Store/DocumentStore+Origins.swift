import Foundation
import Logging

/// The file that a document was imported from, and its text at that time.
///
/// Contains no path, which may contain the user's name.
struct DocumentOrigin: Hashable {
    /// The hash of the file's absolute path.
    let pathHash: DocumentVersion
    /// The version of the file's text.
    let version: DocumentVersion

    init(path: String, text: String) {
        pathHash = DocumentVersion(of: path)
        version = DocumentVersion(of: text)
    }

    /// Parses an origin written by ``text``; `nil` if it isn't valid.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[2].isEmpty, let pathHash = DocumentVersion(String(lines[0])),
            let version = DocumentVersion(String(lines[1]))
        else { return nil }
        self.pathHash = pathHash
        self.version = version
    }

    /// Two lines: the hash of the path, and the version.
    var text: String { "\(pathHash)\n\(version)\n" }
}

// An imported document has its origin in a file of the same path below `.documents/origins`. The origin follows the document
// when it is renamed, deleted and restored, whatever its text becomes. An origin without a document is ignored: the document
// was deleted or moved by another program, and its file is imported again.
extension DocumentStore {
    private var originsFolder: String { folder.root + "/.documents/origins" }

    /// The maximum size of an origin in bytes.
    private static let longestOrigin = 64

    private func originPath(of name: DocumentName) -> String { originsFolder + "/" + name.path }

    /// Returns whether a document was imported from this file when it had the same text.
    func wasImported(_ origin: DocumentOrigin) -> Bool {
        let known = origins ?? readOrigins()
        origins = known
        guard let names = known[origin] else { return false }
        return names.contains { ConfinedFolder.kindUnfollowed(of: folder.root + "/" + $0.path) != nil }
    }

    /// Stores the origin of a document that is written next.
    ///
    /// If the program ends in between, the origin has no document and is ignored.
    func storeOrigin(_ origin: DocumentOrigin, of name: DocumentName) throws(DocumentError) {
        try makeFolder(for: originPath(of: name), name)
        guard folder.isOwn(originPath(of: name)) else { throw .outside(name) }
        try TextFile.write(origin.text, to: originPath(of: name), as: name, replacing: true)
        origins?[origin, default: []].append(name)
    }

    /// Removes the origin of a name, because another document has it now.
    func discardOrigin(of name: DocumentName) {
        let path = originPath(of: name)
        guard folder.isOwn(path), unlink(path) == 0 else { return }
        origins = nil
    }

    /// Moves the origin of a document to another name.
    func moveOrigin(of name: DocumentName, to newName: DocumentName) {
        discardOrigin(of: newName)
        move(originPath(of: name), to: originPath(of: newName), newName)
    }

    /// Moves the origin of a deleted document to the trash.
    func moveOrigin(of name: DocumentName, toTrash path: String) { move(originPath(of: name), to: path, name) }

    /// Moves the origin of a restored document from the trash.
    func moveOrigin(fromTrash path: String, to name: DocumentName) {
        discardOrigin(of: name)
        move(path, to: originPath(of: name), name)
    }

    /// A file that can't be moved is imported once more, which loses nothing.
    private func move(_ path: String, to newPath: String, _ name: DocumentName) {
        guard ConfinedFolder.kindUnfollowed(of: path) == .file else { return }
        origins = nil
        do {
            try makeFolder(for: newPath, name)
            guard folder.isOwn(path), folder.isOwn(newPath) else { throw DocumentError.outside(name) }
            try TextFile.move(path, to: newPath, as: name)
        } catch {
            log.warning("Can’t move the origin of \(name): \(error)")
        }
    }

    private func readOrigins() -> [DocumentOrigin: [DocumentName]] {
        var found: [DocumentOrigin: [DocumentName]] = [:]
        guard ConfinedFolder.kindUnfollowed(of: originsFolder) == .folder else { return found }
        let names = (try? FolderWalk(of: originsFolder, removesLeftovers: true).documents(limit: .max)) ?? []
        for name in names {
            let path = originPath(of: name)
            let text = folder.isOwn(path) ? try? TextFile.read(path, as: name, limit: Self.longestOrigin).text : nil
            guard let origin = text.flatMap(DocumentOrigin.init) else {
                log.warning("Can’t read the origin of \(name). Its file will be imported again.")
                continue
            }
            found[origin, default: []].append(name)
        }
        return found
    }
}
