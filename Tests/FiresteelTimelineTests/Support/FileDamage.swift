import CFiresteelTimeline

@testable import FiresteelTimeline

/// Damage that tests do to the bytes of a run.
enum FileDamage {
    /// Gives the head of a run the checksum that fits it.
    static func seal(_ bytes: inout [UInt8]) {
        let checksum = fst_crc32c(bytes, HeaderField.checksum)
        withUnsafeBytes(of: checksum.littleEndian) {
            bytes.replaceSubrange(HeaderField.checksum..<(HeaderField.checksum + 4), with: $0)
        }
    }
}
