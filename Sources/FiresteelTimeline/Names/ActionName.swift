/// The name of an action binding in a timeline.
public final class ActionName: Sendable {
    /// Its identifier in the run.
    public let id: NameID
    /// The identifier in code, unique within its feature.
    public let identifier: String
    /// The display name.
    public let name: String
    /// The feature that the action belongs to, or `nil` if its name was lost.
    public let feature: FeatureName?

    init(id: NameID, identifier: String, name: String, feature: FeatureName?) {
        self.id = id
        self.identifier = identifier
        self.name = name
        self.feature = feature
    }
}
