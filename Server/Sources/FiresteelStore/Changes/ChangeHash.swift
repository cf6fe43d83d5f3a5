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
        var hash = SHA256()
        let texts = [
            previous, program, String(number), id, String(time), kind, author, authorName, source, reason,
            perform, body,
        ]
        for text in texts {
            let bytes = Array(text.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        return hexadecimal(hash.finalize())
    }

    /// Returns bytes in hexadecimal digits.
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
