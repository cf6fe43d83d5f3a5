/// Finds the position at which a text is truncated.
enum TextCut {
    /// Returns the length of the longest prefix of `text` with at most `limit` bytes that ends between characters.
    ///
    /// Characters are those of Unicode's scalars, joined with a variation selector, a zero-width joiner or a combining
    /// mark that follows: the boundaries of user-perceived characters need tables that are too slow for this path.
    static func length(of text: UnsafeRawBufferPointer, within limit: Int) -> Int {
        guard text.count > limit else { return text.count }
        guard limit > 0 else { return 0 }
        var end = limit
        while end > 0, isContinuation(text[end]) { end -= 1 }
        // The number of steps is limited: a text that consists only of marks is cut between two of them.
        var steps = 0
        while end > 0, steps < 8, joins(text, before: end) {
            end -= 1
            while end > 0, isContinuation(text[end]) { end -= 1 }
            steps += 1
        }
        return end
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    /// Returns whether the scalar at `index` belongs to the one before it, or that one requires a following scalar.
    private static func joins(_ text: UnsafeRawBufferPointer, before index: Int) -> Bool {
        if index + 2 < text.count, text[index] == 0xE2, text[index + 1] == 0x80, text[index + 2] == 0x8D { return true }
        if index + 2 < text.count, text[index] == 0xEF, text[index + 1] == 0xB8, text[index + 2] & 0xF0 == 0x80 {
            return true
        }
        if index + 1 < text.count, text[index] == 0xCC || (text[index] == 0xCD && text[index + 1] < 0xB0) {
            return true
        }
        if index >= 3, text[index - 3] == 0xE2, text[index - 2] == 0x80, text[index - 1] == 0x8D { return true }
        return false
    }
}
