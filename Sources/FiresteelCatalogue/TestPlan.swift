public import Firesteel
import FiresteelFlags

/// The tests that the declarations of a program call for: what each action does when it succeeds, fails and is cancelled,
/// and what happens while a condition isn't met.
///
/// ```swift
/// let plan = TestPlan(catalogue, since: try Catalogue(json: released))
/// try plan.markdown.write(to: file, atomically: true, encoding: .utf8)
/// ```
///
/// Flags that don't decide availability multiply what has to be tested. Instead of all their combinations, the plan has
/// ``configurations``, so few that each two values of two flags still are together in one of them.
public struct TestPlan: Sendable, Hashable {
    /// The program.
    public let program: CatalogueProgram
    /// The tests, by feature in the order of the catalogue.
    public let cases: [Case]
    /// The values of flags, by key, with each of which the tests should pass; empty if there are no such flags.
    ///
    /// Flags beyond 4,000 values in all, and those whose values can't be listed, aren't in it and keep their defaults.
    public let configurations: [[String: JSONValue]]

    /// One test of a plan.
    public struct Case: Sendable, Hashable {
        /// The subject of a test.
        public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
            /// An action succeeds.
            case success
            /// An action fails.
            case failure
            /// An action is cancelled.
            case cancellation
            /// An action is performed by a link.
            case link
            /// The feature isn't available.
            case refusal
        }

        /// The subject.
        public let kind: Kind
        /// The feature.
        public let feature: FeaturePath
        /// The identifier of the action, or `nil` for the feature as a whole.
        public let action: String?
        /// The test in a few words, different for each of a feature: "Save Document succeeds".
        public let title: String
        /// The conditions before it, as sentences.
        public let given: [String]
        /// The step, as a sentence.
        public let when: String
        /// The expectation, as a sentence.
        public let then: String
    }

    /// Creates the plan of a program.
    ///
    /// - Parameters:
    ///   - catalogue: The program's catalogue.
    ///   - earlier: The catalogue of an earlier version, so that the plan has only what changed since. A changed condition
    ///     or flag changes all actions of the features that depend on it, and another changed flag needs the configurations.
    public init(_ catalogue: Catalogue, since earlier: Catalogue? = nil) {
        program = catalogue.program
        let conditions = PlannedConditions(catalogue)
        let changed = earlier.map { ChangedParts(from: $0, to: catalogue, conditions) }
        let features = catalogue.features.filter { changed?.contains($0) ?? true }
        cases = features.flatMap { feature in
            Self.cases(of: feature, conditions) { changed?.contains($0, of: feature) ?? true }
        }
        let hasOtherFlags = changed.map { !$0.flags.isSubset(of: conditions.flags) } ?? false
        configurations =
            cases.isEmpty && !hasOtherFlags
            ? [] : PairwiseConfigurations.all(catalogue.flags, except: conditions.flags)
    }

    private static func cases(
        of feature: CatalogueFeature, _ conditions: PlannedConditions, where isIncluded: (CatalogueAction) -> Bool
    ) -> [Case] {
        let given = conditions.met(by: feature)
        let actions = feature.actions.filter(isIncluded).flatMap { cases(of: $0, feature, given) }
        let refusals = feature.constraints.enumerated().map { index, constraint in
            let others = feature.constraints.enumerated().filter { $0.offset != index }.map(\.element)
            return Case(
                kind: .refusal, feature: feature.path, action: nil,
                title: "\(feature.name) isn't available: \(constraint.description)",
                given: ["This condition isn't met: \(constraint.description)."]
                    + others.map { "This condition is met: \($0.description)." },
                when: feature.actions.isEmpty
                    ? "The availability of \(feature.name) is read." : "An action of \(feature.name) is requested.",
                then: feature.actions.isEmpty
                    ? "It is unavailable with the reason \"\(constraint.label)\"."
                    : "The request is refused with the reason \"\(constraint.label)\", and nothing is performed.")
        }
        return actions + refusals
    }

    private static func cases(of action: CatalogueAction, _ feature: CatalogueFeature, _ given: [String]) -> [Case] {
        let input = action.input.map { " with a valid \($0)" } ?? ""
        func one(_ kind: Case.Kind, _ title: String, _ given: [String], _ when: String, _ then: String) -> Case {
            Case(
                kind: kind, feature: feature.path, action: action.identifier, title: "\(action.name) \(title)",
                given: given, when: when, then: then)
        }
        let performed = "\(action.name) is performed\(input)."
        let shown = action.presenter.map { "\($0) gets the result" } ?? "its effect is visible"
        var cases = [
            one(.success, "succeeds", given, performed, "It succeeds, and \(shown)."),
            one(
                .failure, "fails", given + ["What it needs isn't there or reports an error."], performed,
                "It fails with an error that says what to do, and nothing is lost."),
        ]
        if action.input != nil {
            cases.append(
                one(
                    .cancellation, "is cancelled", given,
                    "\(action.name) is performed\(input), and cancelled meanwhile.",
                    "Its outcome is cancelled, and nothing is half done."))
        }
        for route in action.routes {
            cases.append(
                one(
                    .link, "by the link \(route.pattern)", given, "The link \(route.words) is opened.",
                    "\(action.name) is performed with the input of the link."))
        }
        return cases
    }
}

/// The conditions of the features of a catalogue.
private struct PlannedConditions {
    /// The flags that decide the availability of a feature.
    let flags: Set<String>
    private let features: [FeaturePath: CatalogueFeature]

    init(_ catalogue: Catalogue) {
        features = Dictionary(catalogue.features.map { ($0.path, $0) }) { first, _ in first }
        flags = Set(catalogue.features.flatMap(\.constraints).compactMap(\.flag))
    }

    /// Returns a feature with its groups, outermost first.
    func line(of feature: CatalogueFeature) -> [CatalogueFeature] {
        var line = [feature]
        while let parent = line[0].parent.flatMap({ features[$0] }), !line.contains(parent) {
            line.insert(parent, at: 0)
        }
        return line
    }

    /// Returns the conditions that a feature and its groups need, as sentences.
    func met(by feature: CatalogueFeature) -> [String] {
        line(of: feature).flatMap { one in one.constraints.map { "\(one.name) is available: \($0.description)." } }
    }
}

/// The differences between two catalogues, with what depends on them.
private struct ChangedParts {
    /// The keys of flags.
    let flags: Set<String>
    private let features: Set<FeaturePath>
    private let actions: Set<String>

    init(from old: Catalogue, to new: Catalogue, _ conditions: PlannedConditions) {
        let changes = CatalogueDifference(from: old, to: new).changes
        func identities(_ subject: CatalogueChange.Subject) -> Set<String> {
            Set(changes.filter { $0.subject == subject && $0.kind != .removed }.map(\.identity))
        }
        let flags = identities(.flag)
        self.flags = flags
        let (changed, requirements) = (identities(.feature), identities(.requirement))
        func isChanged(_ feature: CatalogueFeature) -> Bool {
            changed.contains(feature.path.text)
                || feature.constraints.contains { constraint in
                    constraint.flag.map(flags.contains) ?? false
                        || constraint.requirements.contains { requirements.contains($0.words) }
                }
        }
        features = Set(new.features.filter { conditions.line(of: $0).contains(where: isChanged) }.map(\.path))
        actions = identities(.action)
    }

    func contains(_ feature: CatalogueFeature) -> Bool {
        features.contains(feature.path) || feature.actions.contains { isChanged($0, of: feature) }
    }

    func contains(_ action: CatalogueAction, of feature: CatalogueFeature) -> Bool {
        features.contains(feature.path) || isChanged(action, of: feature)
    }

    private func isChanged(_ action: CatalogueAction, of feature: CatalogueFeature) -> Bool {
        actions.contains("\(feature.path(of: action))")
    }
}
