#if os(Linux) || os(macOS)
import Testing

@Suite("What @Feature refuses")
struct FeatureDiagnosticsTests {
    @Test("A class is an error, with an enum as the fix")
    func classes() async throws {
        try await expectExpansion(
            of: """
                @Feature
                final class Documents {
                }
                """,
            is: [],
            faults: [
                MacroDiagnostic(
                    line: 2, column: 7, "A feature must be an enum without cases, because it is never instantiated",
                    fixIts: ["Replace 'class' with 'enum'"])
            ],
            fixed: """
                @Feature
                enum Documents {
                }
                """)
    }

    @Test("A public class keeps its modifiers")
    func publicClasses() async throws {
        try await expectExpansion(
            of: """
                /// Documents.
                @Feature
                public final class Documents {
                }
                """,
            is: [],
            faults: [
                MacroDiagnostic(
                    line: 3, column: 14, "A feature must be an enum without cases, because it is never instantiated",
                    fixIts: ["Replace 'class' with 'enum'"])
            ],
            fixed: """
                /// Documents.
                @Feature
                public enum Documents {
                }
                """)
    }

    @Test("A declaration that can't become an enum is an error without a fix")
    func protocols() async throws {
        try await expectExpansion(
            of: """
                @Feature
                protocol Documents {
                }
                """,
            is: [],
            faults: [
                MacroDiagnostic(
                    line: 2, column: 1, "A feature must be an enum without cases, because it is never instantiated")
            ])
    }

    @Test("A binding that isn't static is an error")
    func instanceMember() async throws {
        try await expectExpansion(
            of: """
                @Feature
                enum Documents {
                    /// Opens.
                    public let open = action(Open.self)
                    let save = action(Save.self)
                }
                """,
            is: ["extension Documents: FeatureDefinition, Feature {\n}"],
            faults: [
                MacroDiagnostic(
                    line: 4, column: 12, "'open' must be 'static', because an action binding belongs to the type",
                    fixIts: ["Add 'static'"]),
                MacroDiagnostic(
                    line: 5, column: 5, "'save' must be 'static', because an action binding belongs to the type",
                    fixIts: ["Add 'static'"]),
            ],
            consequences: [
                Consequence(line: 4, text: "enums must not contain stored properties"),
                Consequence(line: 5, text: "enums must not contain stored properties"),
            ],
            fixed: """
                @Feature
                enum Documents {
                    /// Opens.
                    public static let open = action(Open.self)
                    static let save = action(Save.self)
                }
                """)
    }

    @Test("Two bindings of one action are reported")
    func boundTwice() async throws {
        try await expectExpansion(
            of: """
                @Feature
                enum Documents {
                    static let open = action(Open.self)
                    static let reopen = action(Open.self)
                }
                """,
            is: [
                "static let actions: DeclaredActions = declare(open)",
                "extension Documents: FeatureDefinition, Feature {\n}",
            ],
            faults: [MacroDiagnostic(line: 4, column: 16, "'open' and 'reopen' bind the same action, 'Open'")])
    }

    @Test("A binding between #if and #endif must be declared manually")
    func conditionalCompilation() async throws {
        try await expectExpansion(
            of: """
                @Feature
                enum Documents {
                    static let open = action(Open.self)
                    #if os(macOS)
                    static let print = action(Print.self)
                    #endif
                }
                """,
            is: [
                "static let actions: DeclaredActions = declare(open)",
                "extension Documents: FeatureDefinition, Feature {\n}",
            ],
            faults: [
                MacroDiagnostic(
                    line: 5, column: 16,
                    """
                    '@Feature' can't list 'print', because it is in '#if': \
                    write 'static let actions = declare(…)' manually
                    """)
            ])
    }

    @Test("Two descriptions are one too many")
    func twoDescriptions() async throws {
        try await expectExpansion(
            of: """
                @Feature(description: "This")
                enum Documents {
                    static let description = "That"
                }
                """,
            is: ["extension Documents: FeatureDefinition, Feature {\n}"],
            faults: [
                MacroDiagnostic(
                    line: 1, column: 23, "The feature already has a 'description'",
                    fixIts: ["Remove the argument"])
            ],
            fixed: """
                @Feature
                enum Documents {
                    static let description = "That"
                }
                """)
    }
}
#endif
