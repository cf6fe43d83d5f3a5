/// A position in a text, counted on demand: parsing stores only offsets, at no cost.
package struct JSONPosition {
    package private(set) var line: Int
    package private(set) var column: Int

    /// Creates the position of a byte.
    ///
    /// Costs a pass over all bytes before it.
    package init(of offset: Int, in bytes: [UInt8]) {
        self = Self.start
        advance(over: bytes[..<min(offset, bytes.count)])
    }

    /// Returns the positions of bytes in ascending order.
    ///
    /// Costs one pass for all of them.
    package static func positions(of offsets: [Int], in bytes: [UInt8]) -> [JSONPosition] {
        var position = Self.start
        var done = 0
        return offsets.map { offset in
            let end = min(max(offset, done), bytes.count)
            position.advance(over: bytes[done..<end])
            done = end
            return position
        }
    }

    private static let start = JSONPosition(line: 1, column: 1)

    private init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    private mutating func advance(over bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                // Only leading bytes count: a column is a character, not a byte.
                column += 1
            }
        }
    }
}
