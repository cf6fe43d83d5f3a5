#if os(Linux) || os(macOS)
import Testing

@Suite("The expansion of @Feature")
struct FeatureExpansionTests {
    @Test("The bindings are declared in their order, and the documentation's first paragraph is the description")
    func actions() async throws {
        try await expectExpansion(
            of: """
                /// Documents that people
                /// open and save.
                ///
                /// More about them.
                @Feature
                public enum DocumentManagement {
                    static let open = action(OpenDocument.self)
                    public static let save = Self.action(SaveDocument.self, .published)
                    static let shared: ActionBinding<Self, Share> = make()
                    static let limit = 3
                }
                """,
            is: [
                """
                public static let description = "Documents that people open and save."

                public static let actions: DeclaredActions = declare(open, save, shared)
                """,
                "extension DocumentManagement: FeatureDefinition, Feature {\n}",
            ])
    }

    @Test("An argument is the description, for any expression")
    func descriptionArgument() async throws {
        try await expectExpansion(
            of: #"""
                /// Not this.
                @Feature(description: "Open \(count) \"documents\"")
                enum Documents {
                }
                """#,
            is: [
                #"static let description = "Open \(count) \"documents\"""#,
                "extension Documents: FeatureDefinition, Feature {\n}",
            ])
    }

    @Test("Documentation can't break out of the description")
    func documentationIsEscaped() async throws {
        try await expectExpansion(
            of: #"""
                /** Says "hello" and \(everything) */
                @Feature
                enum Documents {
                }
                """#,
            is: [
                ##"static let description = #"Says "hello" and \(everything)"#"##,
                "extension Documents: FeatureDefinition, Feature {\n}",
            ])
    }

    @Test("Constraints make it a conditional feature, and get their builder")
    func conditional() async throws {
        try await expectExpansion(
            of: """
                @Feature
                enum Sharing {
                    static var constraints: Constraints { UserToggled(default: true) }
                    static let share = action(Share.self)
                }
                """,
            is: [
                "@ConstraintsBuilder",
                "static let actions: DeclaredActions = declare(share)",
                "extension Sharing: FeatureDefinition, ConditionalFeature {\n}",
            ])
    }

    @Test("Sub-features make it a group, and its own actions make a group a feature as well")
    func groups() async throws {
        try await expectExpansion(
            of: """
                @Feature
                enum App {
                    static let subfeatures = features(Printing.self)
                }
                @Feature
                enum Documents {
                    static var subfeatures: FeatureList { features(Printing.self) }
                    static let open = action(Open.self)
                }
                """,
            is: [
                "static let actions: DeclaredActions = declare(open)",
                "extension App: FeatureDefinition, FeatureGroup {\n}",
                "extension Documents: FeatureDefinition, FeatureGroup, Feature {\n}",
            ])
    }

    @Test("Explicit declarations are unchanged")
    func byHand() async throws {
        try await expectExpansion(
            of: """
                /// Not this.
                @Feature
                enum Sharing {
                    static let description = "This"
                    @ConstraintsBuilder static var constraints: Constraints { UserToggled(default: true) }
                    static let share = action(Share.self)
                    static let hidden = action(Hidden.self)
                    static let actions = declare(share)
                }
                """,
            is: ["extension Sharing: FeatureDefinition, ConditionalFeature {\n}"])
    }
}
#endif
