import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @Feature refuses")
struct FeatureDiagnosticsTests {
    @Test("A class is told to be an enum")
    func classes() {
        expectExpansion(
            of: """
                @Feature
                final class Documents {
                }
                """,
            is: """
                final class Documents {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "A feature is an enum without cases, since it is never instantiated", line: 2, column: 7,
                    fixIts: [FixItSpec(message: "Replace 'class' with 'enum'")])
            ],
            fixed: """
                @Feature
                enum Documents {
                }
                """)
    }

    @Test("A public class keeps what stands before it")
    func publicClasses() {
        expectExpansion(
            of: """
                /// Documents.
                @Feature
                public final class Documents {
                }
                """,
            is: """
                /// Documents.
                public final class Documents {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "A feature is an enum without cases, since it is never instantiated", line: 3, column: 14,
                    fixIts: [FixItSpec(message: "Replace 'class' with 'enum'")])
            ],
            fixed: """
                /// Documents.
                @Feature
                public enum Documents {
                }
                """)
    }

    @Test("What can't become an enum by another word is only told so")
    func protocols() {
        expectExpansion(
            of: """
                @Feature
                protocol Documents {
                }
                """,
            is: """
                protocol Documents {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "A feature is an enum without cases, since it is never instantiated", line: 2, column: 1)
            ])
    }

    @Test("A binding that isn't static is told to be")
    func instanceMember() {
        expectExpansion(
            of: """
                @Feature
                enum Documents {
                    /// Opens.
                    public let open = action(Open.self)
                    let save = action(Save.self)
                }
                """,
            is: """
                enum Documents {
                    /// Opens.
                    public let open = action(Open.self)
                    let save = action(Save.self)
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "An action's binding belongs to the type: 'open' has to be 'static'", line: 4, column: 12,
                    fixIts: [FixItSpec(message: "Add 'static'")]),
                DiagnosticSpec(
                    message: "An action's binding belongs to the type: 'save' has to be 'static'", line: 5, column: 5,
                    fixIts: [FixItSpec(message: "Add 'static'")]),
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
    func boundTwice() {
        expectExpansion(
            of: """
                @Feature
                enum Documents {
                    static let open = action(Open.self)
                    static let reopen = action(Open.self)
                }
                """,
            is: """
                enum Documents {
                    static let open = action(Open.self)
                    static let reopen = action(Open.self)

                    static let actions: DeclaredActions = declare(open)
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """,
            diagnostics: [
                DiagnosticSpec(message: "'open' and 'reopen' bind the same action, 'Open'", line: 4, column: 16)
            ])
    }

    @Test("A binding between #if and #endif has to be declared by hand")
    func conditionalCompilation() {
        expectExpansion(
            of: """
                @Feature
                enum Documents {
                    static let open = action(Open.self)
                    #if os(macOS)
                    static let print = action(Print.self)
                    #endif
                }
                """,
            is: """
                enum Documents {
                    static let open = action(Open.self)
                    #if os(macOS)
                    static let print = action(Print.self)
                    #endif

                    static let actions: DeclaredActions = declare(open)
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: """
                        'print' stands in '#if', where '@Feature' can't list it: \
                        write 'static let actions = declare(…)' by hand
                        """, line: 5, column: 16)
            ])
    }

    @Test("Two descriptions are one too many")
    func twoDescriptions() {
        expectExpansion(
            of: """
                @Feature(description: "This")
                enum Documents {
                    static let description = "That"
                }
                """,
            is: """
                enum Documents {
                    static let description = "That"
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message: "The feature has a 'description' of its own already", line: 1, column: 23,
                    fixIts: [FixItSpec(message: "Remove the argument")])
            ],
            fixed: """
                @Feature
                enum Documents {
                    static let description = "That"
                }
                """)
    }
}
