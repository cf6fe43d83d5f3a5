#if os(Linux) || os(macOS)
import Foundation
import Testing

@Suite("Diagnostics of @FlagContainer and @Flag")
struct FlagDiagnosticsTests {
    @Test("A class is an error, without further errors for its flags")
    func classes() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer
                class EditorFlags {
                    @Flag var autosave: Bool = true
                }
                """,
            is: ["let $autosave = Flag<Bool>(default: true)", getter("autosave")],
            faults: [
                MacroDiagnostic(
                    line: 2, column: 1, "A flag container must be a struct",
                    fixIts: ["Replace 'class' with 'struct'"])
            ],
            fixed: """
                @FlagContainer
                struct EditorFlags {
                    @Flag var autosave: Bool = true
                }
                """)
    }

    @Test("A constant is an error, with a variable as the fix")
    func constants() async throws {
        try await expectDiagnostic(
            "@Flag let autosave: Bool = true", column: 7,
            "'autosave' must be a 'var', because it reads its flag each time",
            fixIt: "Replace 'let' with 'var'", "@Flag var autosave: Bool = true")
    }

    @Test("A static property is an error")
    func staticProperties() async throws {
        try await expectDiagnostic(
            "@Flag static var autosave: Bool = true", column: 7,
            "A flag belongs to its container's instance, so 'autosave' can't be 'static'",
            fixIt: "Remove 'static'", "@Flag var autosave: Bool = true")
    }

    @Test(
        "A flag without a default has a fix-it that adds one",
        arguments: [
            ("Bool", "Add '= false'", "false"), ("Int", "Add '= 0'", "0"), ("Double", "Add '= 0.0'", "0.0"),
            ("String", "Add '= \"\"'", "\"\""), ("Layout", "Add a default", "<#default#>"),
        ])
    func defaults(type: String, message: String, value: String) async throws {
        try await expectDiagnostic(
            "@Flag var autosave: \(type)", column: 11,
            "The flag 'autosave' needs a default",
            fixIt: message, "@Flag var autosave: \(type) = \(value)")
    }

    @Test(
        "A flag without a type has a fix-it with that of its literal",
        arguments: [("true", "Bool"), ("-3", "Int"), ("1.5", "Double"), ("\"a\"", "String")])
    func types(value: String, type: String) async throws {
        try await expectDiagnostic(
            "@Flag var autosave = \(value)", column: 11, "The flag 'autosave' needs a type",
            fixIt: "Add ': \(type)'", "@Flag var autosave: \(type) = \(value)")
    }

    @Test("A flag whose default has no type is an error without a fix")
    func unknownType() async throws {
        try await expectDiagnostic("@Flag var autosave = makeDefault()", column: 11, "The flag 'autosave' needs a type")
    }

    @Test("A computed property can't be a flag")
    func accessors() async throws {
        try await expectDiagnostic(
            "@Flag var autosave: Bool { true }", column: 26,
            "'@Flag' writes the accessors of 'autosave', so it can't have its own", consequences: [])
    }

    @Test("A flag outside a structure is reported")
    func place() async throws {
        try await expectExpansion(
            of: "@Flag var autosave: Bool = true", is: [],
            faults: [MacroDiagnostic(line: 1, column: 1, "'@Flag' can only be applied to a property of a struct")],
            consequences: [.noAccessor(line: 1)])
    }

    @Test("The access of a setter is checked by the compiler, and is not the access of the flag")
    func settingAccess() async throws {
        try await expectExpansion(
            of: """
                struct EditorFlags: FlagContainer {
                    @Flag private(set) var autosave: Bool = true
                }
                """,
            is: ["let $autosave = Flag<Bool>(default: true)", getter("autosave")],
            consequences: [Consequence(line: 2, text: "'private(set)'")])
    }

    @Test("A default of another type is an error, and whole numbers are numbers")
    func defaultType() async throws {
        try await expectDiagnostic(
            "@Flag var size: Int = \"large\"", column: 23,
            "The flag 'size' is of type 'Int', and its default of type 'String': change one of them",
            consequences: [.noAccessor(line: 2), Consequence(line: 2, text: "cannot convert value of type 'String'")])
        try await expectExpansion(
            of: "struct Sizes { @Flag var size: Double = 1 }",
            is: ["let $size = Flag<Double>(default: 1)", getter("size")])
    }

    @Test("Two marks on one property are one too many")
    func markedTwice() async throws {
        try await expectContainerDiagnostic(
            "@Flag @Flag(\"b\") var autosave: Bool = true", column: 11,
            "'@Flag' is applied twice", fixIt: "Remove the second '@Flag'", "@Flag var autosave: Bool = true",
            consequences: [.noAccessor(line: 3)])
    }

    @Test(
        "An unmarked property has a fix-it that marks it and adds what a flag needs",
        arguments: [
            ("var autosave: Bool = true", "@Flag var autosave: Bool = true"),
            ("let autosave = true", "@Flag var autosave: Bool = true"),
            ("public let autosave: Layout = .grid", "@Flag public var autosave: Layout = .grid"),
            ("var autosave: Bool", "@Flag var autosave: Bool"),
            ("var autosave = 1 { didSet {} }", "@Flag var autosave: Int = 1 { didSet {} }"),
        ])
    func unmarked(property: String, fixed: String) async throws {
        let column = 5 + (property.components(separatedBy: "autosave").first?.count ?? 0)
        try await expectContainerDiagnostic(
            property, column: column, "'autosave' is neither a flag nor a container",
            fixIt: "Mark it with '@Flag'", fixed)
    }

    @Test("A nested container without a value is an error")
    func unmadeContainer() async throws {
        try await expectContainerDiagnostic(
            "let preview: PreviewFlags", column: 9,
            "'preview' needs a value, because a container is created by 'init()'",
            fixIt: "Add '= PreviewFlags()'", "let preview: PreviewFlags = PreviewFlags()")
    }

    @Test("A property with another attribute is left to that")
    func otherAttributes() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    @Other var autosave: Bool
                }
                """,
            is: ["init() {\n}", "extension EditorFlags: FlagContainer {\n}"])
    }

    @Test("Two flags with one key, and an empty key, are reported")
    func keys() async throws {
        try await expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    @Flag("a") var first: Bool = true
                    @Flag("a") var second: Bool = true
                    @Flag("") var third: Bool = true
                }
                """,
            is: [
                #"let $first = Flag<Bool>("a", default: true)"#,
                getter("first"),
                #"let $second = Flag<Bool>("a", default: true)"#,
                getter("second"),
                #"let $third = Flag<Bool>("", default: true)"#,
                getter("third"),
                "init() {\n}",
                "extension EditorFlags: FlagContainer {\n}",
            ],
            faults: [
                MacroDiagnostic(line: 4, column: 11, "The flags 'first' and 'second' have the same key, 'a'"),
                MacroDiagnostic(line: 5, column: 11, "The key of the flag 'third' is empty"),
            ])
    }

    /// One property in a structure that is marked nowhere else, and the fault of its mark.
    private func expectDiagnostic(
        _ property: String, column: Int, _ message: String, fixIt: String? = nil, _ fixed: String? = nil,
        consequences: [Consequence] = [.noAccessor(line: 2)], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectExpansion(
            of: """
                struct EditorFlags {
                    \(property)
                }
                """,
            is: [],
            faults: [MacroDiagnostic(line: 2, column: column + 4, message, fixIts: fixIt.map { [$0] } ?? [])],
            consequences: consequences,
            fixed: fixed.map {
                """
                struct EditorFlags {
                    \($0)
                }
                """
            }, sourceLocation: sourceLocation)
    }

    /// One property in a container, and the fault that the container finds.
    private func expectContainerDiagnostic(
        _ property: String, column: Int, _ message: String, fixIt: String, _ fixed: String,
        consequences: [Consequence] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectExpansion(
            of: """
                @FlagContainer
                struct EditorFlags {
                    \(property)
                }
                """,
            is: ["init() {\n}", "extension EditorFlags: FlagContainer {\n}"],
            faults: [MacroDiagnostic(line: 3, column: column, message, fixIts: [fixIt])],
            consequences: consequences,
            fixed: """
                @FlagContainer
                struct EditorFlags {
                    \(fixed)
                }
                """, sourceLocation: sourceLocation)
    }
}
#endif
