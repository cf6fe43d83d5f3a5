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
        let features = registry.all
        var children: [FeaturePath: [RegisteredFeature]] = [:]
        for feature in features {
            if let parent = feature.parent { children[parent.path, default: []].append(feature) }
        }
        return features.filter { $0.parent == nil }.map { describe($0, children) }
    }

    /// A feature with everything below it, `nil` where it isn't registered.
    public func describe(_ type: any FeatureDefinition.Type) -> FeatureDescription? {
        guard let feature = registry.all.first(where: { $0.type == type }) else { return nil }
        return describe(feature.path)
    }

    /// The feature at a path with everything below it, `nil` where there is none.
    public func describe(_ path: FeaturePath) -> FeatureDescription? {
        func find(in features: [FeatureDescription]) -> FeatureDescription? {
            for feature in features {
                if feature.path == path { return feature }
                if path.isAtOrBelow(feature.path), let found = find(in: feature.features) { return found }
            }
            return nil
        }
        return find(in: featureTree)
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
            availability: availabilityTable.availability(of: feature),
            constraints: availabilityTable.constraints(of: feature).map {
                ConstraintDescription(
                    $0.constraint, $0.status, of: feature.path,
                    features: paths(of: ($0.constraint as? any RelationConstraint)?.features ?? []))
            },
            actions: type.actions.references.map { ActionDescription(Interning.shared.describe($0)) },
            features: (children[feature.path] ?? []).map { describe($0, children) })
    }
}

extension FeatureRuntime {
    private func paths(of types: [any FeatureDefinition.Type]) -> [FeaturePath] {
        guard !types.isEmpty else { return [] }
        let features = registry.all
        return types.compactMap { type in features.first { $0.type == type }?.path }
    }
}

extension ConstraintDescription {
    init(_ constraint: any Constraint, _ status: ConstraintStatus, of path: FeaturePath, features: [FeaturePath]) {
        label = constraint.label
        kind = Kind(constraint)
        self.status = status
        control = constraint.control
        flag = (constraint as? Flagged)?.flag(at: path).key
        self.features = features
        requirements = constraint.requirements
        initial = (constraint as? UserToggled)?.initial ?? (constraint as? RuntimeEnabled)?.initial
        systems = (constraint as? Platform)?.words ?? [:]
    }
}

extension ConstraintDescription.Kind {
    init(_ constraint: any Constraint) {
        self =
            switch constraint {
            case is Flagged: .flag
            case is UserToggled: .toggle
            case is RuntimeEnabled: .runtime
            case is Platform: .platform
            case is Requires: .requires
            case is Excludes: .excludes
            default: .other
            }
    }
}

extension Platform {
    /// What it needs of each system that it needs something of.
    fileprivate var words: [String: String] {
        var words: [String: String] = [:]
        for system in HostPlatform.System.allCases {
            switch self[system] {
            case .any: break
            case .unsupported: words[system.rawValue] = "unsupported"
            case .version(let version): words[system.rawValue] = "\(version)"
            }
        }
        return words
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
