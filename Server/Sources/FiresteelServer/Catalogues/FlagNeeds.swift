import Firesteel
import FiresteelCatalogue

/// The features and flags of a program that need a flag.
struct FlagNeeds: Sendable {
    /// A feature that is unavailable without a flag.
    struct Dependent: Sendable, Hashable {
        let feature: String
        let name: String
        /// Whether the flag is a constraint of the feature itself.
        let isDirect: Bool
    }

    private var names: [String: String] = [:]
    /// The features whose constraints name a flag.
    private var direct: [String: [String]] = [:]
    /// The features that need a feature: by a constraint, or as its group.
    private var dependents: [String: [String]] = [:]
    /// The flags whose parent is a flag.
    private var children: [String: [String]] = [:]

    init() {}

    init(_ catalogue: Catalogue) {
        for feature in catalogue.features {
            let path = feature.path.description
            names[path] = feature.name
            if let parent = feature.parent { dependents[parent.description, default: []].append(path) }
            for constraint in feature.constraints {
                if let flag = constraint.flag { direct[flag, default: []].append(path) }
                for other in constraint.requires { dependents[other.description, default: []].append(path) }
            }
        }
        for flag in catalogue.flags {
            if let parent = flag.parent { children[parent, default: []].append(flag.key) }
        }
    }

    /// Returns the flags that are off without a flag.
    func flags(needing flag: String) -> [String] {
        Self.closure([flag]) { children[$0] ?? [] }.filter { $0 != flag }.sorted()
    }

    /// Returns the features that are unavailable without a flag, those that name it first.
    func features(needing flag: String) -> [Dependent] {
        let own = Set(direct[flag] ?? [])
        let first = ([flag] + flags(needing: flag)).flatMap { direct[$0] ?? [] }
        return Self.closure(first) { dependents[$0] ?? [] }
            .map { Dependent(feature: $0, name: names[$0] ?? $0, isDirect: own.contains($0)) }
            .sorted { ($1.isDirect ? 1 : 0, $0.feature) < ($0.isDirect ? 1 : 0, $1.feature) }
    }

    /// Returns the only feature whose constraints name a flag, empty if there is none or several.
    func feature(of flag: String) -> String {
        guard let features = direct[flag], Set(features).count == 1 else { return "" }
        return features[0]
    }

    private static func closure(_ first: [String], _ next: (String) -> [String]) -> Set<String> {
        var seen = Set(first)
        var open = first
        while let one = open.popLast() {
            for other in next(one) where seen.insert(other).inserted { open.append(other) }
        }
        return seen
    }
}
