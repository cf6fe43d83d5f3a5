import FiresteelHTTPServer
import Testing

@testable import FiresteelServer

@Suite("Reading requests of programs")
struct RequestReadingTests {
    @Test(
        "If-None-Match names tags, weak or not, and any",
        arguments: [
            ("\"7-a\"", true), (" W/\"7-a\" ", true), ("\"6-a\", \"7-a\"", true), ("\"6-a\",\tW/\"7-a\"", true),
            ("*", true),
            ("\"6-a\", *", true), ("\"6-a\"", false), ("7-a", false), ("", false), (",", false), ("w/\"7-a\"", false),
            ("\"7-a\"x", false), ("W/W/\"7-a\"", false),
        ])
    func tags(field: String, contains: Bool) {
        #expect(IfNoneMatch.contains("\"7-a\"", in: field) == contains)
    }

    @Test(
        "The highest revision of tags counts, and anything else is 0",
        arguments: [
            ("\"7-d1\"", 7), ("W/\"12-abc-v1-3\", \"9-d1\"", 12), ("\"9-d1\", W/\"12-abc\"", 12), ("*", 0), ("", 0),
            ("\"abc\"", 0), ("\"9223372036854775807-d\"", .max), ("\"9223372036854775808-d\"", 0),
            ("\"99999999999999999999-d\",\"3-d\"", 3), ("\"-5-d\"", 0),
        ] as [(String, Int64)])
    func revision(field: String, revision: Int64) {
        #expect(IfNoneMatch.revision(field) == revision)
        #expect(!IfNoneMatch.contains("", in: nil) && IfNoneMatch.revision(nil) == 0)
    }

    @Test(
        "Base64 for addresses has one text for each sequence of bytes",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        #expect(Base64URL.encoded(text.utf8) == encoded)
        #expect(Base64URL.decoded(encoded) == Array(text.utf8))
    }

    @Test("All bytes are read again, and other texts aren't read", arguments: 0...66)
    func bytes(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 255 - $0 * 37) }
        let text = Base64URL.encoded(bytes)
        #expect(text.utf8.allSatisfy { Set("+/=".utf8).contains($0) == false })
        #expect(Base64URL.decoded(text) == bytes)
        for other in ["\(text)=", "\(text)+", "\(text) ", "\(text)\u{00E9}"] {
            #expect(Base64URL.decoded(other) == nil)
        }
    }

    @Test(
        "A text with bits that no bytes have isn't read", arguments: ["Z", "Zh", "Zm9", "Zm9vY", "Zm9vYh", "Zm9vYmF"])
    func remainders(text: String) {
        #expect(Base64URL.decoded(text) == nil)
    }

    @Test("Identifiers of requests differ, and have 16 hexadecimal digits")
    func identifiers() {
        let identifiers = RequestIdentifiers()
        let all = (0..<10_000).map { _ in identifiers.next() }
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.utf8.count == 16 && UInt64($0, radix: 16) != nil })
        #expect(RequestIdentifiers().next() != RequestIdentifiers().next())
    }

    @Test(
        "A query has the first value of each name, decoded",
        arguments: [
            ("", [:]), ("a=1&b=2&a=3", ["a": "1", "b": "2"]), ("a=x+y%20z&b", ["a": "x y z", "b": ""]),
            ("&&a==b&", ["a": "=b"]), ("%zz=1&a=%", ["a": ""]), ("=1", ["": "1"]),
        ] as [(Substring, [String: String])])
    func query(text: Substring, values: [String: String]) {
        #expect(QueryText.values(of: text) == values)
    }
}
