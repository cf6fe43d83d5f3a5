/// A case-insensitive search text.
struct TextSearch {
    private let needle: [UInt8]

    init(_ text: String) {
        needle = Array(text.lowercased().utf8)
    }

    /// Returns whether the text occurs in another.
    func isIn(_ text: String) -> Bool {
        guard !needle.isEmpty else { return true }
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        // Only ASCII letters keep their length when their case changes.
        var text = isPlain ? text : text.lowercased()
        return text.withUTF8 { haystack in
            guard haystack.count >= needle.count else { return false }
            for start in 0...(haystack.count - needle.count) where matches(haystack, at: start) {
                return true
            }
            return false
        }
    }

    private func matches(_ haystack: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for index in needle.indices {
            let byte = haystack[start + index]
            let lower = byte >= 65 && byte <= 90 ? byte | 32 : byte
            if lower != needle[index] { return false }
        }
        return true
    }
}
