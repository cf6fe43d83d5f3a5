import FiresteelBase
import FiresteelFlags
import Testing

@Suite("JSON is read strictly")
struct JSONReadingTests {
    private func read(_ text: String) throws -> JSONValue { try JSONValue(json: Array(text.utf8)) }

    @Test(
        "Values equal those written",
        arguments: [
            ("null", .null), (" true ", true), ("false", false), ("1", .int(1)), ("-0", .int(0)),
            ("1.0", .double(1)), ("1e2", .double(100)), ("-2.5E-1", .double(-0.25)),
            ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("0.1", .double(0.1)),
            ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)), ("5e-324", .double(.leastNonzeroMagnitude)),
            ("123456789012345678901234567890", .double(1.234_567_890_123_456_8e29)),
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e4\u20AC""#, "ä€"),
            (#""\ud83d\ude00""#, "😀"), (#""ä€😀""#, "ä€😀"), (#""\u0000""#, "\0"),
            ("[]", []), ("[1, [true], {}]", [1, [true], [:]]),
            (#"{"a": {"b": null}, "": 0}"#, ["a": ["b": .null], "": 0]),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws {
        #expect(try read(text) == value)
    }

    @Test("A whole number isn't a Boolean, and not another number")
    func kinds() throws {
        #expect(try read("1") != read("true"))
        #expect(try read("1") != read("1.0"))
        #expect(try read("0") != read("false"))
    }

    @Test(
        "Everything outside RFC 8259 is rejected, with its location",
        arguments: [
            ("", 1, 1), ("  ", 1, 3), ("nul", 1, 1), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("{\"a\" 1}", 1, 6),
            ("{a: 1}", 1, 2),
            ("{\"a\": 1,}", 1, 9), ("01", 1, 1), ("-", 1, 2), ("1.", 1, 3), (".5", 1, 1), ("+1", 1, 1), ("1e", 1, 3),
            ("1e400", 1, 1), ("-1e400", 1, 1), ("NaN", 1, 1), ("Infinity", 1, 1), ("'a'", 1, 1), ("\"a", 1, 1),
            ("\"\\x\"", 1, 2), ("\"\\u12g4\"", 1, 2), ("\"\\ud800\"", 1, 2), ("\"\\ude00\"", 1, 2),
            ("\"\\ud800\\u0041\"", 1, 2), ("\"a\nb\"", 1, 3), ("[1] 2", 1, 5), ("[\n  1,\n  tru\n]", 3, 3),
            ("[\"ä€😀\", x]", 1, 9), ("\u{FEFF}1", 1, 1), ("// a\n1", 1, 1), ("[1}", 1, 3), ("]", 1, 1),
        ])
    func refusals(text: String, line: Int, column: Int) throws {
        let error = try #require(throws: JSONError.self) { try read(text) }
        #expect((error.line, error.column) == (line, column), "\(error)")
        #expect(!error.message.isEmpty)
    }

    @Test(
        "Bytes that aren't UTF-8 are rejected",
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue(json: [0x22] + bytes + [0x22]) }
        #expect((error.line, error.column) == (1, 2))
    }

    @Test("A duplicate name in an object is rejected at its second location, in any spelling")
    func duplicates() throws {
        #expect(throws: JSONError.self) { try read(#"{"a": 1, "\u0061": 2}"#) }
        // Two spellings of one character become one key of a dictionary.
        #expect(throws: JSONError.self) { try read("{\"\u{E4}\": 1, \"a\u{308}\": 2}") }
        let many = (0..<40).map { "\"name\($0)\": \($0)" }
        #expect(try read("{\(many.joined(separator: ","))}") != .null)
        let error = try #require(throws: JSONError.self) {
            try read("{\n\(many.joined(separator: ",\n")),\n \"name7\": 0}")
        }
        #expect((error.line, error.column) == (42, 2))
        #expect(error.message.contains("name7"))
    }

    @Test(
        "A member is cut out of an object's text",
        arguments: [
            #"{"cut": {"a": [1]}, "b": 2}"#, #"{"b": "}", "cut": ["},"] } "#, #"{ "cut": 1 }"#,
            #"{"a": {}, "cut": {}, "b": [{}]}"#,
            #"{"a": 1}"#, #"{"a": {"cut": 1}, "\u0063ut": 2}"#, "{}",
        ])
    func cut(text: String) throws {
        var members = try #require(read(text).objectValue)
        members["cut"] = nil
        let document = try JSONDocument(Array(text.utf8))
        #expect(try JSONValue(json: document.bytes(withoutMember: "cut")) == .object(members))
    }

    @Test("Depth and size are bounded")
    func bounds() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(256)) }
        let error = try #require(throws: JSONError.self) { try read(nested(257)) }
        #expect(error.column == 257)
        #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: 1_000_000)) }
        #expect(JSONLimits(depth: 100_000).depth == 256)
        #expect(throws: JSONError.self) { try JSONValue(json: Array("[1,2]".utf8), limits: JSONLimits(bytes: 4)) }
        #expect(throws: JSONError.self) { try JSONValue(json: Array("[[1]]".utf8), limits: JSONLimits(depth: 1)) }
        #expect(throws: JSONError.self) {
            try JSONValue(json: Array("[]".utf8), limits: JSONLimits(bytes: -1, depth: -1))
        }
    }
}
