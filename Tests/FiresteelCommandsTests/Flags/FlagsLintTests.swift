#if os(Linux) || os(macOS)
import TestSupport
import Foundation
import Testing

@Suite("firesteel flags lint")
struct FlagsLintTests {
    private func lint(_ text: String, _ arguments: String...) throws -> Firesteel {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "flags.json").path
        let run = try Firesteel.run(["flags", "lint", file, "--today", "2026-06-01"] + arguments)
        return Firesteel(
            status: run.status, output: run.output.replacing(file, with: "flags.json"),
            errors: run.errors.replacing(file, with: "flags.json"))
    }

    @Test("Every error of flagd's definitions is reported with file, line, column and path")
    func definitions() throws {
        let run = try lint(
            """
            {
              "flags": {
                "broken": {"state": "ON", "variants": {"on": true}},
                "café": {"state": "ENABLED", "variants": {"on": true, "off": false, "spare": true},
                  "defaultVariant": "off", "targetting": {},
                  "targeting": {"if": [{"$ref": "staff"}, "on", null]},
                  "metadata": {"expires": "2026-01-31", "owner": "Ada", "kind": "odd", "parent": "missing"}},
                "rule": {"state": "ENABLED", "variants": {"on": true}, "targeting": {"nope": []}}
              },
              "$evaluators": {"staff": {"in": ["@x", {"var": "email"}]}, "idle": {"==": [1, 1]}},
              "extra": 1
            }
            """)
        #expect(run.status == 1)
        #expect(run.output == Self.definitions)
        #expect(run.errors == "2 errors, 7 warnings.\n")
    }

    static let definitions = """
        flags.json:3:25: error: The flag's state is invalid. Use “ENABLED” or “DISABLED”. [$.flags['broken'].state]
        flags.json:4:73: warning: No user gets the variant “spare” of “café”: it is neither the default nor a result of its targeting. [$.flags['café'].variants['spare']]
        flags.json:5:32: warning: “targetting” is unknown in a flag. Did you mean “targeting”? [$.flags['café'].targetting]
        flags.json:7:31: warning: “café” expired on 2026-01-31. Ask Ada. [$.flags['café'].metadata.expires]
        flags.json:7:69: warning: “kind” must be one of “release”, “experiment”, “operational”, “permission”, “configuration”. [$.flags['café'].metadata.kind]
        flags.json:7:86: warning: The parent of “café” is not in this file. “café” is off unless a provider defines the parent. [$.flags['café'].metadata.parent]
        flags.json:8:73: error: There is no operator “nope”. [$.flags['rule'].targeting.nope]
        flags.json:10:62: warning: No flag refers to the shared rule “idle”. [$['$evaluators']['idle']]
        flags.json:11:3: warning: “extra” is unknown in a file of definitions. [$.extra]

        """

    @Test("Cycles of parents, and invalid states of environments, are errors")
    func metadata() throws {
        let flag = #""state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on""#
        let run = try lint(
            """
            {"flags": {
              "a": {\(flag), "metadata": {"parent": "b"}},
              "b": {\(flag), "metadata": {"parent": "a", "environments": {"production": "DISABLED"}}},
              "c": {\(flag), "metadata": {"environments": {"production": "OFF"}}}
            }}
            """)
        #expect(run.status == 1)
        #expect(
            run.output == """
                flags.json:2:102: error: “a” → “b” → “a” are each other's ancestors, so all of them are off. Remove one of the parents. [$.flags['a'].metadata.parent]
                flags.json:3:102: error: “a” → “b” → “a” are each other's ancestors, so all of them are off. Remove one of the parents. [$.flags['b'].metadata.parent]
                flags.json:4:123: error: The state in an environment is invalid. Use “ENABLED” or “DISABLED”. [$.flags['c'].metadata.environments['production']]

                """)
    }

    @Test("It reports success and ends with 0")
    func tidy() throws {
        let run = try lint(
            #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on", "targeting": {"if": [{"var": "x"}, "off"]}}}}"#
        )
        #expect(run == Firesteel(status: 0, output: "", errors: "No findings.\n"))
    }

    @Test(
        "Variants that a rule may compute are not reported as unused",
        arguments: [
            #"{"var": "plan"}"#, #"{"cat": ["o", {"var": "x"}]}"#, #"{"if": [true, {"var": "x"}]}"#,
            #"{"fractional": [["on", 50], ["off", 50]]}"#, #"{"==": [{"var": "x"}, 1]}"#,
        ])
    func computed(_ targeting: String) throws {
        let names = targeting.hasPrefix(#"{"=="#) ? ("true", "false") : ("on", "off")
        let run = try lint(
            """
            {"flags": {"a": {"state": "ENABLED", "variants": {"\(names.0)": true, "\(names.1)": false},
              "targeting": \(targeting)}}}
            """)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }

    @Test("A text that isn't JSON is reported with its location")
    func notJSON() throws {
        let run = try lint("{\n  \"flags\": {,}\n}")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("flags.json:2:13: error: "))
    }

    @Test(
        "Files of JustTweak, Toggles and plain values are checked in their own format",
        arguments: [
            (
                #"{"feature": {"tweak": {"Title": "T"}}, "other": {"x": {"Value": 1, "Titel": "T"}}}"#, "justtweak",
                [
                    "1:14: error: The variable “tweak” has no “Value”. [$['feature']['tweak']]",
                    "1:68: warning: “Titel” is unknown in a tweak. Did you mean “Title”? [$['other']['x'].Titel]",
                ]
            ),
            (
                #"{"toggles": [{"variable": "a", "bool": 1, "metadata": {}}, {"variable": "a", "int": 1, "number": 2, "metadata": {}}, {}]}"#,
                "toggles",
                [
                    "1:40: error: The value is invalid for “bool”. [$.toggles[0].bool]",
                    "1:60: error: “a” is defined twice. The first definition applies. [$.toggles[1]]",
                    "1:88: error: “a” has a second value. [$.toggles[1].number]",
                    "1:118: error: A toggle needs a string “variable”. [$.toggles[2]]",
                ]
            ),
            (
                #"{"a": true, "b": null, "": 1}"#, "values",
                [
                    "1:18: error: “b” has no value. Give it one or leave it out. [$['b']]",
                    "1:24: error: A flag's key is empty. [$['']]",
                ]
            ),
        ])
    func formats(_ file: (text: String, format: String, findings: [String])) throws {
        let run = try lint(file.text, "--format", file.format)
        #expect(run.status == 1)
        #expect(run.output.split(separator: "\n").map(String.init) == file.findings.map { "flags.json:\($0)" })
    }

    @Test("As JSON each finding has its members, and warnings count with --strict")
    func json() throws {
        let text = #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}, "x": 1}"#
        let run = try lint(text, "--json", "--strict")
        #expect(run.status == 1)
        #expect(
            run.output == """
                {
                  "errors": 0,
                  "files": [
                    {
                      "file": "flags.json",
                      "findings": [
                        {
                          "column": 90,
                          "line": 1,
                          "message": "“x” is unknown in a file of definitions.",
                          "path": "$.x",
                          "severity": "warning"
                        }
                      ],
                      "format": "flagd"
                    }
                  ],
                  "warnings": 1
                }

                """)
        #expect(try lint(text).status == 0)
    }

    @Test("Standard input is “-”, several files are reported in order, and a missing file is status 66")
    func files() throws {
        let input = try Firesteel.run("flags", "lint", "-", input: "[]")
        #expect(input.status == 1)
        #expect(input.output == "-:1:1: error: A flag file must be an object. [$]\n")
        let missing = try Firesteel.run("flags", "lint", "/missing/flags.json")
        #expect(missing.status == 66)
        #expect(missing.errors == "firesteel: Can't read “/missing/flags.json”: it doesn't exist.\n")
    }
}
#endif
