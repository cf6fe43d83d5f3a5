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
    /// The unit of the amount that the action declares, or `nil` if it declares none.
    public let amountUnit: String?
    /// The uses that the action's activity is eligible for.
    public let activityEligibility: ActivityEligibility
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
        amountUnit = Self.amountUnit(of: binding.action)
        activityEligibility = binding.action.activityEligibility
    }

    private static func amountUnit<Opened: ActionDefinition>(of _: Opened.Type) -> String? {
        let unit = "\(Opened.amount.unit)"
        // Without its input, an action has no amount.
        return unit.isEmpty || Opened.timelineRecording != .full ? nil : unit
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
