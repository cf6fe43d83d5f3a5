import Foundation
import Logging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What was deleted, and how to get it back.
package struct DeletedDocument: Hashable, Sendable {
    package let name: DocumentName
    /// By which ``DocumentStore/restore(_:)`` finds it.
    package let id: String
}

extension DocumentStore {
    /// How many deleted documents are kept; of more, the oldest go for good.
    static let mostInTrash = 100

    private var trash: String { folder.root + "/.documents/trash" }

    /// Deletes a document by moving it into a hidden folder.
    ///
    /// - Throws: ``DocumentError/missing(_:)``, and what the system says.
    package func delete(_ name: DocumentName) throws(DocumentError) -> DeletedDocument {
        _ = try folder.locate(name)
        // Sorted by name, identifiers are sorted by age. The name stands in a folder of its own, links and all.
        let age = String(UInt64(max(0, Date().timeIntervalSince1970 * 1_000_000)), radix: 16)
        let id =
            String(repeating: "0", count: max(0, 14 - age.count)) + age + "-"
            + String(UInt32.random(in: 0 ... .max), radix: 16)
        let kept = trash + "/" + id + "/" + name.path
        try makeFolder(for: kept, name)
        try TextFile.move(folder.root + "/" + name.path, to: kept, as: name)
        discardDraft(of: name)
        log.info("Deleted \(name)", metadata: ["trash": "\(id)"])
        emptyTrash(downTo: Self.mostInTrash)
        notify(.deleted(name))
        return DeletedDocument(name: name, id: id)
    }

    /// Brings a deleted document back under its name, or under that name with a number where it is taken by now.
    ///
    /// - Throws: ``DocumentError/notInTrash(_:)``, and what the system says.
    package func restore(_ id: String) throws(DocumentError) -> Document {
        guard !id.isEmpty, id.allSatisfy({ $0.isHexDigit || $0 == "-" }), folder.isOwn(trash + "/" + id),
            let name = try? FolderWalk(of: trash + "/" + id).documents(limit: 1).first
        else { throw .notInTrash(id) }
        let free = try freeName(like: name)
        try TextFile.move(trash + "/" + id + "/" + name.path, to: try folder.place(free), as: free)
        remove(trash + "/" + id)
        log.info("Restored \(free)", metadata: ["trash": "\(id)"])
        notify(.restored(free))
        return try read(free)
    }

    /// The name itself where it is free, else the first free one with a number.
    func freeName(like name: DocumentName) throws(DocumentError) -> DocumentName {
        var candidate = name
        for number in 2...1_000 {
            if ConfinedFolder.kindUnfollowed(of: folder.root + "/" + candidate.path) == nil { return candidate }
            guard let next = name.numbered(number) else { break }
            candidate = next
        }
        throw .nameTaken(name)
    }

    /// Makes the folders in which a file of the store's own is to lie.
    func makeFolder(for path: String, _ name: DocumentName) throws(DocumentError) {
        var made = folder.root
        for part in path.dropFirst(folder.root.count + 1).split(separator: "/").dropLast() {
            made += "/" + part
            if mkdir(made, 0o700) != 0 && errno != EEXIST { throw SystemError.of(name, code: errno) }
            // A link put in the place of one of these folders would lead what is deleted out of the folder.
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
            log.warning("What was deleted couldn’t be removed: \(error)", metadata: ["path": "\(path)"])
        }
    }
}
