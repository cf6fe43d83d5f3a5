import FiresteelFlags

/// A feature of a runtime, as data: for pages, reports and tools.
public struct FeatureDescription: Sendable {
    /// Whether and how a feature can be unavailable.
    public enum Kind: String, Sendable, Codable { case feature, conditional, group }

    /// The feature's identity.
    public let path: FeaturePath
    /// Its own part of the path.
    public let identifier: String
    /// The Swift type that declares it, with its module.
    public let type: String
    /// What people call it.
    public let name: String
    /// What it is for.
    public let description: String
    /// A group may be conditional as well; then it is `conditional` and has sub-features.
    public let kind: Kind
    /// Whether it is shown to the users of the program.
    public let isVisible: Bool
    /// The variation in use.
    public let variation: String?
    /// Words to find it by.
    public let tags: [String]
    /// Whether it can be used now.
    public let availability: Availability
    /// How each of its own conditions stands now.
    public let constraints: [ConstraintDescription]
    /// Its actions, in the order in which they are declared.
    public let actions: [ActionDescription]
    /// What stands right below it.
    public let features: [FeatureDescription]
}

/// A condition of a feature, as data.
public struct ConstraintDescription: Sendable {
    /// Which of the library's conditions it is.
    public enum Kind: String, Sendable, Codable {
        /// ``Flagged``.
        case flag
        /// ``UserToggled``.
        case toggle
        /// ``RuntimeEnabled``.
        case runtime
        /// ``Platform``.
        case platform
        /// ``Requires``.
        case requires
        /// ``Excludes``.
        case excludes
        /// None of them.
        case other
    }

    /// What it is about.
    public let label: String
    /// Which of the library's conditions it is.
    public let kind: Kind
    /// How it stands.
    public let status: ConstraintStatus
    /// What a person can change about it.
    public let control: ConstraintControl?
    /// The key of the flag that it looks at, if it is about one.
    public let flag: String?
    /// The features that it looks at, if it is about others.
    public let features: [FeaturePath]
    /// What it looks at outside the program's features.
    public let requirements: [Requirement]
    /// Whether it holds until somebody says otherwise, of a switch.
    public let initial: Bool?
    /// What it needs of systems, by their names: "18.2", or "unsupported".
    ///
    /// A system of which any version will do isn't there.
    public let systems: [String: String]
}

/// An action of a feature, as data.
public struct ActionDescription: Sendable {
    /// The action's own identifier.
    public let identifier: String
    /// The Swift type that declares it, with its module.
    public let type: String
    /// What people call it.
    public let name: String
    /// What it does.
    public let description: String
    /// Who gets to see it.
    public let visibility: ActionVisibility
    /// The type of its input, `nil` where it needs none.
    public let input: String?
    /// The type of its presenter, `nil` where it shows nothing.
    public let presenter: String?
    /// What it is called in analytics, `nil` where analytics knows nothing of it.
    public let analyticsIdentifier: String?
    /// What its activity can be used for.
    public let activityEligibility: ActivityEligibility
}

extension FeatureRuntime {
    /// The whole tree of registered features as it stands now: one for each root.
    public var featureTree: [FeatureDescription] {
        let children = childrenByParent
        return registry.all.filter { $0.parent == nil }.map { describe($0, children) }
    }

    private var childrenByParent: [FeaturePath: [RegisteredFeature]] {
        var children: [FeaturePath: [RegisteredFeature]] = [:]
        for feature in registry.all {
            if let parent = feature.parent { children[parent.path, default: []].append(feature) }
        }
        return children
    }

    /// A feature with everything below it, `nil` where it isn't registered.
    public func describe(_ type: any FeatureDefinition.Type) -> FeatureDescription? {
        registry.find(type).flatMap { describe($0.path) }
    }

    /// The feature at a path with everything below it, `nil` where there is none.
    public func describe(_ path: FeaturePath) -> FeatureDescription? {
        registry.find(path).map { describe($0, childrenByParent) }
    }

    private func describe(
        _ feature: RegisteredFeature, _ children: [FeaturePath: [RegisteredFeature]]
    ) -> FeatureDescription {
        let type = feature.type
        return FeatureDescription(
            path: feature.path, identifier: type.identifier, type: String(reflecting: type), name: feature.name,
            description: type.description,
            kind: type is any ConditionalFeature.Type
                ? .conditional : type is any FeatureGroup.Type ? .group : .feature,
            isVisible: type.isVisible, variation: type.variation, tags: type.tags,
            availability: availabilityTable.availability(of: feature, in: nil),
            constraints: availabilityTable.constraints(of: feature).map {
                ConstraintDescription(
                    $0.constraint, $0.status, of: feature.path,
                    features: paths(of: $0.constraint.relations.flatMap(\.features)))
            },
            actions: type.actions.references.map { ActionDescription(Interning.shared.describe($0)) },
            features: (children[feature.path] ?? []).map { describe($0, children) })
    }
}

extension FeatureRuntime {
    private func paths(of types: [any FeatureDefinition.Type]) -> [FeaturePath] {
        types.compactMap { registry.find($0)?.path }
    }
}

extension ConstraintDescription {
    init(_ constraint: any Constraint, _ status: ConstraintStatus, of path: FeaturePath, features: [FeaturePath]) {
        let details = constraint.details
        label = constraint.label
        kind = details.kind
        self.status = status
        control = constraint.control
        flag = constraint.flags(at: path).first?.flag.key
        self.features = features
        requirements = constraint.requirements
        initial = details.initial
        systems = details.systems
    }
}

extension ActionDescription {
    init(_ binding: Interning.Binding) {
        let types = Self.types(of: binding.action)
        identifier = binding.action.identifier
        type = String(reflecting: binding.action)
        name = binding.action.name
        description = binding.action.description
        visibility = binding.visibility
        input = types.input
        presenter = types.presenter
        analyticsIdentifier = binding.action.analyticsIdentifier
        activityEligibility = binding.action.activityEligibility
    }

    private static func types(of action: any ActionDefinition.Type) -> (input: String?, presenter: String?) {
        func open<Opened: ActionDefinition>(_ type: Opened.Type) -> (String?, String?) {
            (
                Opened.Input.self == NoInput.self ? nil : String(describing: Opened.Input.self),
                Opened.Presenter.self == NoPresenter.self ? nil : String(describing: Opened.Presenter.self)
            )
        }
        return open(action)
    }
}
