/// Damages whole pages of a file.
///
/// A page has 512 bytes, so that a small input has many.
enum Pages {
    private static let size = 512

    /// Zeros the page that the last byte names, and removes that byte.
    static func zero(_ bytes: inout [UInt8]) {
        guard let page = page(takenFrom: &bytes) else { return }
        for index in page { bytes[index] = 0 }
    }

    /// Swaps the pages that the last two bytes name, and removes these bytes.
    static func swap(_ bytes: inout [UInt8]) {
        guard let first = page(takenFrom: &bytes), let second = page(takenFrom: &bytes),
            first.upperBound <= bytes.count
        else { return }
        for (one, other) in zip(first, second) { bytes.swapAt(one, other) }
    }

    private static func page(takenFrom bytes: inout [UInt8]) -> Range<Int>? {
        guard let number = bytes.popLast(), bytes.count >= size else { return nil }
        let start = Int(number) % (bytes.count / size) * size
        return start..<(start + size)
    }
}
