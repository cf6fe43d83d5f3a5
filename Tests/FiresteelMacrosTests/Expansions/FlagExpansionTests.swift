#if os(Linux) || os(macOS)
import Testing

@Suite("The expansion of @FlagContainer and @Flag")
struct FlagExpansionTests {
    @Test("A property with the attribute reads its flag, which is declared beside it")
    func properties() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer
                public struct EditorFlags {
                    /// Saves while people type.
                    @Flag public var autosave: Bool = true
                    @Flag("editor.font", description: "In points", owner: "Editor team") var fontSize: Double = 13.5
                    @Flag(kind: .experiment) private var layout: Layout = .grid
                    let preview = PreviewFlags()
                    let plain = Flag(default: 3)
                    static let limit = 3
                    var isRoomy: Bool { fontSize > 20 }
                }
                """,
            is: [
                #"public let $autosave = Flag<Bool>(default: true, description: "Saves while people type.")"#,
                getter("autosave"),
                """
                let $fontSize = Flag<Double>("editor.font", default: 13.5, description: "In points", \
                owner: "Editor team")
                """,
                getter("fontSize"),
                "private let $layout = Flag<Layout>(default: .grid, kind: .experiment)",
                getter("layout"),
                "public init() {\n}",
                "extension EditorFlags: FlagContainer {\n}",
            ])
    }

    @Test("A key that is given becomes the container's, and an init() of one's own stays the only one")
    func keyAndInitializer() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer(key: "writing.editor")
                struct EditorFlags {
                    init() { print("made") }
                }
                """,
            is: [
                """
                static var key: String {
                    "writing.editor"
                }
                """,
                "extension EditorFlags: FlagContainer {\n}",
            ])
    }

    @Test("A property whose name is a keyword has a flag without backticks")
    func keywords() async throws {
        try await expectExpansion(
            of: """
                struct EditorFlags: FlagContainer {
                    @Flag var `default`: Bool = false
                }
                """,
            is: ["let $default = Flag<Bool>(default: false)", getter("default")])
    }

    @Test("An argument that is nothing is as good as none")
    func nothing() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer(key: nil)
                package struct EditorFlags {
                    /// Saves.
                    @Flag(nil, description: nil) var autosave: Bool = true
                }
                """,
            is: [
                #"let $autosave = Flag<Bool>(default: true, description: "Saves.")"#,
                getter("autosave"),
                "package init() {\n}",
                "extension EditorFlags: FlagContainer {\n}",
            ])
    }
}

/// The accessor that `@Flag` writes.
func getter(_ name: String) -> String {
    """
    {
        get {
            $\(name).value
        }
    }
    """
}
#endif
