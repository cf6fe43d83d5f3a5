import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @FlagContainer and @Flag write")
struct FlagExpansionTests {
    @Test("A marked property reads its flag, which stands beside it")
    func properties() {
        expectExpansion(
            of: """
                @FlagContainer
                public struct EditorFlags {
                    /// Saves while people type.
                    @Flag public var autosave: Bool = true
                    @Flag("editor.font", description: "In points", owner: "Editor team") var fontSize: Double = 13.5
                    @Flag(kind: .experiment) private(set) var layout: Layout = .grid
                    let preview = PreviewFlags()
                    let plain = Flag(default: 3)
                    static let limit = 3
                    var isRoomy: Bool { fontSize > 20 }
                }
                """,
            is: """
                public struct EditorFlags {
                    /// Saves while people type.
                    public var autosave: Bool {
                        get {
                            $autosave.value
                        }
                    }

                    public let $autosave = Flag<Bool>(default: true, description: "Saves while people type.")
                    var fontSize: Double {
                        get {
                            $fontSize.value
                        }
                    }

                    let $fontSize = Flag<Double>("editor.font", default: 13.5, description: "In points", owner: "Editor team")
                    private(set) var layout: Layout {
                        get {
                            $layout.value
                        }
                    }

                    let $layout = Flag<Layout>(default: .grid, kind: .experiment)
                    let preview = PreviewFlags()
                    let plain = Flag(default: 3)
                    static let limit = 3
                    var isRoomy: Bool { fontSize > 20 }

                    public init() {
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """)
    }

    @Test("A key that is given becomes the container's, and an init() of one's own stays the only one")
    func keyAndInitializer() {
        expectExpansion(
            of: """
                @FlagContainer(key: "writing.editor")
                struct EditorFlags {
                    init() { print("made") }
                }
                """,
            is: """
                struct EditorFlags {
                    init() { print("made") }

                    static var key: String {
                        "writing.editor"
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """)
    }

    @Test("A property whose name is a keyword has a flag without backticks")
    func keywords() {
        expectExpansion(
            of: """
                struct EditorFlags: FlagContainer {
                    @Flag var `default`: Bool = false
                }
                """,
            is: """
                struct EditorFlags: FlagContainer {
                    var `default`: Bool {
                        get {
                            $default.value
                        }
                    }

                    let $default = Flag<Bool>(default: false)
                }
                """)
    }

    @Test("An argument that is nothing is as good as none")
    func nothing() {
        expectExpansion(
            of: """
                @FlagContainer(key: nil)
                package struct EditorFlags {
                    /// Saves.
                    @Flag(nil, description: nil) var autosave: Bool = true
                }
                """,
            is: """
                package struct EditorFlags {
                    /// Saves.
                    var autosave: Bool {
                        get {
                            $autosave.value
                        }
                    }

                    let $autosave = Flag<Bool>(default: true, description: "Saves.")

                    package init() {
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """)
    }
}
