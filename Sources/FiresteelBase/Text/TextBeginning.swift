extension String {
    /// Returns the beginning of the text with at most a number of bytes in UTF-8.
    package func beginning(upTo bytes: Int) -> String { self[...].beginning(upTo: bytes) }
}

extension Substring {
    /// Returns the beginning of the text with at most a number of bytes in UTF-8.
    package func beginning(upTo bytes: Int) -> String {
        guard utf8.count > bytes else { return String(self) }
        var end = utf8.index(startIndex, offsetBy: Swift.max(bytes, 0))
        while end > startIndex, utf8.isInsideCharacter(end) { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

extension Collection<UInt8> {
    /// Returns whether a byte continues a character of UTF-8.
    package func isInsideCharacter(_ index: Index) -> Bool { index < endIndex && self[index] & 0xC0 == 0x80 }
}
