import Firesteel
import FiresteelCatalogue

/// The names of declarations in a program's source, as code.
///
/// A name that isn't a Swift name, or isn't known, is a placeholder.
struct DeclaredNames {
    /// An action as it is declared.
    struct Action {
        /// The types of the feature and the action.
        let feature: String
        let action: String
        /// Whether the action is requested before it is performed.
        let isRequested: Bool
        /// Whether it has an input; `nil` if that isn't known.
        let hasInput: Bool?
        /// The type of its presenter, or `nil` if it has none or that isn't known.
        let presenter: String?
        /// The calls of the runtime by which the feature becomes available, such as `setEnabled(Sharing.self, true)`.
        let switches: [String]
    }

    private let features: [String: CatalogueFeature]
    /// Whether there is a catalogue.
    let isKnown: Bool

    init(_ catalogue: Catalogue?) {
        let all = (catalogue?.features ?? []).map { ($0.path.text, $0) }
        features = Dictionary(all, uniquingKeysWith: { first, _ in first })
        isKnown = catalogue != nil
    }

    /// Returns the names of a step's declarations.
    func action(of step: ReplayStory.Step) -> Action {
        let own = step.feature.split(separator: "/").last.map(String.init) ?? ""
        let feature = features[step.feature]
        let action = feature?.actions.first { $0.identifier == step.action }
        return Action(
            feature: Self.type(feature?.type, named: own), action: Self.type(action?.type, named: step.action),
            isRequested: feature?.kind == .conditional, hasInput: action.map { $0.input != nil },
            presenter: action?.presenter,
            switches: switched(for: step).flatMap { feature in
                feature.constraints.compactMap(Self.switching).map { function in
                    "\(function)(\(Self.type(feature.type, named: feature.identifier)).self, true)"
                }
            })
    }

    /// The features that are off at first, and without which a step's feature is unavailable, groups first.
    private func switched(for step: ReplayStory.Step) -> [CatalogueFeature] {
        features.needed(by: [step.feature]).sorted().compactMap { features[$0] }
            .filter { $0.constraints.contains { Self.switching($0) != nil } }
    }

    /// Returns the display name of a step's feature, or the last part of its path.
    func featureName(of step: ReplayStory.Step) -> String {
        features[step.feature]?.name ?? step.feature.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Returns the function that switches a constraint on which is off at first, or `nil` for others.
    private static func switching(_ constraint: CatalogueConstraint) -> String? {
        guard constraint.initial == false else { return nil }
        return switch constraint.kind {
        case .runtime: "setEnabled"
        case .toggle: "setToggle"
        default: nil
        }
    }

    /// Returns the type of the group that has a feature.
    func root(of path: String) -> String {
        let first = path.split(separator: "/").first.map(String.init) ?? ""
        guard let type = features[first]?.type else { return SwiftCode.placeholder("the group of features \(first)") }
        return Self.type(type, named: first)
    }

    /// Returns the modules that declare the features and actions of steps, and their group.
    func modules(of steps: [ReplayStory.Step]) -> [String] {
        var types: [String] = []
        for step in steps {
            let feature = features[step.feature]
            let first = step.feature.split(separator: "/").first.map(String.init) ?? ""
            types += [features[first]?.type, feature?.type].compactMap { $0 }
            types += switched(for: step).map(\.type)
            types += feature?.actions.filter { $0.identifier == step.action }.map(\.type) ?? []
        }
        let modules = types.compactMap { $0.split(separator: ".").first.map(String.init) }
        return Set(modules.filter(SwiftCode.isName)).sorted()
    }

    /// Returns a type without its module, or a name that is the default of its identifier.
    private static func type(_ type: String?, named name: String) -> String {
        let parts = type?.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map(String.init) ?? [name]
        guard !parts.isEmpty, parts.allSatisfy(SwiftCode.isName) else {
            return SwiftCode.placeholder("the type of \(name)")
        }
        return parts.joined(separator: ".")
    }
}
