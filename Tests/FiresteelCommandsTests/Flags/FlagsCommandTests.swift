#if os(Linux) || os(macOS)
import TestSupport
import FiresteelFlags
import Foundation
import Testing

@Suite("firesteel flags explain, convert and generate")
struct FlagsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ text: String, _ name: String = "flags.json") throws -> String {
        try folder.write(text, to: name).path
    }

    private static let definitions = #"""
        {"flags": {
          "layout": {"state": "ENABLED", "variants": {"grid": "g", "list": "l"}, "defaultVariant": "list",
            "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "grid"]}},
          "child": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
            "metadata": {"parent": "parent"}},
          "parent": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
            "targeting": {"if": [{"var": "staff"}, "on"]}},
          "one": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
            "metadata": {"exclusionGroup": "some"}}
        }}
        """#

    @Test("It explains a flag's value for a context")
    func explains() throws {
        let path = try file(Self.definitions)
        let run = try Firesteel.run(
            "flags", "explain", path, "--flag", "layout", "--context", #"{"targetingKey": "ada", "plan": "premium"}"#)
        #expect(run.status == 0)
        #expect(
            run.output == """
                flags.json returns "g", variant “grid”, and decides.
                  plan is “premium”: true
                    plan: “premium”
                  The targeting returns the variant “grid”: “g”
                “layout” is "g": a rule of flags.json matches.

                """)
        let context = try file(#"{"plan": "free"}"#, "context.json")
        let other = try Firesteel.run("flags", "explain", path, "--flag", "layout", "--context", "@\(context)")
        #expect(other.output.hasSuffix("“layout” is \"l\": no rule of flags.json matches, so the default applies.\n"))
    }

    @Test("As JSON an explanation has value, variant, reason and each step with its place")
    func explainsAsJSON() throws {
        let run = try Firesteel.run(
            "flags", "explain", try file(Self.definitions), "--flag", "layout", "--context", #"{"plan": "premium"}"#,
            "--json")
        let value = try JSONValue(json: Array(run.output.utf8))
        guard case .object(let members) = value, case .array(let answers)? = members["answers"],
            case .object(let answer)? = answers.first, case .array(let steps)? = answer["steps"],
            case .object(let step)? = steps.first
        else { throw UnexpectedError() }
        #expect(members["value"] == "g" && members["variant"] == "grid" && members["reason"] == "TARGETING_MATCH")
        #expect(answer["outcome"] == "decided")
        #expect(step["path"] == "$.flags['layout'].targeting.if[0]")
    }

    struct UnexpectedError: Error {}

    @Test("A parent that is off is reported")
    func parent() throws {
        let run = try Firesteel.run("flags", "explain", try file(Self.definitions), "--flag", "child")
        #expect(run.status == 0)
        #expect(
            run.output.hasSuffix(
                """
                Its parent “parent” is off, so it is off.
                  flags.json returns false, variant “off”, and decides.
                    staff: false
                    No condition is true, and there is no “else”: nothing
                    The targeting returns nothing
                    The default variant is “off”: false
                “child” is false: its parent is off.

                """))
    }

    @Test("An unknown flag, an invalid context and an invalid file are separate errors")
    func errors() throws {
        let path = try file(Self.definitions)
        let unknown = try Firesteel.run("flags", "explain", path, "--flag", "LAY")
        #expect(unknown.status == 66)
        #expect(unknown.errors == "firesteel: There is no flag “LAY” in “\(path)”. There is “layout”.\n")
        for context in ["{", "[]", #"{"targetingKey": 7}"#] {
            let run = try Firesteel.run("flags", "explain", path, "--flag", "layout", "--context", context)
            #expect(run.status == 65)
            #expect(run.errors.hasPrefix("firesteel: The context"))
        }
        let broken = try file("{", "broken.json")
        let run = try Firesteel.run("flags", "explain", broken, "--flag", "a")
        #expect(run.status == 65 && run.errors.hasPrefix("firesteel: \(broken):1:2: "))
    }

    @Test(
        "JustTweak's, Toggles' and plain files become definitions with the same values and metadata",
        arguments: [
            #"{"ui": {"dark": {"Title": "Dark", "Description": "At night", "Group": "UI", "Value": true}, "size": {"Value": 4}}}"#,
            #"{"toggles": [{"variable": "ui.dark", "bool": true, "metadata": {"description": "At night"}}, {"variable": "ui.size", "int": 4}]}"#,
            #"{"ui.dark": true, "ui.size": 4}"#,
        ])
    func converts(_ text: String) throws {
        let path = try file(text)
        let run = try Firesteel.run("flags", "convert", path, "--to", "flagd")
        #expect(run.status == 0 && run.errors.isEmpty)
        let definitions = try FlagDefinitions(json: Array(run.output.utf8))
        #expect(definitions.errors.isEmpty && definitions.keys == ["ui.dark", "ui.size"])
        let dark = try #require(definitions.rule(for: "ui.dark"))
        #expect(dark.evaluate(.empty, now: 0).outcome == .value(true))
        if text.contains("At night") { #expect(dark.metadata["description"] == "At night") }
        #expect(definitions.rule(for: "ui.size")?.evaluate(.empty, now: 0).outcome == .value(4))
        // There and back again.
        let back = try Firesteel.run("flags", "convert", "--to", "values", try file(run.output, "converted.json"))
        #expect(back == Firesteel(status: 0, output: "{\n  \"ui.dark\": true,\n  \"ui.size\": 4\n}\n", errors: ""))
    }

    @Test("A flag that can't be expressed is reported and unchanged, and the exit status is 1")
    func losses() throws {
        let path = try file(Self.definitions)
        let run = try Firesteel.run("flags", "convert", path, "--to", "flagd")
        #expect(run.status == 1)
        #expect(
            run.errors == """
                \(path): warning: one: Its exclusion group “some” is evaluated across all providers.

                """)
        let definitions = try FlagDefinitions(json: Array(run.output.utf8))
        let child = try #require(definitions.rule(for: "child"))
        #expect(child.evaluate(EvaluationContext(attributes: ["staff": true]), now: 0).outcome == .value(true))
        #expect(child.evaluate(.empty, now: 0).outcome == .value(false))
        let values = try Firesteel.run("flags", "convert", path, "--to", "values", "--json")
        #expect(values.status == 1)
        #expect(values.output.contains("It has targeting, which a value can't express."))
    }

    @Test(
        "Metadata that changes a flag's value is reported where only values are written",
        arguments: [
            (#""local": "off""#, "Its local state (“local”: \"off\") has precedence over its value, and is lost."),
            (#""parent": "all""#, "It is off while its parent “all” is, which a value can't express."),
            (
                #""exclusionGroup": "some""#,
                "At most one flag of the exclusion group “some” is on, which a value can't express."
            ),
            (
                #""environments": {"staging": "DISABLED"}"#,
                "Its state depends on “environments”, which a value can't express."
            ),
            (#""secure": true"#, "Its text is encrypted, which a value can't express."),
        ])
    func metadataLosses(metadata: String, words: String) throws {
        let path = try file(
            """
            {"flags": {"one": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
              "metadata": {"owner": "Ada", "expires": "2030-01-01", \(metadata)}}}}
            """)
        let run = try Firesteel.run("flags", "convert", path, "--to", "values")
        #expect(
            run
                == Firesteel(
                    status: 1, output: "{\n  \"one\": true\n}\n", errors: "\(path): warning: one: \(words)\n"))
    }

    @Test("Descriptive metadata isn't a loss, but an encrypted toggle is")
    func otherMetadata() throws {
        let descriptive = try file(
            """
            {"flags": {"one": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
              "metadata": {"owner": "Ada", "expires": "2030-01-01", "description": "One", "environments": {}}}}}
            """)
        let run = try Firesteel.run("flags", "convert", descriptive, "--to", "values")
        #expect(run == Firesteel(status: 0, output: "{\n  \"one\": true\n}\n", errors: ""))
        let toggles = try file(#"{"toggles": [{"variable": "key", "secure": "abc"}]}"#, "toggles.json")
        let encrypted = try Firesteel.run("flags", "convert", toggles, "--to", "values")
        #expect(encrypted.status == 1)
        #expect(
            encrypted.errors
                == "\(toggles): warning: key: Its text is encrypted, which a value can't express.\n")
    }

    @Test("Accessors are those of the build plug-in's tool")
    func generates() throws {
        let path = try file(#"{"editor.autosave": true}"#, "App.flags.json")
        let toggles = try file(#"{"toggles": [{"variable": "editor.autosave", "bool": true}]}"#, "App.flags.json")
        #expect(path == toggles)
        let run = try Firesteel.run("flags", "generate", toggles, "--access", "public")
        #expect(run.status == 0)
        #expect(run.output.contains("public struct AppFlags"))
        let file = folder.url.appending(path: "App.swift").path
        let written = try Firesteel.run("flags", "generate", toggles, "--access", "public", "--output", file)
        #expect(written == Firesteel(status: 0, output: "", errors: ""))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == run.output)
        let broken = try self.file("{\"toggles\": [\n{}]}", "Broken.flags.json")
        let refused = try Firesteel.run("flags", "generate", broken, "--output", "\(folder.path)/none.swift")
        #expect(refused.status == 1)
        #expect(refused.errors == "\(broken):2:1: error: A toggle needs a string “variable”.\n")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/none.swift"))
    }
}
#endif
