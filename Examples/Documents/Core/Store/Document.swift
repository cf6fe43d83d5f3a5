package import struct Foundation.Date

/// A document as read, with the version that detects later changes of its file.
package struct Document: Hashable, Sendable {
    package let name: DocumentName
    package let text: String
    package let version: DocumentVersion
    /// The time of the file's last modification.
    package let modified: Date
}

/// A document in a list.
package struct DocumentSummary: Hashable, Sendable {
    package let name: DocumentName
    package let bytes: Int
    package let modified: Date
    /// The matching line of a search result, up to 160 characters.
    package var excerpt: String?
}

/// The version of a document: a hash of its text.
///
/// Different texts have the same version with a probability of about 2⁻⁶⁴. This prevents users from overwriting each
/// other's changes by accident. It doesn't protect against texts constructed for the same hash.
package struct DocumentVersion: Hashable, Sendable, CustomStringConvertible {
    let hash: UInt64

    /// Computes the version of a text.
    ///
    /// Linear in its length.
    package init(of text: String) {
        // FNV-1a with 64 bits (Fowler, Noll, Vo).
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        self.hash = hash
    }

    /// Parses a version written by ``description``; `nil` if it isn't valid.
    package init?(_ description: String) {
        guard description.utf8.count <= 16, let hash = UInt64(description, radix: 16) else { return nil }
        self.hash = hash
    }

    package var description: String { String(hash, radix: 16) }
}
