package import struct Foundation.Date

/// A document as it was read: its text, and by which version a later save knows whether the file has changed since.
package struct Document: Hashable, Sendable {
    package let name: DocumentName
    package let text: String
    package let version: DocumentVersion
    /// When the file was last written.
    package let modified: Date
}

/// A document as a list shows it.
package struct DocumentSummary: Hashable, Sendable {
    package let name: DocumentName
    package let bytes: Int
    package let modified: Date
    /// In an answer to a search, the line that was found, at most 160 characters of it.
    package var excerpt: String?
}

/// What a file held when it was read: a number computed from all of its bytes.
///
/// Two texts that differ have different versions but for a chance of about one in 2⁶⁴. That keeps people from overwriting
/// each other's work by accident; it is no protection against somebody who constructs a text on purpose.
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

    /// Reads a version that ``description`` wrote; `nil` where it isn't one.
    package init?(_ description: String) {
        guard description.utf8.count <= 16, let hash = UInt64(description, radix: 16) else { return nil }
        self.hash = hash
    }

    package var description: String { String(hash, radix: 16) }
}
