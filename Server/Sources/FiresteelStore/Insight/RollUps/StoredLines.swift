/// Lines whose parts are separated by tabs, as sessions and units are stored.
///
/// Bytes, since texts that are put together take several times as long.
struct StoredLines {
    private var bytes: [UInt8] = []

    /// The lines.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Begins a line with the letter of its kind.
    mutating func begin(_ kind: Unicode.Scalar) { bytes.append(UInt8(ascii: kind)) }

    /// Adds a part, or several with tabs between.
    mutating func add(_ part: String) {
        bytes.append(UInt8(ascii: "\t"))
        bytes.append(contentsOf: part.utf8)
    }

    mutating func add(_ number: Int64) {
        bytes.append(UInt8(ascii: "\t"))
        if (0..<10).contains(number) {
            bytes.append(UInt8(ascii: "0") + UInt8(number))
        } else {
            bytes.append(contentsOf: String(number).utf8)
        }
    }

    /// Adds a number, or an empty part for `nil`.
    mutating func add(_ number: Int64?) {
        if let number { add(number) } else { bytes.append(UInt8(ascii: "\t")) }
    }

    /// Returns the second and the third part of a line as they are stored, which is a name of two parts.
    static func name(in parts: [Substring]) -> String {
        String(parts[1].base[parts[1].startIndex..<parts[2].endIndex])
    }

    mutating func end() { bytes.append(UInt8(ascii: "\n")) }
}
