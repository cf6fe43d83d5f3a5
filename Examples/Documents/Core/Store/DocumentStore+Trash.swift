import Foundation
import Logging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A deleted document that can be restored.
package struct DeletedDocument: Hashable, Sendable {
    package let name: DocumentName
    /// The identifier for ``DocumentStore/restore(_:)``.
    package let id: String
}

extension DocumentStore {
    /// The maximum number of deleted documents to store; the oldest ones beyond it are removed.
    static let maximumInTrash = 100

    private var trash: String { folder.root + "/.documents/trash" }

    /// The folder of the drafts of a deleted document; hidden, because the walk finds the document beside it.
    private func draftsInTrash(_ id: String) -> String { trash + "/" + id + "/.drafts" }

    /// The origin of a deleted document; hidden, as its drafts.
    private func originInTrash(_ id: String) -> String { trash + "/" + id + "/.origin" }

    /// Deletes a document by moving it to the trash, a hidden folder, with its drafts.
    ///
    /// If the program ends in between, the drafts remain in their place, where a restored document has them again.
    ///
    /// - Throws: ``DocumentError/missing(_:)``, and errors of the system.
    package func delete(_ name: DocumentName) throws(DocumentError) -> DeletedDocument {
        _ = try folder.locate(name)
        // Identifiers sort by age. Each document, or the link to it, has a separate folder.
        let age = String(UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000)), radix: 16)
        let id =
            String(repeating: "0", count: max(0, 14 - age.count)) + age + "-"
            + String(UInt32.random(in: 0 ... .max), radix: 16)
        let kept = trash + "/" + id + "/" + name.path
        try makeFolder(for: kept, name)
        try TextFile.move(folder.root + "/" + name.path, to: kept, as: name)
        moveDrafts(of: name, in: drafts, to: name, in: draftsInTrash(id))
        moveOrigin(of: name, toTrash: originInTrash(id))
        log.info("Deleted \(name)", metadata: ["trash": "\(id)"])
        emptyTrash(downTo: Self.maximumInTrash)
        notify(.deleted(name))
        return DeletedDocument(name: name, id: id)
    }

    /// Restores a deleted document and its drafts with its name, or with a number if the name is taken.
    ///
    /// - Throws: ``DocumentError/notInTrash(_:)``, and errors of the system.
    package func restore(_ id: String) throws(DocumentError) -> Document {
        guard !id.isEmpty, id.allSatisfy({ $0.isHexDigit || $0 == "-" }), folder.isOwn(trash + "/" + id),
            let name = try? FolderWalk(of: trash + "/" + id).documents(limit: 1).first
        else { throw .notInTrash(id) }
        let free = try freeName(like: name)
        let path = try folder.newPath(of: free)
        // Drafts first: if the program ends in between, the document is still in the trash and can be restored again.
        let unmoved = moveDrafts(of: name, in: draftsInTrash(id), to: free, in: drafts)
        do throws(DocumentError) {
            // The folder in the trash is removed below, which would include them.
            if let unmoved { throw unmoved }
            try TextFile.move(trash + "/" + id + "/" + name.path, to: path, as: free)
        } catch {
            moveDrafts(of: free, in: drafts, to: name, in: draftsInTrash(id))
            throw error
        }
        moveOrigin(fromTrash: originInTrash(id), to: free)
        remove(trash + "/" + id)
        log.info("Restored \(free)", metadata: ["trash": "\(id)"])
        notify(.restored(free, from: name))
        return try read(free)
    }

    /// Returns the name if it is free, otherwise the first free one with a number.
    func freeName(like name: DocumentName) throws(DocumentError) -> DocumentName {
        var candidate = name
        for number in 2...1_000 {
            if ConfinedFolder.kindUnfollowed(of: folder.root + "/" + candidate.path) == nil { return candidate }
            guard let next = name.numbered(number) else { break }
            candidate = next
        }
        throw .nameTaken(name)
    }

    /// Creates the folders for one of the store's internal files.
    func makeFolder(for path: String, _ name: DocumentName) throws(DocumentError) {
        var made = folder.root
        for part in DocumentName.parts(of: path).dropFirst(DocumentName.parts(of: folder.root).count).dropLast() {
            made += "/" + part
            if mkdir(made, 0o700) != 0 && errno != EEXIST { throw SystemError.of(name, code: errno) }
            // A link in place of one of these folders would move deleted documents out of the folder.
            guard ConfinedFolder.kindUnfollowed(of: made) == .folder else { throw .outside(name) }
        }
    }

    private func emptyTrash(downTo limit: Int) {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: trash)) ?? []
        for id in all.sorted().dropLast(limit) { remove(trash + "/" + id) }
    }

    private func remove(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            log.warning("Can’t remove a deleted document: \(error)", metadata: ["path": "\(path)"])
        }
    }
}
