public import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation

extension FeatureRuntime {
    /// The declarations of the program, as data.
    ///
    /// Visits every feature, action and flag once: some milliseconds for a thousand of them. It doesn't count as
    /// reading a flag.
    public var catalogue: Catalogue {
        let routes = Dictionary(grouping: routes, by: \.action)
        let features = featureTree.sorted { $0.path < $1.path }.flatMap { flatten($0, parent: nil, routes) }
        let requirements = Set(features.flatMap(\.constraints).flatMap(\.requirements))
        return Catalogue(
            program: catalogueProgram, features: features, flags: flags.descriptions().map(CatalogueFlag.init),
            requirements: requirements.sorted { ($0.source, $0.name) < ($1.source, $1.name) })
    }

    private var catalogueProgram: CatalogueProgram {
        guard let program = timeline?.run.header.program else {
            return CatalogueProgram(name: ProcessInfo.processInfo.processName)
        }
        return CatalogueProgram(name: program.name, version: program.version, build: program.build)
    }

    private func flatten(
        _ feature: FeatureDescription, parent: FeaturePath?, _ routes: [ActionPath: [RouteDescription]]
    ) -> [CatalogueFeature] {
        let own = CatalogueFeature(
            path: feature.path, parent: parent, identifier: feature.identifier, type: feature.type, name: feature.name,
            description: feature.description, kind: feature.kind, isVisible: feature.isVisible,
            variation: feature.variation, tags: feature.tags,
            constraints: feature.constraints.map(CatalogueConstraint.init),
            actions: feature.actions.map { action in
                let path = ActionPath(feature: feature.path, action: action.identifier)
                return CatalogueAction(action, routes: (routes[path] ?? []).map(CatalogueRoute.init))
            })
        return [own] + feature.features.flatMap { flatten($0, parent: feature.path, routes) }
    }
}

extension CatalogueConstraint {
    init(_ condition: ConstraintDescription) {
        self.init(
            label: condition.label, kind: condition.kind, initial: condition.initial, flag: condition.flag,
            requires: condition.kind == .requires ? condition.features : [],
            excludes: condition.kind == .excludes ? condition.features : [],
            requirements: condition.requirements.map { CatalogueRequirement($0.name, from: $0.source) },
            systems: condition.systems)
    }
}

extension CatalogueAction {
    init(_ action: ActionDescription, routes: [CatalogueRoute]) {
        self.init(
            identifier: action.identifier, type: action.type, name: action.name, description: action.description,
            isPublished: action.visibility == .published, input: action.input, presenter: action.presenter,
            analyticsIdentifier: action.analyticsIdentifier, amountUnit: action.amountUnit,
            activities: action.activityEligibility.words, routes: routes)
    }
}

extension CatalogueRoute {
    init(_ route: RouteDescription) {
        self.init(pattern: route.pattern, scopes: route.scopes.map(\.word).sorted(), name: route.name)
    }
}

extension RouteScope {
    /// The declared scope: `app(documents)`.
    fileprivate var word: String {
        switch self {
        case .app(let scheme): "app(\(scheme))"
        case .anyApp: "anyApp"
        case .universal(let domain): "universal(\(domain))"
        case .anyUniversal: "anyUniversal"
        }
    }
}

extension CatalogueFlag {
    init(_ flag: FlagDescription) {
        self.init(
            key: flag.key, type: flag.type, valueType: flag.valueTypeName, defaultValue: flag.defaultValue,
            description: flag.description, owner: flag.owner, kind: flag.kind, expires: flag.expires,
            allowedValues: flag.allowedValues, parent: flag.parent, exclusionGroup: flag.exclusionGroup,
            exclusionPriority: flag.exclusionPriority, file: flag.file.isEmpty ? nil : flag.file,
            line: flag.file.isEmpty ? nil : Int(flag.line))
    }
}
