import Firesteel
import FiresteelBase
import FiresteelCatalogue
import Synchronization

/// The purchases or the permissions of a replay, for which no store and no system is asked.
///
/// They are granted, because recorded actions were available, except those that only features need which were unavailable.
final class RecordedRequirements: ConstraintSource {
    let name: String
    private let denied = Mutex<Set<String>>([])
    private let changes = Broadcaster<RequirementChange>(.immediate)

    init(_ name: String) { self.name = name }

    func status(of name: String) -> RequirementStatus { denied.withLock { $0.contains(name) } ? .denied : .granted }

    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        changes.subscribe(handler)
    }

    /// Denies what the unavailable features need, and no performed one.
    ///
    /// - Parameters:
    ///   - unavailable: The paths of features that were unavailable.
    ///   - performed: The paths of the features whose actions are performed.
    ///   - catalogue: The program's declarations.
    func deny(for unavailable: Set<String>, butNot performed: Set<String>, in catalogue: Catalogue) {
        let features = Dictionary(
            catalogue.features.map { ($0.path.text, $0) }, uniquingKeysWith: { first, _ in first })
        let names = requirements(of: unavailable, in: features).subtracting(requirements(of: performed, in: features))
        guard !names.isEmpty else { return }
        denied.withLock { $0 = names }
        changes.send(.names(names))
    }

    /// Returns the names that features need, with those that the features themselves need and are below.
    private func requirements(of paths: Set<String>, in features: [String: CatalogueFeature]) -> Set<String> {
        let constraints = features.needed(by: paths).flatMap { features[$0]?.constraints ?? [] }
        return Set(constraints.flatMap(\.requirements).filter { $0.source == name }.map(\.name))
    }
}

extension [String: CatalogueFeature] {
    /// Returns the paths of features with those that they need and are below.
    func needed(by paths: Set<String>) -> Set<String> {
        var (open, seen) = (Array(paths), paths)
        while let path = open.popLast() {
            guard let feature = self[path] else { continue }
            let needed = feature.constraints.flatMap(\.requires) + [feature.parent].compactMap { $0 }
            open += needed.map(\.text).filter { seen.insert($0).inserted }
        }
        return seen
    }
}
