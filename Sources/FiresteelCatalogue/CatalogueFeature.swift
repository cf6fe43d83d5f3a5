public import Firesteel

/// A feature in a ``Catalogue``.
public struct CatalogueFeature: Sendable, Hashable {
    /// The feature's identity.
    public var path: FeaturePath
    /// The path of its group, or `nil` for a root.
    public var parent: FeaturePath?
    /// Its own part of the path.
    public var identifier: String
    /// The Swift type that declares it, with its module: "Documents.Sharing".
    public var type: String
    /// The display name.
    public var name: String
    /// The purpose; may be empty.
    public var description: String
    /// Whether and how it can be unavailable.
    public var kind: FeatureDescription.Kind
    /// Whether the feature is visible to users.
    public var isVisible: Bool
    /// The variation in use.
    public var variation: String?
    /// The declared tags.
    public var tags: [String]
    /// Its own conditions, as they are declared.
    public var constraints: [CatalogueConstraint]
    /// Its actions, as they are declared.
    public var actions: [CatalogueAction]

    /// Creates a feature.
    public init(
        path: FeaturePath, parent: FeaturePath? = nil, identifier: String, type: String, name: String,
        description: String = "", kind: FeatureDescription.Kind = .feature, isVisible: Bool = true,
        variation: String? = nil, tags: [String] = [], constraints: [CatalogueConstraint] = [],
        actions: [CatalogueAction] = []
    ) {
        self.path = path
        self.parent = parent
        self.identifier = identifier
        self.type = type
        self.name = name
        self.description = description
        self.kind = kind
        self.isVisible = isVisible
        self.variation = variation
        self.tags = tags
        self.constraints = constraints
        self.actions = actions
    }

    /// Returns the identity of one of its actions.
    public func path(of action: CatalogueAction) -> ActionPath {
        ActionPath(feature: path, action: action.identifier)
    }
}

/// A condition of a feature in a ``Catalogue``.
public struct CatalogueConstraint: Sendable, Hashable {
    /// A short label: "User toggle".
    public var label: String
    /// The kind of built-in constraint, or `ConstraintDescription.Kind.other`.
    public var kind: ConstraintDescription.Kind
    /// The initial state, for a switch.
    public var initial: Bool?
    /// The key of the flag, for a flag constraint.
    public var flag: String?
    /// The features that it needs.
    public var requires: [FeaturePath]
    /// The features that it yields to.
    public var excludes: [FeaturePath]
    /// The external requirements.
    public var requirements: [CatalogueRequirement]
    /// The minimum versions of systems by name: "18.2", or "unsupported".
    ///
    /// Systems without a minimum version are omitted.
    public var systems: [String: String]

    /// Creates a condition.
    public init(
        label: String, kind: ConstraintDescription.Kind = .other, initial: Bool? = nil, flag: String? = nil,
        requires: [FeaturePath] = [], excludes: [FeaturePath] = [], requirements: [CatalogueRequirement] = [],
        systems: [String: String] = [:]
    ) {
        self.label = label
        self.kind = kind
        self.initial = initial
        self.flag = flag
        self.requires = requires
        self.excludes = excludes
        self.requirements = requirements
        self.systems = systems
    }
}

extension CatalogueConstraint: CustomStringConvertible {
    /// The condition on one line: "User toggle (on by default)".
    public var description: String {
        var details: [String] = []
        if let initial { details.append(initial ? "on by default" : "off by default") }
        if let flag { details.append("flag \(flag)") }
        if !requires.isEmpty { details.append("requires \(requires.map(\.text).joined(separator: ", "))") }
        if !excludes.isEmpty { details.append("excludes \(excludes.map(\.text).joined(separator: ", "))") }
        if !requirements.isEmpty {
            details.append("needs \(requirements.map { "\($0.name) from \($0.source)" }.joined(separator: ", "))")
        }
        details += systems.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return details.isEmpty ? label : "\(label) (\(details.joined(separator: "; ")))"
    }
}
