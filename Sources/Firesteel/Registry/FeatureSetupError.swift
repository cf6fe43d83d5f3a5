/// Everything that was wrong with a graph of features, found at set-up and told at once.
public struct FeatureSetupError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One for each thing to mend, in the order of the graph.
    public let diagnostics: [Diagnostic]

    /// An error of these faults.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// One thing that is wrong with a graph of features.
    ///
    /// Type names are qualified by their module.
    public enum Diagnostic: Sendable, Equatable, CustomStringConvertible {
        /// Two features right below one group have the same identifier.
        case duplicateFeature(identifier: String, first: String, second: String, group: String)
        /// Two actions of one feature have the same identifier.
        case duplicateAction(identifier: String, first: String, second: String, feature: String)
        /// A feature declares an action more than once.
        case declaredTwice(action: String, feature: String)
        /// A feature stands below two groups, or twice below one.
        case twoParents(feature: String, first: String, second: String)
        /// A group is its own ancestor.
        case cycle([String])
        /// An identifier is empty, too long, or has a character that paths can't have.
        case invalidIdentifier(identifier: String, type: String)
        /// A feature that may be performed without a check stands below a group that may be unavailable.
        case unconditionalBelowConditional(feature: String, group: String)
        /// A feature says both that it is always available and that it is conditional.
        case bothConditionalAndNot(feature: String)
        /// A feature requires or excludes one that stands in no group.
        case unregisteredRelation(feature: String, relation: String, other: String)
        /// What features require and exclude goes round in a circle, so that it can't be decided.
        case relationCycle([String])
        /// A feature excludes one that is available whenever it could be available itself.
        case neverAvailable(feature: String, other: String, because: Contradiction)
        /// A flag that decides about a feature can't be declared.
        case flag(String)
        /// A route can't be one: its pattern, its scope, or the action that it leads to.
        case invalidRoute(pattern: String, feature: String, because: String)
        /// Two routes match the same links, and neither is more particular.
        case routesTie(first: String, second: String, scope: String)
        /// A root group is registered already.
        case registeredBefore(feature: String)
        /// There is a default runtime already.
        case defaultRuntimeExists

        /// Why a feature that excludes another could never be available.
        public enum Contradiction: Sendable, Equatable {
            /// The other one is required, or is a group above.
            case needed
            /// The other one has no conditions.
            case alwaysAvailable
        }

        /// What is wrong, where, and what to do about it.
        public var description: String {
            switch self {
            case .duplicateFeature(let identifier, let first, let second, let group):
                "\(first) and \(second) in \(group) have the same identifier \"\(identifier)\". Give one of them another."
            case .duplicateAction(let identifier, let first, let second, let feature):
                "\(first) and \(second) of \(feature) have the same identifier \"\(identifier)\". Give one of them another."
            case .declaredTwice(let action, let feature):
                "\(feature) declares \(action) twice. Take one out of declare(…)."
            case .twoParents(let feature, let first, let second):
                "\(feature) is a sub-feature of \(first) and of \(second). A feature has one place: take it out of one."
            case .cycle(let path):
                "\(path.joined(separator: " › ")): a group can't be below itself."
            case .invalidIdentifier(let identifier, let type):
                "\(type) has the identifier \"\(identifier)\". It takes 1 to 100 bytes without \"/\", \"#\" and control characters."
            case .unconditionalBelowConditional(let feature, let group):
                "\(feature) is a Feature, but \(group) above it is a ConditionalFeature. Make it a ConditionalFeature too."
            case .bothConditionalAndNot(let feature):
                "\(feature) is a Feature and a ConditionalFeature. Keep one of the two."
            case .unregisteredRelation(let feature, let relation, let other):
                "\(feature) has \(relation)(\(other).self), but \(other) stands in no group. Add it to one, or register it first."
            case .relationCycle(let steps):
                "\(steps.joined(separator: ", ")): that can't be decided. Take one of these away."
            case .neverAvailable(let feature, let other, .needed):
                "\(feature) excludes \(other) and needs it as well, so that it could never be available. Take one away."
            case .neverAvailable(let feature, let other, .alwaysAvailable):
                "\(feature) excludes \(other), which has no conditions, so that it could never be available. Take that away."
            case .flag(let words):
                words
            case .invalidRoute(let pattern, let feature, let because):
                "The route \"\(pattern)\" of \(feature) can't be: \(because)."
            case .routesTie(let first, let second, let scope):
                "The routes \(first) and \(second) match the same links of \(scope). Change a pattern, or the scope of one."
            case .registeredBefore(let feature):
                "\(feature) is registered already."
            case .defaultRuntimeExists:
                "FeatureRuntime.setUp was called before. Use register(_:) for more features, or a runtime of its own."
            }
        }
    }

    /// A heading, and a line for each fault.
    public var description: String {
        let heading =
            diagnostics.count == 1
            ? "The features can't be set up." : "The features can't be set up: \(diagnostics.count) faults."
        return ([heading] + diagnostics.map { "- \($0)" }).joined(separator: "\n")
    }
}
