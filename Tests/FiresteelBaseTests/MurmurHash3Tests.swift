import FiresteelBase
import TestSupport
import Testing

@Suite("MurmurHash3")
struct MurmurHash3Tests {
    private func hash(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
        var hash = MurmurHash3(seed: seed)
        bytes.withUnsafeBufferPointer { hash.write($0) }
        return hash.value
    }

    @Test("The result is the algorithm's verification value for 32-bit x86")
    func verification() {
        let key = (0...255).map { UInt8($0) }
        var hashes: [UInt8] = []
        for length in 0..<256 {
            let value = hash(Array(key[..<length]), seed: UInt32(256 - length))
            for byte in 0..<4 { hashes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))) }
        }
        #expect(hash(hashes) == 0xB0F5_7EE3)
    }

    @Test(
        "Texts have their published hashes",
        arguments: [
            ("", 0, 0), ("", 1, 0x514E_28B7), ("test", 0, 0xBA6B_D213), ("Hello, world!", 0, 0xC036_3E43),
            ("The quick brown fox jumps over the lazy dog", 0, 0x2E4F_F723),
        ] as [(String, UInt32, UInt32)])
    func known(text: String, seed: UInt32, expected: UInt32) {
        #expect(MurmurHash3.hash(text, seed: seed) == expected)
    }

    @Test("Pieces have the hash of the whole, wherever it is cut")
    func pieces() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            var pieces = MurmurHash3()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1..<7, using: &random)))
                rest = rest.dropFirst(piece.count)
                if piece.count == 1 {
                    pieces.write(piece[0])
                } else {
                    piece.withUnsafeBufferPointer { pieces.write($0) }
                }
            }
            #expect(pieces.value == hash(bytes))
        }
    }
}
