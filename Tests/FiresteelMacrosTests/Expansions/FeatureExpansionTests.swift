import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @Feature writes")
struct FeatureExpansionTests {
    @Test("The bindings are declared in their order, and the documentation's first paragraph is the description")
    func actions() {
        expectExpansion(
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
            is: """
                /// Documents that people
                /// open and save.
                ///
                /// More about them.
                public enum DocumentManagement {
                    static let open = action(OpenDocument.self)
                    public static let save = Self.action(SaveDocument.self, .published)
                    static let shared: ActionBinding<Self, Share> = make()
                    static let limit = 3

                    public static let description = "Documents that people open and save."

                    public static let actions: DeclaredActions = declare(open, save, shared)
                }

                extension DocumentManagement: FeatureDefinition, Feature {
                }
                """)
    }

    @Test("An argument is the description, whatever it is made of")
    func descriptionArgument() {
        expectExpansion(
            of: #"""
                /// Not this.
                @Feature(description: "Open \(count) \"documents\"")
                enum Documents {
                }
                """#,
            is: #"""
                /// Not this.
                enum Documents {

                    static let description = "Open \(count) \"documents\""
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """#)
    }

    @Test("Documentation can't break out of the description")
    func documentationIsEscaped() {
        expectExpansion(
            of: #"""
                /** Says "hello" and \(everything) */
                @Feature
                enum Documents {
                }
                """#,
            is: ##"""
                /** Says "hello" and \(everything) */
                enum Documents {

                    static let description = #"Says "hello" and \(everything)"#
                }

                extension Documents: FeatureDefinition, Feature {
                }
                """##)
    }

    @Test("Constraints make it a conditional feature, and get their builder")
    func conditional() {
        expectExpansion(
            of: """
                @Feature
                enum Sharing {
                    static var constraints: Constraints { UserToggled(default: true) }
                    static let share = action(Share.self)
                }
                """,
            is: """
                enum Sharing {
                    @ConstraintsBuilder
                    static var constraints: Constraints { UserToggled(default: true) }
                    static let share = action(Share.self)

                    static let actions: DeclaredActions = declare(share)
                }

                extension Sharing: FeatureDefinition, ConditionalFeature {
                }
                """)
    }

    @Test("Sub-features make it a group, and actions of its own make a group a feature as well")
    func groups() {
        expectExpansion(
            of: """
                @Feature
                enum App {
                    static let subfeatures = features(Sharing.self)
                }
                @Feature
                enum Documents {
                    static var subfeatures: FeatureList { features(Sharing.self) }
                    static let open = action(Open.self)
                }
                """,
            is: """
                enum App {
                    static let subfeatures = features(Sharing.self)
                }
                enum Documents {
                    static var subfeatures: FeatureList { features(Sharing.self) }
                    static let open = action(Open.self)

                    static let actions: DeclaredActions = declare(open)
                }

                extension App: FeatureDefinition, FeatureGroup {
                }

                extension Documents: FeatureDefinition, FeatureGroup, Feature {
                }
                """)
    }

    @Test("What was written by hand is left alone")
    func byHand() {
        expectExpansion(
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
            is: """
                /// Not this.
                enum Sharing {
                    static let description = "This"
                    @ConstraintsBuilder static var constraints: Constraints { UserToggled(default: true) }
                    static let share = action(Share.self)
                    static let hidden = action(Hidden.self)
                    static let actions = declare(share)
                }

                extension Sharing: FeatureDefinition, ConditionalFeature {
                }
                """)
    }
}
