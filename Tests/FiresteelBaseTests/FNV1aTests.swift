import FiresteelBase
import Testing

@Suite("FNV-1a")
struct FNV1aTests {
    @Test(
        "Texts have their published hashes of 64 bits",
        arguments: [
            ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
            ("b", 0xAF63_DF4C_8601_F1A5 as UInt64),
        ])
    func published(_ text: String, _ expected: UInt64) {
        #expect(FNV1a.hash(text.utf8) == expected)
    }

    @Test("The hash of 128 bits is the published one")
    func published128() {
        var hash = FNV1a128()
        #expect(hash.value == 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D)
        hash.write("a")
        #expect(hash.value == 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964)
    }

    @Test("Bytes written in pieces have the hash of the whole")
    func pieces() {
        for _ in 0..<100 {
            let bytes = (0..<Int.random(in: 0...40)).map { _ in UInt8.random(in: .min ... .max) }
            let cut = Int.random(in: 0...bytes.count)
            var hash = FNV1a()
            hash.write(bytes[..<cut])
            for byte in bytes[cut...] { hash.write(byte) }
            #expect(hash.value == FNV1a.hash(bytes))
        }
    }
}
