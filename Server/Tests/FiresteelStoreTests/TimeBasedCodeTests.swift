import FiresteelStore
import Testing

@Suite("Codes of authenticator apps")
struct TimeBasedCodeTests {
    private static let secret = Array("12345678901234567890".utf8)

    @Test(
        "The codes are those of RFC 6238, appendix B",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func vectors(_ seconds: Int64, _ code: String) {
        let app = TimeBasedCode(secret: Self.secret)
        let step = TimeBasedCode.step(at: seconds * 1_000)
        #expect(app.code(at: step, digits: 8) == code)
        #expect(app.code(at: step) == String(code.suffix(6)))
    }

    @Test("A code is accepted one step early or late, and not after a later one was")
    func drift() {
        let app = TimeBasedCode(secret: Self.secret)
        let now: Int64 = 1_111_111_111_000
        let current = TimeBasedCode.step(at: now)
        for difference: Int64 in -3...3 {
            let found = app.step(of: app.code(at: current + difference), at: now, after: 0)
            #expect(found == (abs(difference) <= 1 ? current + difference : nil), "\(difference)")
        }
        let code = app.code(at: current)
        #expect(app.step(of: code, at: now, after: current) == nil)
        #expect(app.step(of: code, at: now, after: current + 1) == nil)
        #expect(app.step(of: " \(code.prefix(3)) \(code.suffix(3))", at: now, after: current - 1) == current)
        for wrong in ["", "1", "12345", "1234567", "abcdef", String(repeating: "0", count: 10_000)] {
            #expect(app.step(of: wrong, at: now, after: 0) == nil)
        }
        #expect(app.step(of: app.code(at: 0), at: 0, after: -1) == 0)
    }

    @Test(
        "Base32 is that of RFC 4648, section 10, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func base32(_ text: String, _ encoded: String) {
        #expect(Base32.encoded(text.utf8) == encoded)
        #expect(Base32.decoded(encoded) == Array(text.utf8))
    }

    @Test(
        "A text that isn't Base32, or isn't its only form, has no bytes",
        arguments: ["M", "MZ", "my", "MY======", "0189"])
    func notBase32(_ text: String) {
        #expect(Base32.decoded(text) == nil)
    }

    @Test("Secrets have 160 random bits, and recovery codes more than 112")
    func randomness() {
        let secrets = (0..<100).map { _ in TimeBasedCode.newSecret() }
        #expect(Set(secrets).count == 100 && secrets.allSatisfy { $0.count == 20 })
        let codes = RecoveryCode.new()
        #expect(Set(codes).count == 10)
        // 24 of 30 characters.
        #expect(codes.allSatisfy { $0.count == 29 && RecoveryCode.hash($0) == RecoveryCode.hash($0.lowercased()) })
        #expect(RecoveryCode.hash("") == nil && RecoveryCode.hash("AAAA-BBBB") == nil)
    }
}
