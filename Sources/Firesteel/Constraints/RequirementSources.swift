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
