import FiresteelFlags
import Testing

/// The values of RFC 8949, appendix A, that JSON has as well.
@Suite("Deterministic CBOR")
struct DeterministicCBORTests {
    private func encode(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        guard DeterministicCBOR.encode(value, into: &bytes) else { return "too deep" }
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    @Test(
        "Values have the encodings of RFC 8949, appendix A",
        arguments: [
            (0, "00"), (1, "01"), (10, "0a"), (23, "17"), (24, "1818"), (25, "1819"), (100, "1864"), (1_000, "1903e8"),
            (1_000_000, "1a000f4240"), (1_000_000_000_000, "1b000000e8d4a51000"),
            (.double(18_446_744_073_709_549_568), "1bfffffffffffff800"), (-1, "20"), (-10, "29"), (-100, "3863"),
            (-1_000, "3903e7"), (.int(.min), "3b7fffffffffffffff"), (1.1, "fb3ff199999999999a"), (1.5, "f93e00"),
            (100_000.5, "fa47c35040"), (.double(3.402_823_466_385_288_6e38), "fa7f7fffff"),
            (.double(1.0e300), "fb7e37e43c8800759c"), (.double(5.960_464_477_539_063e-8), "f90001"),
            (.double(0.000_061_035_156_25), "f90400"), (-4.1, "fbc010666666666666"), (.double(.infinity), "f97c00"),
            (.double(.nan), "f97e00"), (.double(-.infinity), "f9fc00"), (false, "f4"), (true, "f5"), (.null, "f6"),
            ("", "60"), ("a", "6161"), ("IETF", "6449455446"), ("\"\\", "62225c"), ("ü", "62c3bc"), ("水", "63e6b0b4"),
            ("\u{10151}", "64f0908591"), ([], "80"), ([1, 2, 3], "83010203"),
            ([1, [2, 3], [4, 5]], "8301820203820405"),
            (
                .array((1...25).map { .int($0) }), "98190102030405060708090a0b0c0d0e0f101112131415161718181819"
            ),
            ([:], "a0"), (["a": 1, "b": [2, 3]], "a26161016162820203"), (["a", ["b": "c"]], "826161a161626163"),
            (
                ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"],
                "a56161614161626142616361436164614461656145"
            ),
        ] as [(JSONValue, String)])
    func appendixA(value: JSONValue, encoding: String) {
        #expect(encode(value) == encoding)
    }

    @Test("A number without a fraction is an integer in every notation")
    func integers() {
        #expect(encode(.double(1)) == encode(.int(1)))
        #expect(encode(.double(-0.0)) == encode(.int(0)))
        #expect(encode(.double(1e18)) == encode(.int(1_000_000_000_000_000_000)))
        #expect(encode(.double(-9_223_372_036_854_775_808)) == encode(.int(.min)))
        #expect(encode(.double(9_223_372_036_854_775_808)) == "1b8000000000000000")
        // Beyond 2⁶⁴ it is a float again.
        #expect(encode(.double(18_446_744_073_709_551_616)) == "fa5f800000")
    }

    @Test("The shortest float that holds a number is taken, below the normal ones as well")
    func floats() {
        #expect(encode(0.5) == "f93800")
        #expect(encode(.double(0.000_060_975_551_605_224_61)) == "f903ff")
        #expect(encode(.double(2.980_232_238_769_531_25e-8)) == "fa33000000")
        #expect(encode(.double(65_504.5)) == "fa477fe080")
        #expect(encode(0.1) == "fb3fb999999999999a")
    }

    @Test("Names are in the order of their encodings: shorter ones first")
    func names() {
        #expect(encode(["aa": 1, "b": 2, "": 3]) == "a360036162026261" + "6101")
    }

    @Test("A value that is nested too deeply is rejected")
    func depth() {
        var value: JSONValue = 1
        for _ in 0..<1_000 { value = [value] }
        #expect(encode(value) == "too deep")
    }

    @Test("Version 3 draws by an array of the flag's key and the targeting key")
    func pair() {
        #expect(
            Bucketing.hashOfPair(flagKey: "flag", targetingKey: "user") == Bucketing.hash(of: ["flag", "user"]))
    }
}
