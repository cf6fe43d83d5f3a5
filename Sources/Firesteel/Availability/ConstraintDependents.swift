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
