import Foundation
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @FlagContainer and @Flag refuse")
struct FlagDiagnosticsTests {
    @Test("A class is told to be a structure, and says nothing about each of its flags")
    func classes() {
        expectExpansion(
            of: """
                @FlagContainer
                class EditorFlags {
                    @Flag var autosave: Bool = true
                }
                """,
            is: """
                class EditorFlags {
                    var autosave: Bool {
                        get {
                            $autosave.value
                        }
                    }

                    let $autosave = Flag<Bool>(default: true)
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "A container of flags is a structure", line: 2, column: 1,
                    fixIts: [FixItSpec(message: "Replace 'class' with 'struct'")])
            ],
            fixed: """
                @FlagContainer
                struct EditorFlags {
                    @Flag var autosave: Bool = true
                }
                """)
    }

    @Test("A constant is told to be a variable")
    func constants() {
        expectFault(
            "@Flag let autosave: Bool = true", column: 7,
            "'autosave' reads its flag each time, so it has to be a 'var'",
            fixIt: "Replace 'let' with 'var'", "@Flag var autosave: Bool = true")
    }

    @Test("A property of the type is told to be one of the instance")
    func staticProperties() {
        expectFault(
            "@Flag static var autosave: Bool = true", column: 7,
            "A flag belongs to its container's instance, so 'autosave' can't be 'static'",
            fixIt: "Remove 'static'", "@Flag var autosave: Bool = true")
    }

    @Test(
        "A flag without a default is offered one",
        arguments: [
            ("Bool", "Add '= false'", "false"), ("Int", "Add '= 0'", "0"), ("Double", "Add '= 0.0'", "0.0"),
            ("String", "Add '= \"\"'", "\"\""), ("Layout", "Add a default", "<#default#>"),
        ])
    func defaults(type: String, message: String, value: String) {
        expectFault(
            "@Flag var autosave: \(type)", column: 11,
            "The flag 'autosave' needs a default, for when no provider has a value",
            fixIt: message, "@Flag var autosave: \(type) = \(value)")
    }

    @Test(
        "A flag without a type is offered that of its literal",
        arguments: [("true", "Bool"), ("-3", "Int"), ("1.5", "Double"), ("\"a\"", "String")])
    func types(value: String, type: String) {
        expectFault(
            "@Flag var autosave = \(value)", column: 11, "The flag 'autosave' needs a type",
            fixIt: "Add ': \(type)'", "@Flag var autosave: \(type) = \(value)")
    }

    @Test("A flag whose default has no type of its own is only told so")
    func unknownType() {
        expectFault("@Flag var autosave = makeDefault()", column: 11, "The flag 'autosave' needs a type")
    }

    @Test("A computed property is none that could be a flag")
    func accessors() {
        expectFault(
            "@Flag var autosave: Bool { true }", column: 26,
            "'@Flag' writes the accessors of 'autosave', so it can't have its own")
    }

    @Test("A flag outside a structure is reported")
    func place() {
        expectExpansion(
            of: "@Flag var autosave: Bool = true", is: "var autosave: Bool = true",
            diagnostics: [
                DiagnosticSpec(message: "'@Flag' belongs to a property of a structure", line: 1, column: 1)
            ])
    }

    @Test("Two marks on one property are one too many")
    func markedTwice() {
        expectContainerFault(
            "@Flag @Flag(\"b\") var autosave: Bool = true", is: "var autosave: Bool = true", column: 11,
            "'@Flag' stands here twice", fixIt: "Remove the second '@Flag'", "@Flag var autosave: Bool = true")
    }

    @Test(
        "A property that isn't marked is offered the mark and what it needs",
        arguments: [
            ("var autosave: Bool = true", "@Flag var autosave: Bool = true"),
            ("let autosave = true", "@Flag var autosave: Bool = true"),
            ("public let autosave: Layout = .grid", "@Flag public var autosave: Layout = .grid"),
            ("var autosave: Bool", "@Flag var autosave: Bool"),
            ("var autosave = 1 { didSet {} }", "@Flag var autosave: Int = 1 { didSet {} }"),
        ])
    func unmarked(property: String, mended: String) {
        let column = 5 + (property.components(separatedBy: "autosave").first?.count ?? 0)
        expectContainerFault(
            property, is: property, column: column, "'autosave' is neither a flag nor a container",
            fixIt: "Mark it with '@Flag'", mended)
    }

    @Test("A container within is told to be made")
    func unmadeContainer() {
        expectContainerFault(
            "let preview: PreviewFlags", is: "let preview: PreviewFlags", column: 9,
            "'preview' needs a value, since a container is made by 'init()'",
            fixIt: "Add '= PreviewFlags()'", "let preview: PreviewFlags = PreviewFlags()")
    }

    @Test("What has another attribute is left to that")
    func otherAttributes() {
        expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    @Other var autosave: Bool
                }
                """,
            is: """
                struct EditorFlags {
                    @Other var autosave: Bool

                    init() {
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """)
    }

    @Test("Two flags with one key, and an empty key, are reported")
    func keys() {
        expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    @Flag("a") var first: Bool = true
                    @Flag("a") var second: Bool = true
                    @Flag("") var third: Bool = true
                }
                """,
            is: """
                struct EditorFlags {
                    var first: Bool {
                        get {
                            $first.value
                        }
                    }

                    let $first = Flag<Bool>("a", default: true)
                    var second: Bool {
                        get {
                            $second.value
                        }
                    }

                    let $second = Flag<Bool>("a", default: true)
                    var third: Bool {
                        get {
                            $third.value
                        }
                    }

                    let $third = Flag<Bool>("", default: true)

                    init() {
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """,
            diagnostics: [
                DiagnosticSpec(message: "The flags 'first' and 'second' have the same key, 'a'", line: 4, column: 11),
                DiagnosticSpec(message: "The key of the flag 'third' is empty", line: 5, column: 11),
            ])
    }

    /// One property in a structure that is marked nowhere else, and the fault of its mark.
    private func expectFault(
        _ property: String, column: Int, _ message: String, fixIt: String? = nil, _ mended: String? = nil,
        line: UInt = #line
    ) {
        expectExpansion(
            of: """
                struct EditorFlags {
                    \(property)
                }
                """,
            is: """
                struct EditorFlags {
                    \(property.dropFirst("@Flag ".count))
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: message, line: 2, column: column + 4, fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
            ],
            fixed: mended.map {
                """
                struct EditorFlags {
                    \($0)
                }
                """
            }, line: line)
    }

    /// One property in a container, and the fault that the container finds.
    private func expectContainerFault(
        _ property: String, is expanded: String, column: Int, _ message: String, fixIt: String, _ mended: String,
        line: UInt = #line
    ) {
        expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    \(property)
                }
                """,
            is: """
                struct EditorFlags {
                    \(expanded)

                    init() {
                    }
                }

                extension EditorFlags: FlagContainer {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: message, line: 3, column: column, fixIts: [FixItSpec(message: fixIt)])
            ],
            fixed: """
                @FlagContainer
                struct EditorFlags {
                    \(mended)
                }
                """, line: line)
    }
}
