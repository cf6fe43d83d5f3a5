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
    package let text: String
    package let madeFrom: DocumentVersion
}

extension DocumentStore {
    private func draftPath(of name: DocumentName) -> String {
        folder.root + "/.documents/drafts/" + name.path
    }

    /// Stores unsaved text separately from the document, so that it survives a crash.
    ///
    /// A document has at most one draft.
    ///
    /// - Throws: ``DocumentError/tooLarge(name:bytes:limit:)``, and errors of the system.
    package func keepDraft(_ text: String, of name: DocumentName, madeFrom version: DocumentVersion)
        throws(DocumentError)
    {
        try checkSize(of: text, name)
        let path = draftPath(of: name)
        try makeFolder(for: path, name)
        // The first line is the version. The rest is the unchanged text.
        try TextFile.write("\(version)\n\(text)", to: path, as: name, replacing: true)
        log.debug("Stored a draft of \(name)", metadata: ["bytes": "\(text.utf8.count)"])
    }

    /// Returns the draft of a document, or `nil` if there is none.
    package func draft(of name: DocumentName) -> Draft? {
        let path = draftPath(of: name)
        guard folder.isOwn(path), let kept = try? TextFile.read(path, as: name, limit: limit + 32).text,
            let end = kept.utf8.firstIndex(of: UInt8(ascii: "\n")),
            let version = DocumentVersion(String(kept[..<end]))
        else { return nil }
        return Draft(text: String(kept[kept.utf8.index(after: end)...]), madeFrom: version)
    }

    /// Removes the draft of a document, if there is one.
    package func discardDraft(of name: DocumentName) {
        let path = draftPath(of: name)
        if folder.isOwn(path) && unlink(path) == 0 { log.debug("Discarded the draft of \(name)") }
    }

    func moveDraft(of name: DocumentName, to newName: DocumentName) {
        let (old, path) = (draftPath(of: name), draftPath(of: newName))
        guard folder.isOwn(old), ConfinedFolder.kindUnfollowed(of: old) == .file else { return }
        do {
            try makeFolder(for: path, newName)
            if systemRename(old, path) != 0 { throw SystemError.of(newName, code: errno) }
        } catch {
            log.warning("Can’t move the draft of \(name): \(error)")
        }
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
