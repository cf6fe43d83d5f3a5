/// Scans a text into tokens in one pass, without recursion, and rejects everything that RFC 8259 doesn't allow.
///
/// Stricter than RFC 8259 in one point: names in an object must be unique. A duplicate is a mistake, and parsers
/// disagree on which value to use.
struct JSONScanner {
    private struct Open {
        let token: Int
        var count: UInt32 = 0
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let maximumDepth: Int
    var offset = 0
    private(set) var tokens: ContiguousArray<JSONToken> = []
    private var open: [Open] = []

    private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        tokens.reserveCapacity(bytes.count / 8 + 8)
    }

    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, maximumBytes: Int, maximumDepth: Int
    ) throws(JSONScanError) -> ContiguousArray<JSONToken> {
        guard bytes.count <= maximumBytes else {
            throw JSONScanError(0, "The text has \(bytes.count) bytes; the limit is \(maximumBytes).")
        }
        var scanner = JSONScanner(bytes, maximumDepth: maximumDepth)
        try scanner.scan()
        return scanner.tokens
    }

    private mutating func scan() throws(JSONScanError) {
        skipBlanks()
        try scanValue()
        while let container = open.last {
            skipBlanks()
            let isObject = tokens[container.token].kind == .object
            let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
            let byte = next
            if byte == closing {
                offset += 1
                try close(container)
                continue
            }
            if container.count > 0 {
                guard byte == UInt8(ascii: ",") else {
                    throw unexpected(isObject ? "“,” or “}”" : "“,” or “]”")
                }
                offset += 1
                skipBlanks()
                if next == closing { throw JSONScanError(offset, "The comma is followed by no value.") }
            }
            open[open.count - 1].count += 1
            if isObject { try scanName() }
            try scanValue()
        }
        skipBlanks()
        guard offset == bytes.count else { throw JSONScanError(offset, "There is text after the value.") }
    }

    private mutating func close(_ container: Open) throws(JSONScanError) {
        open.removeLast()
        tokens[container.token].payload = UInt64(tokens.count) << 32 | UInt64(container.count)
        if container.count > 1, tokens[container.token].kind == .object {
            try JSONNames.refuseDuplicates(in: container.token, of: tokens, bytes: bytes)
        }
    }

    private mutating func scanName() throws(JSONScanError) {
        guard next == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
        try append(scanText())
        skipBlanks()
        guard next == UInt8(ascii: ":") else { throw unexpected("“:”") }
        offset += 1
        skipBlanks()
    }

    private mutating func scanValue() throws(JSONScanError) {
        switch next {
        case UInt8(ascii: "\""): try append(scanText())
        case UInt8(ascii: "{"): try begin(.object)
        case UInt8(ascii: "["): try begin(.array)
        case UInt8(ascii: "t"): try scanWord("true", .yes)
        case UInt8(ascii: "f"): try scanWord("false", .no)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try append(scanNumber())
        default: throw unexpected("a value")
        }
    }

    private mutating func append(_ token: JSONToken) { tokens.append(token) }

    private mutating func begin(_ kind: JSONToken.Kind) throws(JSONScanError) {
        guard open.count < maximumDepth else {
            throw JSONScanError(offset, "Arrays and objects are nested deeper than \(maximumDepth) levels.")
        }
        open.append(Open(token: tokens.count))
        tokens.append(JSONToken(kind, at: offset))
        offset += 1
    }

    private mutating func scanWord(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONScanError) {
        let length = word.utf8CodeUnitCount
        guard bytes.count - offset >= length,
            (0..<length).allSatisfy({ bytes[offset + $0] == word.utf8Start[$0] })
        else { throw unexpected("a value") }
        tokens.append(JSONToken(kind, at: offset))
        offset += length
    }

    /// The next byte, or 0 at the end; a valid text has no 0 in these places.
    var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    func unexpected(_ expected: String) -> JSONScanError {
        guard offset < bytes.count else {
            return JSONScanError(offset, "Expected \(expected), found the end of the text.")
        }
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return JSONScanError(0, "The text begins with a byte order mark. Save it as UTF-8 without one.")
        }
        let byte = bytes[offset]
        let found = (0x21..<0x7F).contains(byte) ? "“\(Character(UnicodeScalar(byte)))”" : "byte \(byte)"
        return JSONScanError(offset, "Expected \(expected), found \(found).")
    }
}
