import FlagAccessors
import Testing

@Suite("The three formats")
struct FormatTests {
    @Test(
        "A flagd flag has the type that accepts all its variants",
        arguments: [
            ("{\"a\": true, \"b\": false}", "a", "Bool", "true"), ("{\"a\": 1, \"b\": 2}", "b", "Int", "2"),
            ("{\"a\": 1, \"b\": 0.5}", "a", "Double", "1.0"), ("{\"a\": \"x\"}", "a", "String", "\"x\""),
            ("{\"a\": [1, 2], \"b\": [0.5]}", "a", "[Double]", "[1.0, 2.0]"),
            ("{\"a\": [1, \"x\"]}", "a", "[JSONValue]", "[.int(1), .string(\"x\")]"),
            ("{\"a\": [], \"b\": [1]}", "a", "[JSONValue]", "[]"),
            (
                "{\"a\": {\"z\": null, \"b\": [1.5]}, \"b\": {}}", "a", "JSONValue",
                ".object([\"b\": .array([.double(1.5)]), \"z\": .null])"
            ),
            ("{\"a\": -9223372036854775808}", "a", "Int", "-9223372036854775808"),
            ("{\"a\": 1e300}", "a", "Double", "1e+300"),
        ])
    func flagdTypes(variants: String, name: String, type: String, value: String) throws {
        let source = try accessors(
            "{\"flags\": {\"x\": {\"variants\": \(variants), \"defaultVariant\": \"\(name)\"}}}"
        ).source
        #expect(source.contains("let x = Flag<\(type)>(\n        \"x\", default: \(value), file"))
    }

    @Test("A flagd flag without a default variant has the default that its metadata gives")
    func flagdDefault() throws {
        let source = try accessors(
            """
            {"flags": {"x": {"variants": {"a": 1}, "defaultVariant": null, "metadata": {"default": 7}}}}
            """
        ).source
        #expect(source.contains("default: 7"))
    }

    @Test("JustTweak's titles, descriptions, groups and names are kept")
    func justTweak() throws {
        let source = try lines(
            """
            {"search": {
                "a": {"Title": "T", "Description": "D", "Group": "G", "GeneratedPropertyName": "given", "Value": "v"},
                "b": {"Title": "T", "Value": 2}
            }}
            """)
        #expect(
            Array(source[12..<26]) == [
                "    struct SearchFlags: FlagContainer {",
                "        /// D",
                "        ///",
                "        /// The flag “search.a”.",
                "        ///",
                "        /// - Title: T",
                "        /// - Group: G",
                "        let given = Flag<String>(",
                "            \"search.a\", default: \"v\", description: \"D\", file: \"App.flags.json\", line: 2)",
                "",
                "        /// T",
                "        ///",
                "        /// The flag “search.b”.",
                "        let b = Flag<Int>(",
            ])
    }

    @Test("A feature of JustTweak stays one feature, whatever dots its name has")
    func dottedFeature() throws {
        let source = try accessors("{\"a.b\": {\"c.d\": {\"Value\": 1}}}").source
        #expect(source.contains("    let aB = ABFlags()\n"))
        #expect(source.contains("        let cD = Flag<Int>(\n            \"a.b.c.d\", default: 1"))
    }

    @Test("A feature of JustTweak may be called “flags”")
    func featureNamedFlags() throws {
        let source = try accessors("{\"flags\": {\"a\": {\"Value\": 1}}}").source
        #expect(source.contains("\"flags.a\", default: 1"))
    }

    @Test(
        "Toggles' values have the types of their keys",
        arguments: [
            ("\"bool\": true", "Bool", "true"), ("\"int\": 3", "Int", "3"), ("\"number\": 3", "Double", "3.0"),
            ("\"string\": \"s\"", "String", "\"s\""), ("\"secure\": \"s\"", "String", "\"s\""),
            ("\"object\": {\"a\": 1}", "JSONValue", ".object([\"a\": .int(1)])"),
            ("\"object\": [1]", "JSONValue", ".array([.int(1)])"),
        ])
    func toggleTypes(value: String, type: String, literal: String) throws {
        let source = try accessors("{\"toggles\": [{\"variable\": \"x\", \(value)}]}").source
        #expect(source.contains("let x = Flag<\(type)>(\n        \"x\", default: \(literal), file"))
    }

    @Test("Toggles' descriptions, groups and names are kept, and an encrypted text is called one")
    func toggleMetadata() throws {
        let source = try lines(
            """
            {"toggles": [{"variable": "x", "secure": "s",
                "metadata": {"description": "D", "group": "G", "propertyName": "given"}}]}
            """)
        #expect(
            Array(source[6..<13]) == [
                "    /// D",
                "    ///",
                "    /// The flag “x”.",
                "    ///",
                "    /// - Group: G",
                "    /// - The text is encrypted, in the file and here.",
                "    let given = Flag<String>(",
            ])
    }
}
