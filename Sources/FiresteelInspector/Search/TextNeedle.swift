import FiresteelHTTPServer

/// A text that is searched for, without regard to upper and lower case.
struct TextNeedle: Hashable, Sendable {
    let text: String
    /// The text in lower case, if it is ASCII: then bytes are compared without creating strings.
    private let ascii: [UInt8]?

    /// Creates a needle; `nil` for a blank text, which would match everything.
    init?(_ text: String?) {
        guard let text else { return nil }
        let trimmed = String(Substring(text).trimmed)
        guard !trimmed.isEmpty else { return nil }
        self.text = trimmed.lowercased()
        ascii = trimmed.utf8.allSatisfy { $0 < 0x80 } ? trimmed.utf8.map(Self.lowercased) : nil
    }

    /// Returns whether a text contains it.
    func isIn(_ text: String) -> Bool {
        guard ascii != nil else { return text.lowercased().contains(self.text) }
        var text = text
        return text.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
    }

    /// Returns whether UTF-8 contains it.
    func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let ascii else { return String(decoding: bytes, as: UTF8.self).lowercased().contains(text) }
        return ascii.withUnsafeBufferPointer { needle in
            guard bytes.count >= needle.count else { return false }
            let first = needle[0]
            var start = 0
            while start <= bytes.count - needle.count {
                if Self.lowercased(bytes[start]) == first {
                    var index = 1
                    while index < needle.count, Self.lowercased(bytes[start + index]) == needle[index] { index += 1 }
                    if index == needle.count { return true }
                }
                start += 1
            }
            return false
        }
    }

    @inline(__always)
    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

/// The texts of which one must occur in a name, and those that may not.
struct NameCondition: Hashable, Sendable {
    private let wanted: [TextNeedle]
    private let excluded: [TextNeedle]

    /// Creates a condition; `nil` without texts, which every name meets.
    init?(wanted: [String], excluded: [String]) {
        self.wanted = wanted.compactMap { TextNeedle($0) }
        self.excluded = excluded.compactMap { TextNeedle($0) }
        if self.wanted.isEmpty && self.excluded.isEmpty { return nil }
    }

    /// Returns whether the names of one thing meet the condition.
    func isMet(by names: [String]) -> Bool {
        if names.contains(where: { name in excluded.contains { $0.isIn(name) } }) { return false }
        return wanted.isEmpty || names.contains { name in wanted.contains { $0.isIn(name) } }
    }
}
