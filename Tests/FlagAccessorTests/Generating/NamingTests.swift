import FlagAccessors
import Testing

@Suite("Names for Swift")
struct NamingTests {
    @Test(
        "A key becomes the name of a property",
        arguments: [
            ("autosave", "autosave"), ("retry-count", "retryCount"), ("retry_count", "retryCount"),
            ("RETRY_COUNT", "retryCount"), ("retryCount", "retryCount"), ("URLScheme", "urlScheme"), ("URL", "url"),
            ("URL-scheme", "urlScheme"), ("Élan", "élan"), ("a  b--c", "aBC"), ("soft\u{AD}hyphen", "softHyphen"),
            ("2fa", "_2fa"), ("1_000", "_1000"), ("\u{663}x", "_\u{663}x"), ("größe", "größe"), ("日本語", "日本語"),
            ("", "flag"), ("!?", "flag"), ("_", "flag"), ("👍", "flag"), ("self", "selfFlag"), ("Self", "selfFlag"),
            ("init", "initFlag"), ("class", "class"), ("Type", "type"), ("x\u{202E}y", "xY"),
        ])
    func properties(key: String, name: String) {
        #expect(SwiftName.property(key) == name)
    }

    @Test(
        "A group becomes the name of a type",
        arguments: [
            ("editor", "EditorFlags"), ("line-width", "LineWidthFlags"), ("flags", "Flags"),
            ("EditorFlags", "EditorFlags"),
            ("2x", "_2xFlags"), ("", "Flags"), ("self", "SelfFlags"), ("日本", "日本Flags"),
        ])
    func types(group: String, name: String) {
        #expect(SwiftName.type(group) == name)
    }

    @Test("Visually equal texts have the same name, however they are composed")
    func composition() {
        let composed = SwiftName.property("\u{E9}tat")
        let decomposed = SwiftName.property("e\u{301}tat")
        #expect(Array(composed.unicodeScalars) == Array(decomposed.unicodeScalars))
    }

    @Test(
        "A name that the file specifies is used unchanged or rejected",
        arguments: [
            ("autosave", true), ("class", true), ("Autosave", true), ("_x", true), ("x2", true), ("größe", true),
            ("", false), ("_", false), ("2x", false), ("a-b", false), ("a b", false), ("a.b", false), ("`a`", false),
            ("self", false), ("init", false), ("Type", false), ("Flag", false), ("Bool", false), ("x\u{AD}y", false),
            ("\u{301}x", false), ("$0", false),
        ])
    func given(name: String, isTaken: Bool) {
        #expect(SwiftName.isPropertyName(name) == isTaken)
    }

    @Test(
        "A container is named after its file",
        arguments: [
            ("App.flags.json", "AppFlags"), ("line-width.flags.json", "LineWidthFlags"), ("editor.json", "EditorFlags"),
            (".flags.json", "Flags"), ("EditorFlags.flags.json", "EditorFlags"), ("2024.flags.json", "_2024Flags"),
        ])
    func containers(file: String, name: String) {
        #expect(GeneratedAccessors.typeName(for: file) == name)
    }
}
