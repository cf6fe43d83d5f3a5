/// A route of a runtime, as data: for pages, catalogues and tools.
public struct RouteDescription: Sendable, Hashable {
    /// The declared pattern.
    public let pattern: String
    /// The scopes, with schemes and domains in lower case.
    public let scopes: [RouteScope]
    /// Its name, if it has one.
    public let name: String?
    /// The action.
    public let action: ActionPath
    /// The parameters of the pattern, from left to right.
    public let parameters: [String]
    /// The type of the action's input, or `nil` if it needs none.
    public let input: String?
    /// The reason why the route has no links, or `nil` if it has.
    public let irreversible: String?

    /// Whether links can be created, for inputs that can be expressed in one.
    public var isReversible: Bool { irreversible == nil }
}

extension RouteDescription {
    init(_ route: RegisteredRoute) {
        pattern = route.pattern.text
        scopes = route.scopes
        name = route.name
        action = route.action
        parameters = route.pattern.parameters
        input = route.coding.input
        irreversible = route.irreversible
    }
}

extension FeatureRuntime {
    /// The registered routes, in order of registration.
    public var routes: [RouteDescription] { routeStore.table.routes.map { RouteDescription($0) } }
}
