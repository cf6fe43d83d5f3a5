import Crypto

/// The hash that chains a program's changes.
///
/// SHA-256 over the change's stored texts, each preceded by its length in bytes as eight bytes, big-endian, so that no two
/// changes have the same input. The first text is the hash of the change before.
enum ChangeHash {
    static func of(
        previous: String, program: String, number: Int64, id: String, time: Int64, kind: String, author: String,
        authorName: String, source: String, reason: String, perform: String, body: String
    ) -> String {
        of([
            previous, program, String(number), id, String(time), kind, author, authorName, source, reason,
            perform, body,
        ])
    }

    /// Returns the hash of texts, the first of which is the preceding hash.
    static func of(_ texts: [String]) -> String {
        var hash = SHA256()
        for text in texts {
            let bytes = Array(text.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        return hexadecimal(hash.finalize())
    }

    /// Returns bytes in hexadecimal digits.
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(bytes.underestimatedCount * 2)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
