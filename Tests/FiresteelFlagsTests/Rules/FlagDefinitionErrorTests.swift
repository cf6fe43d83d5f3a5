import FiresteelFlags
import FlagTesting
import Testing

@Suite("Errors in a flag file have their locations")
struct FlagDefinitionErrorTests {
    /// A file in which one flag has the member, and another one is right.
    private static func file(_ member: String) -> String {
        """
        {
          "flags": {
            "good": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
            "it's": {
              "variants": {"on": true, "off": false}, "note": "ä€😀", \(member)
            }
          }
        }
        """
    }

    @Test("A misspelled variant in a targeting is reported with its place, and the flag works otherwise")
    func misspelledVariants() throws {
        let text = """
            {"$evaluators": {"share": {"fractional": [["on", 1], ["of", 1]]}},
             "flags": {"x": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
              "targeting": {"if": [{"var": "a"}, "onn", {"var": "b"}, {"$ref": "share"}, {"var": "c"}, "other", "on"]}},
             "y": {"state": "ENABLED", "variants": {"1": 1, "true": 2}, "targeting": {"if": [{"var": "a"}, true, false]}},
             "z": {"state": "ENABLED", "variants": {"a": 1}, "targeting": {"cat": ["b", {"var": "x"}]}}}}
            """
        let definitions = try RuleTesting.definitions(text)
        #expect(definitions.errors.isEmpty)
        let expected: [(path: String, name: String, hint: String)] = [
            ("$['$evaluators']['share'].fractional[1][0]", "of", ""),
            ("$.flags['x'].targeting.if[1]", "onn", " Did you mean “on”?"),
            ("$.flags['x'].targeting.if[5]", "other", ""),
            ("$.flags['y'].targeting.if[2]", "false", ""),
        ]
        #expect(definitions.warnings.map(\.path) == expected.map(\.path))
        for (warning, expected) in zip(definitions.warnings, expected) {
            let key = expected.path.contains("'y'") ? "y" : "x"
            #expect(warning.key == key)
            #expect(
                warning.message
                    == "The targeting of “\(key)” returns “\(expected.name)”, which is not a variant of the flag.\(expected.hint)"
            )
        }
        let place = try RuleTesting.place(of: "\"onn\"", in: text)
        #expect(definitions.warnings[1].line == place.line && definitions.warnings[1].column == place.column)
        let rule = try #require(definitions.rule(for: "x"))
        #expect(rule.evaluation("u").outcome == .value(true))
        #expect(rule.evaluation("u", ["a": 1]).code == .general)
    }

    @Test(
        "The error has the JSON path, the line and the column, and the other flags work",
        arguments: [
            (#""x": 1"#, "", "{\n      \"variants\""), (#""state": "ON""#, ".state", "\"ON\""),
            (#""state": true"#, ".state", "true\n"),
            (#""state": "ENABLED", "defaultVariant": "no""#, ".defaultVariant", "\"no\""),
            (#""state": "ENABLED", "defaultVariant": 1"#, ".defaultVariant", "1\n"),
            (#""metadata": {"environments": []}, "state": "ENABLED""#, ".metadata.environments", "[]"),
            (
                #""metadata": {"environments": {"a": "ENABLED", "b": true}}, "state": "ENABLED""#,
                ".metadata.environments['b']", "true}}"
            ),
            (
                #""metadata": {"environments": {"b c": "ON"}}, "state": "ENABLED""#,
                ".metadata.environments['b c']", "\"ON\""
            ),
            (#""state": "ENABLED", "targeting": {"nope": [1]}"#, ".targeting.nope", "{\"nope\""),
            (
                #""state": "ENABLED", "targeting": {"if": [true, {"!": {"no pe": 1}}]}"#,
                ".targeting.if[1]['!']['no pe']",
                "{\"no pe\""
            ),
            (
                #""state": "ENABLED", "targeting": {"and": [{"$ref": "gone"}]}"#, ".targeting.and[0]['$ref']",
                "{\"$ref\""
            ),
            (#""state": "ENABLED", "targeting": {"or": [1, {"*": []}]}"#, ".targeting.or[1]['*']", "{\"*\""),
            (#""state": "ENABLED", "targeting": {"missing_some": 1}"#, ".targeting.missing_some", "{\"missing_some\""),
            (
                #""state": "ENABLED", "targeting": {"fractional": [["on", {"?": 1}]]}"#,
                ".targeting.fractional[0][1]['?']", "{\"?\""
            ),
        ])
    func places(member: String, path: String, part: String) throws {
        let text = Self.file(member)
        let definitions = try RuleTesting.definitions(text)
        try #require(definitions.errors.count == 1, "\(definitions.errors)")
        let fault = definitions.errors[0]
        let place = try RuleTesting.place(of: part, in: text)
        #expect(fault.key == "it's")
        #expect(fault.path.hasPrefix(#"$.flags['it\'s']"# + path), "\(fault)")
        #expect((fault.line, fault.column) == place, "\(fault)")
        #expect(definitions.rule(for: "it's")?.evaluation().code == .parseError)
        #expect(definitions.rule(for: "good")?.evaluation().outcome == .value(true))
        #expect(definitions.keys == ["good", "it's"])
    }

    @Test("A flag that isn't an object, has no variants, or a null one, is an error")
    func shapes() throws {
        let text = """
            {"flags": {"a": 1, "b": {"state": "ENABLED"}, "c": {"state": "ENABLED", "variants": []},
              "d": {"state": "ENABLED", "variants": {"x y": null}}, "e": {"state": "ENABLED", "variants": {}, "metadata": 1}}}
            """
        let faults = try RuleTesting.definitions(text).errors
        #expect(
            faults.map(\.path) == [
                "$.flags['a']", "$.flags['b']", "$.flags['c'].variants", "$.flags['d'].variants['x y']",
                "$.flags['e'].metadata",
            ])
        #expect(faults.map(\.line) == [1, 1, 1, 2, 2])
    }

    @Test("Shared rules that refer to themselves are faults of all that use them")
    func circles() throws {
        let text = """
            {"$evaluators": {"a": {"!": {"$ref": "b"}}, "b": {"!": {"$ref": "a"}}, "c": {"nope": 1}},
             "flags": {"x": {"state": "ENABLED", "variants": {"on": true}, "targeting": {"if": [{"$ref": "a"}, "on"]}},
                       "y": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}}
            """
        let definitions = try RuleTesting.definitions(text)
        #expect(definitions.errors.contains { $0.key == "x" && $0.line == 2 })
        #expect(
            definitions.errors.contains { $0.key == nil && $0.path == "$['$evaluators']['c'].nope" && $0.line == 1 })
        #expect(definitions.rule(for: "x")?.evaluation().code == .parseError)
        #expect(definitions.rule(for: "y")?.evaluation().outcome == .value(true))
    }

    @Test("Flags that are their own ancestors are faults, each at its parent, and keep their rules")
    func parents() throws {
        let text = """
            {"metadata": {"parent": "top"}, "flags": {
              "a": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": "b"}},
              "b": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": "it's"}},
              "it's": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": "a"}},
              "below": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": "a"}},
              "self": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": "self"}},
              "fine": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
              "top": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on", "metadata": {"parent": ""}}}}
            """
        let definitions = try RuleTesting.definitions(text)
        let faults = definitions.errors
        #expect(faults.map(\.key) == ["a", "b", "it's", "self"])
        #expect(
            faults.map(\.path) == [
                "$.flags['a'].metadata.parent", "$.flags['b'].metadata.parent",
                #"$.flags['it\'s'].metadata.parent"#, "$.flags['self'].metadata.parent",
            ])
        #expect(faults.map(\.line) == [2, 3, 4, 6])
        #expect(faults[0].column == 102)
        #expect(
            Set(faults.prefix(3).map(\.message)) == [
                "“a” → “b” → “it's” → “a” are each other's ancestors, so all of them are off. Remove one of the parents."
            ])
        #expect(faults[3].message == "“self” is its own parent, so it is off. Remove the parent.")
        for key in definitions.keys { #expect(definitions.rule(for: key)?.evaluation().outcome == .value(true)) }
    }

    @Test("A shared parent is reported for its flag, and a long cycle is reported shortened")
    func wideCircles() throws {
        let on = #""state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on""#
        let shared = try RuleTesting.definitions(
            "{\"metadata\": {\"parent\": \"a\"}, \"flags\": {\"a\": {\(on)}, \"b\": {\(on)}}}")
        #expect(shared.errors.map(\.path) == ["$.metadata.parent"])
        #expect(shared.errors.map(\.key) == ["a"])
        let flags = (100..<3_100).map { number in
            let parent = number == 3_099 ? 100 : number + 1
            return "\"f\(number)\": {\(on), \"metadata\": {\"parent\": \"f\(parent)\"}}"
        }
        let faults = try RuleTesting.definitions("{\"flags\": {\(flags.joined(separator: ","))}}").errors
        #expect(faults.count == 3_000)
        #expect(faults.allSatisfy { $0.message.utf8.count < 300 && $0.message.contains("…") })
    }

    @Test("Wrong metadata of the file is a fault, and its flags work")
    func metadata() throws {
        for (text, path) in [
            (#"{"metadata": 1, "flags": {"x": {"state": "ENABLED", "variants": {"on": 1}}}}"#, "$.metadata"),
            (
                #"{"metadata": {"fractional": "v9"}, "flags": {"x": {"state": "ENABLED", "variants": {"on": 1}}}}"#,
                "$.metadata.fractional"
            ),
            (
                #"{"metadata": {"environments": {"a": 1}}, "flags": {"x": {"state": "ENABLED", "variants": {"on": 1}}}}"#,
                "$.metadata.environments['a']"
            ),
            (#"{"$evaluators": [], "flags": {"x": {"state": "ENABLED", "variants": {"on": 1}}}}"#, "$['$evaluators']"),
        ] {
            let definitions = try RuleTesting.definitions(text)
            #expect(definitions.errors.map(\.path) == [path])
            #expect(definitions.rule(for: "x")?.evaluation().code == nil)
        }
    }

    @Test("A file that isn't JSON, or has no flags, is rejected as a whole")
    func unreadable() throws {
        #expect(
            throws: FlagDefinitionsError.notJSON(
                JSONError(line: 1, column: 11, message: "Expected a value, found “]”."))
        ) {
            try RuleTesting.definitions(#"{"flags": ]}"#)
        }
        #expect(throws: FlagDefinitionsError.noFlags(line: 1, column: 1)) { try RuleTesting.definitions("[]") }
        #expect(throws: FlagDefinitionsError.noFlags(line: 1, column: 1)) { try RuleTesting.definitions("{}") }
        #expect(throws: FlagDefinitionsError.noKeys(line: 1, column: 11)) {
            try RuleTesting.definitions(#"{"flags": [{"state": "ENABLED"}, 3]}"#)
        }
        #expect(try RuleTesting.definitions(#"{"flags": []}"#).keys.isEmpty)
        #expect(throws: FlagDefinitionsError.noFlags(line: 2, column: 10)) {
            try RuleTesting.definitions("{\n\"flags\": 1}")
        }
    }
}
