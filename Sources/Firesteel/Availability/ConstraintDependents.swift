import FiresteelFlags

/// Which features have conditions that look at what changes by itself.
struct ConstraintDependents {
    private var requirements: [String: [String: [Int]]] = [:]
    private var flags: [String: [Int]] = [:]
    /// Features with a flag that has no default, so that they wait for whoever decides it.
    private(set) var waiting: [Int] = []

    mutating func add(_ feature: RegisteredFeature, at position: Int) {
        for constraint in feature.constraints {
            for requirement in constraint.requirements {
                requirements[requirement.source, default: [:]][requirement.name, default: []].append(position)
            }
            guard let flagged = constraint as? Flagged else { continue }
            flags[flagged.flag(at: feature.path).key, default: []].append(position)
            if flagged.waits { waiting.append(position) }
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

/// The sources that a runtime has.
struct RequirementSources: Sendable {
    private let byName: [String: any ConstraintSource]
    /// Names that several sources have.
    let duplicates: [String]

    init(_ sources: [any ConstraintSource]) {
        byName = Dictionary(sources.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        duplicates = Dictionary(grouping: sources, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
    }

    subscript(name: String) -> (any ConstraintSource)? { byName[name] }

    var all: [any ConstraintSource] { byName.sorted { $0.key < $1.key }.map(\.value) }
}
