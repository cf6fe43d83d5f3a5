import FiresteelFlags

/// The features to check again when a requirement or a flag changes.
struct ConstraintDependents {
    private var requirements: [String: [String: [Int]]] = [:]
    private var flags: [String: [Int]] = [:]
    /// Features with a flag without a default, checked again when any provider reports a change.
    private(set) var waiting: [Int] = []

    mutating func add(_ feature: RegisteredFeature, at position: Int) {
        for (constraint, dependencies) in zip(feature.constraints, feature.constraintFlags) {
            for requirement in constraint.requirements {
                requirements[requirement.source, default: [:]][requirement.name, default: []].append(position)
            }
            for dependency in dependencies {
                flags[dependency.flag.key, default: []].append(position)
                if dependency.waitsForProviders { waiting.append(position) }
            }
        }
    }

    func users(of change: RequirementChange, from source: String) -> [Int] {
        guard let users = requirements[source] else { return [] }
        let found =
            switch change {
            case .all: users.values.flatMap { $0 }
            case .names(let names): names.flatMap { users[$0] ?? [] }
            }
        return Array(Set(found))
    }

    func users(ofFlags keys: some Sequence<String>) -> [Int] {
        Array(Set(keys.flatMap { flags[$0] ?? [] }))
    }
}

/// The sources of a runtime.
struct RequirementSources: Sendable {
    private let byName: [String: any ConstraintSource]
    /// The names that more than one source has.
    let duplicates: [String]

    init(_ sources: [any ConstraintSource]) {
        byName = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        duplicates = Dictionary(grouping: sources, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
    }

    subscript(name: String) -> (any ConstraintSource)? { byName[name] }

    var all: [any ConstraintSource] { byName.sorted { $0.key < $1.key }.map(\.value) }
}
