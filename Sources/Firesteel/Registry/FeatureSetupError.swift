/// All errors found while setting up a feature graph.
public struct FeatureSetupError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The diagnostics, in the order of the graph.
    public let diagnostics: [Diagnostic]

    /// Creates an error from its diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// A single error of a feature graph.
    ///
    /// Type names are qualified by their module. Where a name is used twice, they are followed by the file and the line: of an
    /// action's binding, and of the list of a feature's actions.
    public enum Diagnostic: Sendable, Equatable, CustomStringConvertible {
        /// Two direct sub-features of one group have the same identifier.
        case duplicateFeature(identifier: String, first: String, second: String, group: String)
        /// Two actions of one feature have the same identifier.
        case duplicateAction(identifier: String, first: String, second: String, feature: String)
        /// A feature declares an action more than once.
        case declaredTwice(action: String, feature: String)
        /// A feature is in two groups, or twice in one.
        case twoParents(feature: String, first: String, second: String)
        /// A group is its own ancestor.
        case cycle([String])
        /// An identifier is empty, too long, or has a character that isn't allowed in paths.
        case invalidIdentifier(identifier: String, type: String)
        /// A member of a feature or an action isn't of the type that is read, so the default would apply.
        case mistypedMember(type: String, member: String, found: String, expected: String)
        /// A feature that can be used without a check is in a group that may be unavailable.
        case unconditionalBelowConditional(feature: String, group: String)
        /// A feature is declared both as always available and as conditional.
        case bothConditionalAndNot(feature: String)
        /// A feature requires or excludes one that isn't registered.
        case unregisteredRelation(feature: String, relation: String, other: String)
        /// Features require and exclude each other in a cycle, which can't be decided.
        case relationCycle([String])
        /// A feature excludes one that is available whenever the feature itself could be.
        case neverAvailable(feature: String, other: String, because: Contradiction)
        /// A flag that decides about a feature can't be declared.
        case flag(String)
        /// A route isn't valid: its pattern, its scope, or its action.
        case invalidRoute(pattern: String, feature: String, because: String)
        /// Two routes match the same links, and neither is more specific.
        case routesTie(first: String, second: String, scope: String)
        /// A root group is already registered.
        case registeredBefore(feature: String)
        /// There already is a default runtime.
        case defaultRuntimeExists

        /// The reason why a feature that excludes another could never be available.
        public enum Contradiction: Sendable, Equatable {
            /// The other feature is required, or is one of the feature's groups.
            case needed
            /// The other feature has no constraints.
            case alwaysAvailable
        }

        /// A message with the error, its location, and what to do about it.
        public var description: String {
            switch self {
            case .duplicateFeature(let identifier, let first, let second, let group):
                "\(first) and \(second) in \(group) have the same identifier \"\(identifier)\". Change one of them."
            case .duplicateAction(let identifier, let first, let second, let feature):
                "\(first) and \(second) of \(feature) have the same identifier \"\(identifier)\". Change one of them."
            case .declaredTwice(let action, let feature):
                "\(feature) declares \(action) twice. Remove one from declare(…)."
            case .twoParents(let feature, let first, let second):
                "\(feature) is a sub-feature of \(first) and of \(second). Remove it from one of them."
            case .cycle(let path):
                "\(path.joined(separator: " › ")): a group can't contain itself. Remove it from its sub-features."
            case .invalidIdentifier(let identifier, let type):
                "\(type) has the identifier \"\(identifier)\". Use 1 to 100 bytes without \"/\", \"#\" and control characters."
            case .mistypedMember(let type, let member, let found, let expected):
                "\(member) of \(type) is of type \(found), so it has no effect. Declare it as \(member): \(expected)."
            case .unconditionalBelowConditional(let feature, let group):
                "\(feature) is a Feature, but \(group) above it is a ConditionalFeature. Make it a ConditionalFeature too."
            case .bothConditionalAndNot(let feature):
                "\(feature) is both a Feature and a ConditionalFeature. Remove one of the conformances."
            case .unregisteredRelation(let feature, let relation, let other):
                "\(feature) has \(relation)(\(other).self), but \(other) is not registered. Add it to a feature group or register it first."
            case .relationCycle(let steps):
                "\(steps.joined(separator: ", ")): this cycle can't be evaluated. Remove one of the relations."
            case .neverAvailable(let feature, let other, .needed):
                "\(feature) excludes \(other) and also needs it, so it can never be available. Remove one of the constraints."
            case .neverAvailable(let feature, let other, .alwaysAvailable):
                "\(feature) excludes \(other), which is always available, so it can never be available. Remove the constraint."
            case .flag(let message):
                message
            case .invalidRoute(let pattern, let feature, let because):
                "The route \"\(pattern)\" of \(feature) is invalid: \(because)."
            case .routesTie(let first, let second, let scope):
                "The routes \(first) and \(second) match the same links of \(scope). Change the pattern or the scope of one of them."
            case .registeredBefore(let feature):
                "\(feature) is already registered. Remove one of the registrations."
            case .defaultRuntimeExists:
                "FeatureRuntime.setUp was called before. Use register(_:) for more features, or create a separate runtime."
            }
        }
    }

    /// A heading, and a line for each diagnostic.
    public var description: String {
        let heading =
            diagnostics.count == 1
            ? "The features can't be set up." : "The features can't be set up: \(diagnostics.count) errors."
        return ([heading] + diagnostics.map { "- \($0)" }).joined(separator: "\n")
    }
}
