import Logging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A text that was being written when it was last heard of, and the version it was made from.
package struct Draft: Hashable, Sendable {
    package let text: String
    package let madeFrom: DocumentVersion
}

extension DocumentStore {
    private func draftPath(of name: DocumentName) -> String {
        folder.root + "/.documents/drafts/" + name.path
    }

    /// Keeps what is being written apart from the document, so that it outlives a crash.
    ///
    /// One draft per document.
    ///
    /// - Throws: ``DocumentError/tooLarge(name:bytes:limit:)``, and what the system says.
    package func keepDraft(_ text: String, of name: DocumentName, madeFrom version: DocumentVersion)
        throws(DocumentError)
    {
        try checkSize(of: text, name)
        let path = draftPath(of: name)
        try makeFolder(for: path, name)
        // The first line is the version; the rest, byte for byte, is the text.
        try TextFile.write("\(version)\n\(text)", to: path, as: name, replacing: true)
        log.debug("Kept a draft of \(name)", metadata: ["bytes": "\(text.utf8.count)"])
    }

    /// The draft that is kept of a document; `nil` where there is none.
    package func draft(of name: DocumentName) -> Draft? {
        let path = draftPath(of: name)
        guard folder.isOwn(path), let kept = try? TextFile.read(path, as: name, limit: limit + 32).text,
            let end = kept.utf8.firstIndex(of: UInt8(ascii: "\n")),
            let version = DocumentVersion(String(kept[..<end]))
        else { return nil }
        return Draft(text: String(kept[kept.utf8.index(after: end)...]), madeFrom: version)
    }

    /// Forgets the draft of a document, if there is one.
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
            log.warning("The draft of \(name) couldn’t be moved: \(error)")
        }
    }

    // `rename` alone would be the store's own.
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
