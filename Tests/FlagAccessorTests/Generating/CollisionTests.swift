import FlagAccessors
import Testing

@Suite("Accessors that want the same name")
struct CollisionTests {
    @Test("Two features with the same variable have it in separate types")
    func groups() throws {
        let source = try accessors(
            """
            {"checkout": {"enabled": {"Value": true}}, "search": {"enabled": {"Value": false}}}
            """
        ).source
        #expect(
            source == """
                // Generated from App.flags.json. Don't edit: changes are overwritten. Edit that file instead.

                import FiresteelFlags

                /// The flags of App.flags.json.
                struct AppFlags: FlagContainer {
                    /// The flags of “checkout”.
                    let checkout = CheckoutFlags()

                    /// The flags of “search”.
                    let search = SearchFlags()

                    init() {}

                    /// The flags of “checkout”.
                    struct CheckoutFlags: FlagContainer {
                        /// The flag “checkout.enabled”.
                        let enabled = Flag<Bool>(
                            "checkout.enabled", default: true, file: "App.flags.json", line: 1)

                        init() {}
                    }

                    /// The flags of “search”.
                    struct SearchFlags: FlagContainer {
                        /// The flag “search.enabled”.
                        let enabled = Flag<Bool>(
                            "search.enabled", default: false, file: "App.flags.json", line: 1)

                        init() {}
                    }
                }

                """)
    }

    @Test("The first of several keys with one name gets it, the others get a number and a warning at their location")
    func numbers() throws {
        let json = """
            {"toggles": [
                {"variable": "a_b", "bool": true},
                {"variable": "a-b", "bool": true},
                {"variable": "a-b2", "bool": true}
            ]}
            """
        let source = try accessors(json).source
        #expect(source.contains("let aB = Flag<Bool>(\n        \"a-b\","))
        #expect(source.contains("let aB3 = Flag<Bool>(\n        \"a_b\","), "“aB2” belongs to “a-b2”.")
        #expect(source.contains("let aB2 = Flag<Bool>(\n        \"a-b2\","))
        #expect(
            reports(json) == [
                """
                App.flags.json:2:18: warning: “a_b” becomes “aB3”, because “aB” is taken. \
                Set a name in the file.
                """
            ])
    }

    @Test("A key that is already a name keeps it, whatever is added beside it")
    func unchanged() throws {
        let source = try accessors(toggles("RETRY_COUNT", "retry-count", "retryCount")).source
        #expect(source.contains("let retryCount = Flag<Bool>(\n        \"retryCount\","))
        #expect(source.contains("let retryCount2 = Flag<Bool>(\n        \"RETRY_COUNT\","))
        #expect(source.contains("let retryCount3 = Flag<Bool>(\n        \"retry-count\","))
    }

    @Test("A flag and a group can have the same name")
    func flagAndGroup() throws {
        let source = try accessors(toggles("editor", "editor.autosave")).source
        #expect(source.contains("let editor = Flag<Bool>(\n        \"editor\","))
        #expect(source.contains("let editor2 = Editor2Flags()"))
    }

    @Test("A type isn't named like a property beside it")
    func typeAndProperty() throws {
        let source = try accessors(toggles("日本Flags", "日本.x")).source
        #expect(source.contains("let 日本Flags = Flag<Bool>("))
        #expect(source.contains("let 日本 = 日本Flags2()"))
        #expect(source.contains("struct 日本Flags2: FlagContainer {"))
    }

    @Test("A name that the file sets isn't given to others")
    func givenName() throws {
        let source = try accessors(
            """
            {"toggles": [
                {"variable": "aB", "bool": true},
                {"variable": "z", "bool": true, "metadata": {"propertyName": "aB"}}
            ]}
            """
        ).source
        #expect(source.contains("let aB = Flag<Bool>(\n        \"z\","))
        #expect(source.contains("let aB2 = Flag<Bool>(\n        \"aB\","))
    }

    @Test("A name that the file gives twice is an error at its second place")
    func givenTwice() {
        let json = """
            {"toggles": [
                {"variable": "x", "bool": true, "metadata": {"propertyName": "name"}},
                {"variable": "y", "bool": true, "metadata": {"propertyName": "name"}}
            ]}
            """
        #expect(reports(json) == ["App.flags.json:3:66: error: “x” and “y” have the same name “name”."])
    }
}
