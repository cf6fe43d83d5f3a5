import FlagAccessors
import Testing

@Suite("The source of accessors")
struct SourceTests {
    @Test("All of flagd's metadata is passed to the flag")
    func everything() throws {
        let source = try lines(
            """
            {"flags": {
                "checkout": {
                    "variants": {"on": true, "off": false}, "defaultVariant": "off",
                    "metadata": {
                        "description": "The new checkout.\\n\\nOn one page.", "owner": "Shop", "expires": "2030-12-31",
                        "kind": "experiment", "local": "staging,development", "parent": "shop", "exclusionGroup": "tests",
                        "exclusionPriority": -2
                    }
                }
            }}
            """)
        #expect(
            Array(source[5...]) == [
                "struct AppFlags: FlagContainer {",
                "    /// The new checkout.",
                "    ///",
                "    /// On one page.",
                "    ///",
                "    /// The flag “checkout”.",
                "    let checkout = Flag<Bool>(",
                """
                        "checkout", default: false, description: "The new checkout.\\n\\nOn one page.", owner: "Shop", \
                expires: FlagDate("2030-12-31"), kind: .experiment, local: .on(in: \
                [FlagEnvironment(rawValue: "development"), FlagEnvironment(rawValue: "staging")]), parent: "shop", \
                exclusionGroup: "tests", exclusionPriority: -2, file: "App.flags.json", line: 2)
                """,
                "",
                "    init() {}",
                "}",
                "",
            ])
    }

    @Test("Only the file's contents matter, not their order")
    func order() throws {
        let keys = ["b", "a", "C", "é", "a.b", "a.a", "z.y.x"]
        func source(_ keys: [String]) throws -> String {
            let toggles = keys.map { "{\"variable\": \"\($0)\", \"bool\": true}" }
            return try accessors("{\"toggles\": [\(toggles.joined(separator: ","))]}").source
        }
        let expected = try source(keys)
        for other in [keys, keys.reversed(), keys.sorted()] {
            let written = try source(other)
            #expect(written == expected)
        }
    }

    @Test("All accessors have the access level", arguments: [AccessLevel.package, .public])
    func access(level: AccessLevel) throws {
        let source = try accessors(toggles("a", "b.c"), access: level).source
        for line in [
            "\(level) import FiresteelFlags", "\(level) struct AppFlags: FlagContainer {",
            "    \(level) let a = Flag<Bool>(",
            "    \(level) let b = BFlags()", "    \(level) init() {}", "    \(level) struct BFlags: FlagContainer {",
            "        \(level) let c = Flag<Bool>(", "        \(level) init() {}",
        ] {
            #expect(source.contains("\n\(line)\n"), "\(line)")
        }
    }

    @Test("A text can't end its literal, and keeps every character")
    func textEscapes() throws {
        let source = try accessors(
            #"{"toggles": [{"variable": "a", "string": "\"\\(x) \n\r\t\u0000\u2028\u202e\u00a0é👍"}]}"#
        ).source
        let literal = #""\"\\(x) \n\r\t\u{0}\u{2028}\u{202E}\u{A0}é👍""#
        #expect(source.contains("default: \(literal), file"))
    }

    @Test("A description can't end its comment, nor display as another text")
    func commentEscapes() throws {
        let source = try lines(
            #"""
            {"toggles": [
                {"variable": "a", "bool": true, "metadata": {"description": "One */ }\nfatalError()\r\nlet x\u2028y\u202e\u0007."}}
            ]}
            """#)
        #expect(source.contains("    /// One */ }"))
        #expect(source.contains("    /// fatalError()"))
        #expect(source.contains("    /// let x"))
        #expect(source.contains("    /// y  ."))
        for line in source where line.contains("fatalError") && !line.contains("description: ") {
            #expect(line.hasPrefix("    ///"))
        }
    }

    @Test("A file's name can't leave its comment either")
    func fileName() throws {
        let source = try lines(toggles("a"), named: "x\nfatalError().flags.json")
        #expect(
            source[0]
                == "// Generated from x fatalError().flags.json. Don't edit: changes are overwritten. Edit that file instead."
        )
        #expect(source[5] == "struct XFatalErrorFlags: FlagContainer {")
    }

    @Test("A file without flags has an empty container")
    func noFlags() throws {
        #expect(
            try Array(lines("{\"flags\": {}}")[5...]) == ["struct AppFlags: FlagContainer {", "    init() {}", "}", ""])
    }
}
