/// Numbers and bytes in hexadecimal digits.
package enum Hexadecimal {
    /// Returns bytes as two digits each, in lower case.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Returns a number as 16 digits, in lower case.
    package static func text(_ value: UInt64) -> String {
        withUnsafeBytes(of: value.bigEndian) { text($0) }
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
