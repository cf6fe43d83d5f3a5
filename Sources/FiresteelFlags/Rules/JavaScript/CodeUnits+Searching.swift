extension CodeUnits {
    /// Returns whether a text contains another, and the number of compared bytes.
    ///
    /// - Parameter limit: The maximum number of bytes to compare. Beyond it, the result is meaningless.
    static func find(_ needle: String, in text: String, limit: Int) -> (isThere: Bool, compared: Int) {
        withBytes(text) { text in
            withBytes(needle) { needle in
                guard let first = needle.first else { return (true, 0) }
                var compared = 0
                var start = 0
                while start + needle.count <= text.count {
                    compared += 1
                    if text[start] == first {
                        var index = 1
                        while index < needle.count, text[start + index] == needle[index] { index += 1 }
                        compared += index
                        if index == needle.count { return (true, compared) }
                    }
                    if compared > limit { return (false, limit + 64) }
                    start += 1
                }
                return (false, compared)
            }
        }
    }

    static func begins(_ text: String, with prefix: String) -> Bool {
        withBytes(text) { text in
            withBytes(prefix) { $0.count <= text.count && areEqual(.init(rebasing: text.prefix($0.count)), $0) }
        }
    }

    static func ends(_ text: String, with suffix: String) -> Bool {
        withBytes(text) { text in
            withBytes(suffix) { $0.count <= text.count && areEqual(.init(rebasing: text.suffix($0.count)), $0) }
        }
    }

    /// JavaScript's `substr`: counted in UTF-16, from the end if the start is negative.
    ///
    /// An unpaired half of a surrogate pair becomes U+FFFD.
    static func cut(_ text: String, from start: Double, count: Double) -> String {
        let length = Double(text.utf16.count)
        let begin = start < 0 ? max(length + start, 0) : min(start, length)
        let end = min(begin + max(count, 0), length)
        guard begin < end else { return "" }
        let units = text.utf16
        let lower = units.index(units.startIndex, offsetBy: Int(begin))
        let upper = units.index(lower, offsetBy: Int(end - begin))
        return String(decoding: units[lower..<upper], as: UTF16.self)
    }
}
