package import Foundation
import Logging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An unsaved text, and the version that it is based on.
package struct Draft: Hashable, Sendable {
    /// The writer, or `nil` for a draft of a version of the program in which a document had only one.
    package let owner: DraftOwner?
    package let text: String
    package let madeFrom: DocumentVersion
    /// The time at which it was stored.
    package let modified: Date
}

/// The writer of drafts, such as a browser tab.
package struct DraftOwner: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package let id: String

    /// Creates an owner from 32 lowercase hexadecimal digits, or returns `nil`.
    package init?(_ id: String) {
        guard id.utf8.count == 32, id.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.id = id
    }

    /// Creates an owner without a tab.
    init() {
        id = UUID().uuidString.lowercased().filter { $0 != "-" }
    }
}

// A document has a draft for each owner, so that no tab overwrites the text of another. An owner stores and discards its
// own draft only. Other drafts of a document are offered to the user, who may use or discard them; the store removes one
// only if its text is saved, or is the text of the draft that replaces it. Drafts follow their document when it is
// renamed, deleted and restored.
extension DocumentStore {
    /// The folder of the drafts of the documents that aren't deleted.
    var drafts: String { folder.root + "/.documents/drafts" }

    private func draftPath(of name: DocumentName, by owner: DraftOwner?, in drafts: String) -> String {
        drafts + "/" + name.path + (owner.map { "." + $0.id } ?? "")
    }

    /// Stores unsaved text separately from the document, so that it survives a crash.
    ///
    /// - Parameters:
    ///   - owner: The writer, whose earlier draft of this document is replaced.
    ///   - replaced: The owner of a draft to remove, if its text is the same.
    /// - Throws: ``DocumentError/tooLarge(name:bytes:limit:)``, and errors of the system.
    package func storeDraft(
        _ text: String, of name: DocumentName, madeFrom version: DocumentVersion, by owner: DraftOwner? = nil,
        replacing replaced: DraftOwner? = nil
    ) throws(DocumentError) {
        try checkSize(of: text, name)
        let path = draftPath(of: name, by: owner, in: drafts)
        try makeFolder(for: path, name)
        let isNew = draftFacts(of: name, by: owner) == nil
        // The first line is the version. The rest is the unchanged text.
        try TextFile.write("\(version)\n\(text)", to: path, as: name, replacing: true)
        log.debug("Stored a draft of \(name)", metadata: ["bytes": "\(text.utf8.count)"])
        if isNew { notify(.drafts(name, by: owner)) }
        if let replaced, replaced != owner, draft(of: name, by: replaced)?.text == text {
            discardDraft(of: name, by: replaced)
        }
    }

    /// Returns the owner's draft of a document, or `nil` if there is none.
    package func draft(of name: DocumentName, by owner: DraftOwner? = nil) -> Draft? {
        draft(of: name, by: owner, in: drafts)
    }

    /// The maximum number of drafts that are read at a time.
    private static let maximumDrafts = 6

    /// Returns the latest drafts of a document, at most six, and that of an owner, the latest first.
    package func drafts(of name: DocumentName, with owner: DraftOwner? = nil) -> [Draft] {
        let facts = draftOwners(of: name, in: drafts).compactMap { owner in
            draftFacts(of: name, by: owner).map { (owner: owner, modified: $0.modified) }
        }
        let latest = facts.sorted { $0.modified > $1.modified }.prefix(Self.maximumDrafts).map { $0.owner }
        return (latest.contains(owner) ? latest : latest + [owner]).compactMap { draft(of: name, by: $0) }
            .sorted { $0.modified > $1.modified }
    }

    private func draftFacts(of name: DocumentName, by owner: DraftOwner?) -> (modified: Date, bytes: Int)? {
        let path = draftPath(of: name, by: owner, in: drafts)
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let modified = attributes[.modificationDate] as? Date, let bytes = attributes[.size] as? NSNumber
        else { return nil }
        return (modified, bytes.intValue)
    }

    /// Removes the owner's draft of a document, if there is one.
    package func discardDraft(of name: DocumentName, by owner: DraftOwner? = nil) {
        let path = draftPath(of: name, by: owner, in: drafts)
        guard folder.isOwn(path), unlink(path) == 0 else { return }
        log.debug("Discarded a draft of \(name)")
        notify(.drafts(name, by: owner))
    }

    /// Removes the drafts of a document with this text, because it is saved.
    func discardDrafts(of name: DocumentName, equalTo text: String) {
        // The text follows a line with the version.
        let sizes = text.utf8.count...text.utf8.count + 32
        for owner in draftOwners(of: name, in: drafts) {
            guard let facts = draftFacts(of: name, by: owner), sizes.contains(facts.bytes),
                draft(of: name, by: owner)?.text == text
            else { continue }
            discardDraft(of: name, by: owner)
        }
    }

    /// Moves the drafts of a document to another name or folder.
    ///
    /// Of two drafts by the same owner the later one remains that owner's. The other has no tab from then on.
    ///
    /// - Parameters:
    ///   - drafts: The folder of the drafts, such as ``drafts``.
    ///   - newDrafts: The folder to move them to.
    /// - Returns: The first error of a draft that remains where it is, which is logged; `nil` if all were moved.
    @discardableResult
    func moveDrafts(
        of name: DocumentName, in drafts: String, to newName: DocumentName, in newDrafts: String
    ) -> DocumentError? {
        var first: DocumentError?
        for owner in draftOwners(of: name, in: drafts) {
            var path = draftPath(of: newName, by: owner, in: newDrafts)
            do {
                try makeFolder(for: path, newName)
                if let other = draft(of: newName, by: owner, in: newDrafts) {
                    let spare = draftPath(of: newName, by: DraftOwner(), in: newDrafts)
                    let isOther = draft(of: name, by: owner, in: drafts).map { other.modified > $0.modified } ?? true
                    if isOther { path = spare } else { try moveDraftFile(path, to: spare, as: newName) }
                }
                try moveDraftFile(draftPath(of: name, by: owner, in: drafts), to: path, as: newName)
            } catch {
                log.warning("Can’t move a draft of \(name): \(error)")
                first = first ?? error
            }
        }
        return first
    }

    private func draft(of name: DocumentName, by owner: DraftOwner?, in drafts: String) -> Draft? {
        let path = draftPath(of: name, by: owner, in: drafts)
        guard folder.isOwn(path), let (kept, modified) = try? TextFile.read(path, as: name, limit: limit + 32),
            let end = kept.utf8.firstIndex(of: UInt8(ascii: "\n")),
            let version = DocumentVersion(String(kept[..<end]))
        else { return nil }
        return Draft(
            owner: owner, text: String(kept[kept.utf8.index(after: end)...]), madeFrom: version, modified: modified)
    }

    private func draftOwners(of name: DocumentName, in drafts: String) -> [DraftOwner?] {
        let path = draftPath(of: name, by: nil, in: drafts)
        guard folder.isOwn(path), let slash = path.lastIndex(of: "/") else { return [] }
        let (parent, file) = (String(path[..<slash]), path[path.index(after: slash)...])
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        return entries.compactMap { entry in
            guard entry.utf8.starts(with: file.utf8) else { return nil }
            let rest = entry.utf8.dropFirst(file.utf8.count)
            if rest.isEmpty { return .some(nil) }
            guard rest.first == UInt8(ascii: "."), let owner = DraftOwner(String(Substring(rest.dropFirst()))) else {
                return nil
            }
            return owner
        }
    }

    private func moveDraftFile(_ path: String, to newPath: String, as name: DocumentName) throws(DocumentError) {
        guard folder.isOwn(path), folder.isOwn(newPath) else { throw .outside(name) }
        if systemRename(path, newPath) != 0 { throw SystemError.of(name, code: errno) }
    }

    // Qualified, because the store has a method `rename`.
    private func systemRename(_ old: String, _ new: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.rename(old, new)
        #elseif canImport(Glibc)
        Glibc.rename(old, new)
        #else
        Musl.rename(old, new)
        #endif
    }
}
