/// A place in a text, counted only once somebody asks: reading keeps offsets, which cost nothing.
struct JSONPosition {
    private(set) var line: Int
    private(set) var column: Int

    /// The place of a byte.
    ///
    /// A pass over all bytes before it.
    init(of offset: Int, in bytes: [UInt8]) {
        self = Self.start
        advance(over: bytes[..<min(offset, bytes.count)])
    }

    /// The places of bytes that are in order.
    ///
    /// One pass for all of them.
    static func positions(of offsets: [Int], in bytes: [UInt8]) -> [JSONPosition] {
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
                // Only first bytes count: a column is a character, not a byte.
                column += 1
            }
        }
    }
}

/// What is wrong with a text at a byte of it, before anybody counted lines.
struct JSONScanError: Error {
    let offset: Int
    let message: String

    init(_ offset: Int, _ message: String) {
        self.offset = offset
        self.message = message
    }

    func error(in bytes: [UInt8]) -> JSONError {
        let position = JSONPosition(of: offset, in: bytes)
        return JSONError(line: position.line, column: position.column, message: message)
    }
}
