import FlagAccessors
import Testing

@Suite("Diagnostics of flag files")
struct DiagnosticTests {
    @Test(
        "Invalid JSON is an error at its location",
        arguments: [
            ("", "1:1"), ("{\n  \"flags\": {},\n}", "3:1"), ("{\"flags\": 01}", "1:11"), ("{\n  \"é\": \"x\n", "2:10"),
            ("{\"flags\": {\"a\": 1, \"a\": 2}}", "1:20"),
        ])
    func json(text: String, place: String) throws {
        let report = try #require(reports(text).first)
        #expect(report.hasPrefix("App.flags.json:\(place): error: "), "\(report)")
        #expect(reports(text).count == 1)
    }

    @Test("A column counts characters, not bytes")
    func columns() {
        #expect(
            reports("{\"toggles\": [{\"variable\": \"größe👍\", \"bool\": 1}]}") == [
                "App.flags.json:1:45: error: The value is invalid for “bool”."
            ])
    }

    @Test(
        "A file with another shape is reported with the expected shape",
        arguments: [
            ("[]", "1:1", "A flag file must be an object."),
            ("{\"flags\": 1}", "1:11", "“flags” must be an object that maps keys to flags."),
            (
                "{\"editor.autosave\": true}", "1:2",
                """
                “editor.autosave” is neither flagd's “flags”, nor Toggles' “toggles”, nor a feature with its variables, \
                as JustTweak has them.
                """
            ),
        ])
    func shape(text: String, place: String, message: String) {
        #expect(reports(text) == ["App.flags.json:\(place): error: \(message)"])
    }

    @Test(
        "A flagd flag that can't have an accessor is an error at its location",
        arguments: [
            ("{}", 1, "The flag “x” has no “variants”, so its type is unknown."),
            ("{\"variants\": {}}", 1, "The flag “x” has no “variants”, so its type is unknown."),
            ("{\"variants\": {\"a\": null}, \"defaultVariant\": \"a\"}", 25, "The variant “a” of “x” has no value."),
            (
                "{\"variants\": {\"a\": 1, \"b\": true}, \"defaultVariant\": \"a\"}", 33,
                "The variant “b” of “x” has another type than those before it."
            ),
            ("{\"variants\": {\"a\": 1}, \"defaultVariant\": \"b\"}", 47, "“defaultVariant” names no variant of “x”."),
            (
                "{\"variants\": {\"a\": 1}}", 1,
                """
                The flag “x” has no “defaultVariant”, so an accessor has no default. Name one, or give a “default” in \
                the flag's “metadata”.
                """
            ),
            (
                "{\"variants\": {\"a\": 1}, \"metadata\": {\"default\": \"z\"}}", 1,
                "The default of “x” has another type than its variants."
            ),
        ])
    func flagd(definition: String, column: Int, message: String) {
        #expect(reports("{\"flags\": {\n\"x\": \(definition)}}") == ["App.flags.json:2:\(column): error: \(message)"])
    }

    @Test(
        "Invalid metadata is an error at its location",
        arguments: [
            ("7", 1, "“metadata” must be an object."),
            ("{\"description\": 7}", 17, "“description” must be a string."),
            ("{\"owner\": []}", 11, "“owner” must be a string."),
            ("{\"propertyName\": \"a-b\"}", 18, "“a-b” can't be the name of a Swift property."),
            ("{\"propertyName\": \"Flag\"}", 18, "“Flag” can't be the name of a Swift property."),
            ("{\"expires\": \"soon\"}", 13, "“soon” is not a day such as “2026-12-31”."),
            (
                "{\"kind\": \"odd\"}", 10,
                """
                “odd” is not a kind of flag. Use one of “release”, “experiment”, “operational”, “permission”, \
                “configuration”.
                """
            ),
            (
                "{\"local\": \",\"}", 11,
                "“local” must be “on”, “off”, or a comma-separated list of environments."
            ),
        ])
    func metadata(metadata: String, column: Int, message: String) {
        let json = """
            {"flags": {"x": {"variants": {"a": true}, "defaultVariant": "a", "metadata":
            \(metadata)}}}
            """
        #expect(reports(json) == ["App.flags.json:2:\(column): error: \(message)"])
    }

    @Test("Metadata of Bool flags is rejected for other flags")
    func onlyForBool() {
        let json = """
            {"flags": {"x": {"variants": {"a": 1}, "defaultVariant": "a", "metadata":
            {"local": "on"}}}}
            """
        #expect(
            reports(json) == [
                "App.flags.json:2:11: error: “local” and “exclusionGroup” require a Bool flag, and “x” has another type."
            ])
    }

    @Test(
        "An invalid tweak is an error at its location",
        arguments: [
            ("{\"a\": {\"Title\": \"A\"}}", 2, "The variable “a” of “search” has no “Value”."),
            ("{\"a\": {\"Value\": null}}", 2, "The variable “a” of “search” has no “Value”."),
            ("{\"a\": 7}", 2, "The variable “a” of “search” has no “Value”."),
            ("{\"\": {\"Value\": 7}}", 2, "A feature's or a variable's name is empty."),
            ("{\"a\": {\"Value\": 7, \"Title\": 7}}", 29, "“Title” must be a string."),
        ])
    func tweaks(feature: String, column: Int, message: String) {
        #expect(reports("{\"search\":\n\(feature)}") == ["App.flags.json:2:\(column): error: \(message)"])
    }

    @Test(
        "An invalid toggle is an error at its location",
        arguments: [
            ("{}", 1, "A toggle needs a string “variable”."),
            ("{\"variable\": 7}", 14, "A toggle needs a string “variable”."),
            ("{\"variable\": \"\", \"bool\": true}", 14, "A flag's key is empty."),
            (
                "{\"variable\": \"x\"}", 1,
                "“x” needs a value under one of “bool”, “int”, “number”, “string”, “secure”, “object”."
            ),
            (
                "{\"variable\": \"x\", \"int\": 1, \"bool\": true}", 29,
                "“x” needs a value under one of “bool”, “int”, “number”, “string”, “secure”, “object”."
            ),
            ("{\"variable\": \"x\", \"int\": 1.5}", 26, "The value is invalid for “int”."),
            ("{\"variable\": \"x\", \"object\": null}", 29, "The value is invalid for “object”."),
        ])
    func toggle(toggle: String, column: Int, message: String) {
        #expect(reports("{\"toggles\": [\n\(toggle)]}") == ["App.flags.json:2:\(column): error: \(message)"])
    }

    @Test("All errors are reported together, in the order of the file")
    func everything() {
        let json = """
            {"toggles": [
                {"variable": "b", "bool": 1},
                {"variable": "a", "bool": true},
                {"variable": "a", "bool": true},
                {"variable": "c"}
            ]}
            """
        #expect(
            reports(json) == [
                "App.flags.json:2:31: error: The value is invalid for “bool”.",
                "App.flags.json:4:18: error: Two flags of this file have the key “a”.",
                """
                App.flags.json:5:5: error: “c” needs a value under one of “bool”, “int”, “number”, “string”, “secure”, \
                “object”.
                """,
            ])
    }

    @Test("A container can't be named like the module")
    func moduleName() {
        #expect(
            reports("{\"flags\": {}}", named: "Firesteel.flags.json") == [
                """
                Firesteel.flags.json:1:1: error: The accessors can't have the module's name “FiresteelFlags”. \
                Rename the file.
                """
            ])
    }

    @Test("Settings determine the accessors' visibility", arguments: AccessLevel.allCases)
    func settings(level: AccessLevel) throws {
        let said = try AccessorSettings(Array("{\"access\": \"\(level)\"}".utf8))
        #expect(said.access == level)
        let unsaid = try AccessorSettings(Array("{}".utf8))
        #expect(unsaid.access == .internal)
    }

    @Test(
        "Invalid settings are errors at their locations",
        arguments: [
            ("[]", "1:1", "Settings must be an object."),
            ("{\"access\": \"private\"}", "1:12", "“access” must be one of “internal”, “package”, “public”."),
            ("{\n\"acess\": \"public\"}", "2:1", "There is no setting “acess”, only “access”."),
        ])
    func settingsFaults(text: String, place: String, message: String) {
        let faults = #expect(throws: FlagFileError.self) { try AccessorSettings(Array(text.utf8)) }
        #expect(faults?.diagnostics.map { $0.report(path: "F.json") } == ["F.json:\(place): error: \(message)"])
    }
}
