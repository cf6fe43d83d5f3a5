/// Repairs checksums, implemented from `docs/journal-format.md` independently of the library.
enum Repair {
    static func header(_ bytes: inout [UInt8]) {
        guard bytes.count >= 1024 else { return }
        store(checksum(bytes[..<1020]), at: 1020, in: &bytes)
    }

    /// Repairs all non-empty slots of the table and the ring.
    static func slots(_ bytes: inout [UInt8]) {
        var offset = min(word(48 - 8, in: bytes), bytes.count)
        while offset >= 0, offset + 128 <= bytes.count {
            if bytes[offset..<(offset + 8)].contains(where: { $0 != 0 }) {
                let sequence = UInt64(truncatingIfNeeded: word(offset, in: bytes)) >> 1
                var covered = (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (8 * $0)) }
                covered += bytes[(offset + 12)..<(offset + 128)]
                store(checksum(covered[...]), at: offset + 8, in: &bytes)
            }
            offset += 128
        }
    }

    /// Repairs the names up to the first one that exceeds the region.
    static func names(_ bytes: inout [UInt8]) {
        var offset = 4096
        while offset + 24 <= bytes.count {
            let length = Int(bytes[offset + 4]) | Int(bytes[offset + 5]) << 8
            let size = (24 + length + 7) & ~7
            guard length > 0, offset + size <= bytes.count else { return }
            store(checksum(bytes[(offset + 4)..<(offset + size)]), at: offset, in: &bytes)
            offset += size
        }
    }

    private static func word(_ offset: Int, in bytes: [UInt8]) -> Int {
        guard offset + 8 <= bytes.count else { return .max }
        return Int(
            truncatingIfNeeded: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) })
    }

    private static func store(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index))) }
    }

    /// Computes CRC-32C bitwise.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
        return crc ^ 0xFFFF_FFFF
    }
}
