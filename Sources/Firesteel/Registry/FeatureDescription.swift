import FiresteelFlags

/// The description of a feature as data, for pages, reports and tools.
public struct FeatureDescription: Sendable {
    /// The kind of a feature, by how it can be unavailable.
    public enum Kind: String, Sendable, Codable { case feature, conditional, group }

    /// The path of the feature.
    public let path: FeaturePath
    /// The feature's identifier, the last part of its path.
    public let identifier: String
    /// The name of the Swift type that declares the feature, with its module.
    public let type: String
    /// The display name.
    public let name: String
    /// The purpose of the feature.
    public let description: String
    /// The kind of the feature.
    ///
    /// A conditional group is `conditional` and has sub-features.
    public let kind: Kind
    /// Whether the feature is shown to the users of the program.
    public let isVisible: Bool
    /// The current variation.
    public let variation: String?
    /// Search terms.
    public let tags: [String]
    /// The current availability.
    public let availability: Availability
    /// The feature's own constraints, with their current status.
    public let constraints: [ConstraintDescription]
    /// The feature's actions, in the order of their declaration.
    public let actions: [ActionDescription]
    /// The direct sub-features.
    public let features: [FeatureDescription]
}

/// The description of a feature's constraint as data.
public struct ConstraintDescription: Sendable {
    /// The kinds of constraints.
    public enum Kind: String, Sendable, Codable {
        /// The kind of ``Flagged``.
        case flag
        /// The kind of ``UserToggled``.
        case toggle
        /// The kind of ``RuntimeEnabled``.
        case runtime
        /// The kind of ``Platform``.
        case platform
        /// The kind of ``Requires``.
        case requires
        /// The kind of ``Excludes``.
        case excludes
        /// The kind of all other constraints.
        case other
    }

    /// The subject of the constraint.
    public let label: String
    /// The kind of the constraint.
    public let kind: Kind
    /// The current status of the constraint.
    public let status: ConstraintStatus
    /// The control that changes the constraint, if any.
    public let control: ConstraintControl?
    /// The key of the flag that decides the constraint, if any.
    public let flag: String?
    /// The features that the constraint depends on.
    public let features: [FeaturePath]
    /// The facts outside the program's features that the constraint reads.
    public let requirements: [Requirement]
    /// The state of the constraint's switch before any choice, if it has a switch.
    public let initial: Bool?
    /// The requirement for each restricted system, by the system's name: "18.2", or "unsupported".
    ///
    /// Doesn't contain systems of which any version is allowed.
    public let systems: [String: String]
}

/// The description of a feature's action as data.
public struct ActionDescription: Sendable {
    /// The action's identifier within the feature.
    public let identifier: String
    /// The name of the Swift type that declares the action, with its module.
    public let type: String
    /// The display name.
    public let name: String
    /// The effect of the action.
    public let description: String
    /// The visibility of the action.
    public let visibility: ActionVisibility
    /// The name of the input's type, or `nil` if the action needs no input.
    public let input: String?
    /// The name of the presenter's type, or `nil` if the action shows nothing.
    public let presenter: String?
    /// The analytics identifier, or `nil` if analytics doesn't record the action.
    public let analyticsIdentifier: String?
    /// The uses that the action's activity is eligible for.
    public let activityEligibility: ActivityEligibility
}

extension FeatureRuntime {
    /// The current tree of registered features, with one element for each root.
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

    /// Returns the description of a feature and all of its sub-features, or `nil` if it isn't registered.
    public func describe(_ type: any FeatureDefinition.Type) -> FeatureDescription? {
        registry.find(type).flatMap { describe($0.path) }
    }

    /// Returns the description of the feature at a path and all of its sub-features, or `nil` if there is none.
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
