#if os(Linux) || os(macOS)
import TestSupport
import Foundation
import Testing

/// The documents by which flagd tests its JSON schemas, with other words and values.
@Suite("firesteel flags lint judges files as flagd's JSON schemas do")
struct FlagsLintSchemaTests {
    private func lint(_ text: String) throws -> Firesteel {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "flags.json").path
        let run = try Firesteel.run(["flags", "lint", file, "--today", "2026-06-01"])
        return Firesteel(
            status: run.status, output: run.output.replacing(file, with: "flags.json"), errors: run.errors)
    }

    /// A file with one flag that has a targeting.
    private func file(_ targeting: String) -> String {
        """
        {"flags": {"deck": {"state": "ENABLED", "variants": {"a": "A", "b": "B"}, "defaultVariant": "a",
        "targeting": \(targeting)}}, "$evaluators": {"staff": {"in": ["@x.org", {"var": ["email"]}]}}}
        """
    }

    private static let flag = #""state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on""#

    @Test(
        "A valid targeting has no error",
        arguments: [
            #"{}"#,
            // Operators of JsonLogic.
            #"{"*": [{"if": [false, "x", true, "y"]}, {"if": [true, "x", "y"]}, {"if": [true, "x"]}, {"if": [true]}]}"#,
            #"{"*": [{"==": [2, 2]}, {"===": [2, 2]}, {"!=": [2, 3]}, {"!==": [2, 3]}, {"!": [false]}, {"!": false}, {"!!": ["1"]}]}"#,
            #"{"*": [{"or": [false, true]}, {"or": [0, "x", false]}, {"and": [true, true]}, {"and": ["x", true, 4]}]}"#,
            #"{"*": [{">": [3, 2]}, {">=": [2, 2]}, {"<": [2, 3]}, {"<=": [2, 2]}, {"<": [2, 3, 4]}, {"<=": [2, 2, 4]}]}"#,
            #"{"*": [{"max": [2, 3, 4]}, {"min": [2, 3, 4]}, {"+": [5, 3]}, {"+": [1, 1, 1]}, {"+": ["2.71"]}]}"#,
            #"{"*": [{"/": [6, 3]}, {"*": [3, 3, 3]}, {"-": [3]}, {"-": [5, 3]}, {"%": [99, 4]}]}"#,
            #"{"*": [{"map": [{"var": "list"}, {"*": [{"var": ""}, 3]}]}, {"filter": [{"var": "list"}, {"%": [{"var": ""}, 3]}]}]}"#,
            #"{"*": [{"reduce": [{"var": "list"}, {"+": [{"var": "current"}, {"var": "accumulator"}]}, 0]}, 1]}"#,
            #"{"*": [{"all": [[2, 3], {">": [{"var": ""}, 1]}]}, {"some": [[-2, 1], {">": [{"var": ""}, 0]}]}]}"#,
            #"{"*": [{"none": [[-2], {">": [{"var": ""}, 0]}]}, {"some": [{"var": "cakes"}, {"==": [{"var": "top"}, "nut"]}]}]}"#,
            #"{"*": [{"merge": [[1], [2, 3]]}, {"merge": [1, [2]]}, {"in": ["Ada", ["Alan", "Ada"]]}, {"in": ["tree", "street"]}]}"#,
            #"{"*": [{"cat": ["a", "b"]}, {"substr": ["firesteel", 4]}, {"substr": ["firesteel", 1, 3]}]}"#,
            #"{"*": [{"missing": ["a", "b"]}, {"missing_some": [1, ["a", "b"]]}]}"#,
            // flagd's own operators.
            #"{"fractional": [{"cat": [{"var": "$flagd.flagKey"}, {"var": "user.id"}]}, ["a", 50], ["b", 50]]}"#,
            #"{"*": [{"fractional": [["a"], ["b", 1]]}, {"fractional": [["a", 30], ["b", 70]]}]}"#,
            #"{"if": [{"starts_with": [{"var": "id"}, "pre"]}, "a", {"if": [{"ends_with": [{"var": "id"}, "post"]}, "b", null]}]}"#,
            #"{"if": [{"sem_ver": [{"var": "version"}, "=", "1.4.0"]}, "a", {"sem_ver": [{"var": "version"}, "^", "3.0.0"]}]}"#,
            #"{"if": [{"sem_ver": [{"var": "version"}, "~", "1.4.0-rc.1+7"]}, "a", "b"]}"#,
            #"{"if": [{">": [{"var": "$flagd.timestamp"}, {"var": "since"}]}, "a", "b"]}"#,
            // Weights and variants of a share.
            #"{"fractional": [["a", {"-": [{"var": "$flagd.timestamp"}, 1750000000]}], ["b", {"-": [1790000000, {"var": "$flagd.timestamp"}]}]]}"#,
            #"{"fractional": [{"var": "email"}, ["a", {"-": [{"var": "$flagd.timestamp"}, 1750000000]}], ["b", 20]]}"#,
            #"{"fractional": [["a", 2], [false, 1], [7, 1], [{"fractional": [["a", 10], ["b", 90]]}, 1]]}"#,
            #"{"fractional": [["a", 1]]}"#,
            // A short “if”, and a shared rule.
            #"{"*": [{"if": [{"===": [{"var": "plan"}, "free"]}]}, {"if": [{"===": [{"var": "plan"}, "free"]}, "b"]}, {"if": [{"$ref": "staff"}]}]}"#,
        ])
    func validTargeting(_ targeting: String) throws {
        let run = try lint(file(targeting))
        #expect(run.status == 0 && !run.output.contains("error:"), "\(run.output)")
    }

    @Test(
        "An invalid targeting has an error at its place",
        arguments: [
            (#"{"fractional": [["a", 30], ["b", 69.5]]}"#, "fractional[1][1]", "A weight is an integer"),
            (#"{"fractional": [["a", 30], ["b", "70"]]}"#, "fractional[1][1]", "A weight is an integer"),
            (#"{"fractional": [["a", 30], ["b", -70]]}"#, "fractional[1][1]", "A weight is an integer"),
            (#"{"fractional": [["a", 30], ["b", null]]}"#, "fractional[1][1]", "A weight is an integer"),
            (#"{"fractional": ["fixed", ["a", 30], ["b", 70]]}"#, "fractional[0]", "A constant as the bucketing key"),
            (#"{"fractional": [3, ["a", 30], ["b", 70]]}"#, "fractional[0]", "A constant as the bucketing key"),
            (#"{"fractional": [{"var": "id"}]}"#, "fractional", "“fractional” has no variant"),
            (#"{"fractional": [["a", 1, 2]]}"#, "fractional[0]", "A share is an array"),
            (
                #"{"if": [{"ends_with": [{"var": "id"}, 4]}, "a", "b"]}"#, "if[0].ends_with[1]",
                "“ends_with” compares texts"
            ),
            (
                #"{"if": [{"starts_with": [7, {"var": "id"}]}, "a", "b"]}"#, "if[0].starts_with[0]",
                "“starts_with” compares texts"
            ),
            (
                #"{"if": [{"starts_with": ["x", "y", "z"]}, "a", "b"]}"#, "if[0].starts_with",
                "“starts_with” has 2 operands"
            ),
            (
                #"{"if": [{"==": [{"var": "$flagd.nope"}, 1]}, "a", "b"]}"#, "if[0]['=='][0].var",
                "There is no “$flagd.nope”."
            ),
            (
                #"{"if": [{"==": [{"var": ["$flagd.nope", 1]}, 1]}, "a"]}"#, "if[0]['=='][0].var[0]",
                "There is no “$flagd.nope”."
            ),
            (
                #"{"if": [{"sem_ver": [{"var": "v"}, "*", "1.4.0"]}, "a", "b"]}"#, "if[0].sem_ver[1]",
                "The second operand"
            ),
            (
                #"{"if": [{"sem_ver": [{"var": "v"}, "=", "1.4.0.1"]}, "a", "b"]}"#, "if[0].sem_ver[2]",
                "Not a version"
            ),
            (#"{"if": [{"sem_ver": [true, "=", "1.4.0"]}, "a", "b"]}"#, "if[0].sem_ver[0]", "Not a version"),
            (#"{"no-operator": [3, 4]}"#, "['no-operator']", "There is no operator"),
            (#"{"==": [1]}"#, "['==']", "“==” has 2 operands in brackets, and here it has 1."),
            (#"{"-": 1}"#, "['-']", "“-” has at least 1 operand in brackets, and here it has one without brackets."),
            (#"{"missing": [1]}"#, "missing", "“missing” has an array of texts"),
            (#"{"log": ["a"]}"#, "log", "The operator “log” isn't in flagd's schema"),
            (#"{"var": "a", "==": [1, 2]}"#, "", "An object in a rule has one operator, and this one has 2."),
            (#""a""#, "", "A rule is an object with an operator."),
            (#"{"rollout": [1750000000, 1760000000]}"#, "rollout", "There is no operator"),
        ])
    func invalidTargeting(_ document: (targeting: String, path: String, message: String)) throws {
        let run = try lint(file(document.targeting))
        #expect(run.status == 1)
        let errors = run.output.split(separator: "\n").filter { $0.contains("error:") }
        try #require(errors.count == 1, "\(run.output)")
        let path = document.path.isEmpty || document.path.hasPrefix("[") ? document.path : "." + document.path
        #expect(errors[0].hasSuffix("[$.flags['deck'].targeting\(path)]"), "\(errors[0])")
        #expect(errors[0].contains("error: \(document.message)"), "\(errors[0])")
        #expect(errors[0].hasPrefix("flags.json:2:"))
    }

    @Test(
        "A valid file has no error",
        arguments: [
            #"{"flags": {"switch": {\#(flag)}}}"#,
            // All types, targeting and shared rules.
            """
            {"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {
              "text": {"state": "ENABLED", "variants": {"x": "X", "y": "Y"}, "defaultVariant": "x"},
              "ratio": {"state": "ENABLED", "variants": {"x": 0.5, "y": 2.5}, "defaultVariant": "y"},
              "count": {"state": "DISABLED", "variants": {"x": 4, "y": 5.5}, "defaultVariant": "x"},
              "object": {"state": "ENABLED", "variants": {"x": {"a": [1]}, "y": {"a": null}}, "defaultVariant": "x"},
              "color": {\(flag), "targeting": {"if": [{"==": [{"var": ["color"]}, "red"]}, "on", "off"]}},
              "shared": {\(flag), "targeting": {"if": [{"$ref": "staff"}, {"fractional": [{"var": "email"}, ["on", 40], ["off", 60]]}, null]}}},
             "$evaluators": {"staff": {"in": ["@x.org", {"var": ["email"]}]}}}
            """,
            // Flags as an array.
            """
            {"flags": [{"key": "switch", \(flag)},
              {"key": "text", "state": "ENABLED", "variants": {"x": "X"}, "defaultVariant": "x", "targeting": {"if": [{"$ref": "staff"}, "x", null]}}],
             "$evaluators": {"staff": {"in": ["@x.org", {"var": ["email"]}]}}}
            """,
            // Default variants that are none.
            #"{"flags": {"switch": {"state": "ENABLED", "variants": {"true": true, "false": false}, "targeting": {"==": [{"var": "a"}, 1]}}}}"#,
            #"{"flags": {"switch": {"state": "ENABLED", "variants": {"true": true, "false": false}, "defaultVariant": null, "targeting": {"==": [{"var": "a"}, 1]}}}}"#,
            // Metadata of the file and of a flag.
            #"{"flags": {"switch": {\#(flag), "metadata": {"bool": false, "text": "x", "number": 2.5, "int": 2}}}, "metadata": {"flagSetId": "x", "version": "2", "bool": true, "int": 3}}"#,
            #"{"flags": {"switch": {\#(flag), "metadata": {"environments": {"production": "DISABLED"}}}}}"#,
            // The largest and the smallest safe integer.
            #"{"flags": {"count": {"state": "ENABLED", "variants": {"a": 9007199254740991, "b": -9007199254740991}, "defaultVariant": "a"}}}"#,
            #"{"flags": {"switch": {\#(flag), "targeting": {"if": [{"ends_with": [{"var": "mail"}, "@x.org"]}, "on"]}}}}"#,
        ])
    func validFile(_ text: String) throws {
        let run = try lint(text)
        #expect(run.status == 0 && !run.output.contains("error:"), "\(run.output)")
    }

    @Test(
        "An invalid file has an error",
        arguments: [
            (
                #"{"flags": {"f": {"state": "ENABLED", "variants": {}, "defaultVariant": "on"}}}"#,
                "The default variant is not a variant"
            ),
            (#"{"flags": {"f": {"state": "ENABLED", "variants": {}}}}"#, "has no variant, so it never has a value."),
            (
                #"{"flags": {"f": {"state": "ENABLED", "variants": {"on": "x"}, "defaultVariant": "on"}, "none": {}}}"#,
                "has no “state”"
            ),
            (#"{"flags": {"f": {"state": "ENABLED", "defaultVariant": "on"}}}"#, "has no “variants”"),
            (
                #"{"flags": {"f": {"state": "ENABLED", "variants": {"on": true, "off": "no"}, "defaultVariant": "on"}}}"#,
                "of several types"
            ),
            (
                #"{"flags": {"f": {"state": "ENABLED", "variants": {"a": 9007199254740992}, "defaultVariant": "a"}}}"#,
                "numbers lose digits"
            ),
            (
                #"{"flags": {"f": {"state": "on", "variants": {"on": true}, "defaultVariant": "on"}}}"#,
                "The flag's state is invalid"
            ),
            (#"{"flags": {"f": {\#(flag), "metadata": {"odd": {"a": "b"}}}}}"#, "The metadata “odd” must be a string"),
            (#"{"flags": {"f": {\#(flag), "metadata": {"odd": ["a"]}}}}"#, "The metadata “odd” must be a string"),
            (#"{"flags": {"f": {\#(flag)}}, "metadata": {"odd": {"a": "b"}}}"#, "The metadata “odd” must be a string"),
            (#"{"flags": {"f": {\#(flag), "targeting": {"no-operator": [3, 4]}}}}"#, "There is no operator"),
            (
                #"{"flags": {"f": {\#(flag)}}, "$evaluators": {"x": {"sem_ver": [{"var": "v"}, "*", "1.0.0"]}}}"#,
                "The second operand of “sem_ver”"
            ),
            (#"{"flags": [{\#(flag)}]}"#, "A flag of an array must have a “key”"),
            (#"{"flags": [{"key": "f", \#(flag)}, {"key": "f", \#(flag)}]}"#, "“f” is defined twice."),
        ])
    func invalidFile(_ document: (text: String, message: String)) throws {
        let run = try lint(document.text)
        #expect(run.status == 1)
        let errors = run.output.split(separator: "\n").filter { $0.contains("error:") }
        #expect(errors.count == 1 && errors.first?.contains(document.message) == true, "\(run.output)")
    }
}
#endif
