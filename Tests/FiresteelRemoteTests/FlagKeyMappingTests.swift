import FiresteelFlags
import FiresteelRemote
import TestSupport
import Testing

@Suite("Keys and the names that servers allow") struct FlagKeyMappingTests {
    private let letters = FlagKeyMapping(.letters(maximum: 256))

    @Test(
        "Names are derived as documented, and can be decoded",
        arguments: [
            ("editor.autosave", "editor__autosave"), ("App/Documents/Sharing", "App___Documents___Sharing"),
            ("new_search", "new_search"), ("a-b", "a____2d_b"), ("1st", "____31_st"), ("a__b", "a____5f5f_b"),
            ("ö", "____c3b6_"), ("_a", "_a"), ("", ""),
        ])
    func names(key: String, name: String) throws {
        #expect(try letters.name(for: key) == name)
        #expect(letters.key(for: name) == key)
    }

    @Test("Different keys have different names, of allowed letters, that lead back", arguments: 0..<20)
    func reversible(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let alphabet = Array("aZ09_._/./-_ ö😀")
        var keys: [String: String] = [:]
        for _ in 0..<500 {
            let key = String(
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                    alphabet[Int.random(in: alphabet.indices, using: &generator)]
                })
            let name = try letters.name(for: key)
            #expect(letters.key(for: name) == key)
            #expect(keys.updateValue(key, forKey: name) ?? key == key)
            #expect(
                name.utf8.allSatisfy { $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) })
            #expect(name.first?.isNumber != true)
        }
    }

    @Test("A name without a key stays unchanged", arguments: ["a____", "a____zz_", "a____61_b", "9a", "a_____"])
    func foreign(name: String) { #expect(letters.key(for: name) == name) }

    @Test("Canonically equivalent keys have one name, and names of both lead to one key")
    func equivalent() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(try letters.name(for: decomposed) == "caf____c3a9_")
        #expect(try letters.name(for: composed) == "caf____c3a9_")
        #expect(letters.key(for: "caf____c3a9_") == composed)
        #expect(letters.key(for: "cafe____cc81_") == composed)
    }

    @Test("A name that is too long is rejected")
    func tooLong() throws {
        let short = FlagKeyMapping(.letters(maximum: 8))
        #expect(try short.name(for: "abcdefgh") == "abcdefgh")
        #expect(throws: FlagError.self) { try short.name(for: "abcdefg.") }
    }

    @Test("An explicit name has precedence, and collisions with it are rejected")
    func byHand() throws {
        let mapping = try FlagKeyMapping(.letters(maximum: 256), names: ["editor.autosave": "autosave"])
        #expect(try mapping.name(for: "editor.autosave") == "autosave")
        #expect(mapping.key(for: "autosave") == "editor.autosave")
        #expect(throws: FlagError.self) { try mapping.name(for: "autosave") }
        // The key's derived name belongs to no key.
        #expect(mapping.key(for: "editor__autosave") == "editor__autosave")
        #expect(throws: FlagError.self) { try FlagKeyMapping(.same, names: ["a": "x", "b": "x"]) }
    }
}
