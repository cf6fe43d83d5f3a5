/// The text of a flag file, which maps bytes to lines and columns.
struct FlagFileText {
    let bytes: [UInt8]
    private let lineStarts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// Returns the line of a byte, from 1.
    func line(of offset: Int) -> Int {
        // Binary search for the first line that begins after the byte.
        var low = 0
        var high = lineStarts.count
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns a diagnostic at a byte.
    func diagnostic(_ severity: FlagFileDiagnostic.Severity = .error, at offset: Int, _ message: String)
        -> FlagFileDiagnostic
    {
        let line = line(of: offset)
        let before = bytes[lineStarts[line - 1]..<min(offset, bytes.count)]
        // Only first bytes are counted, because a column is a character.
        let column = before.count { $0 & 0xC0 != 0x80 } + 1
        return FlagFileDiagnostic(severity: severity, line: line, column: column, message: message)
    }
}
