/// A route of a runtime, as data: for pages, catalogues and tools.
public struct RouteDescription: Sendable, Hashable {
    /// The pattern, as it is declared.
    public let pattern: String
    /// Where it holds, with schemes and domains in lower case.
    public let scopes: [RouteScope]
    /// Its name, if it has one.
    public let name: String?
    /// The action that it leads to.
    public let action: ActionPath
    /// The parameters in the pattern, from left to right.
    public let parameters: [String]
    /// The type of the action's input, `nil` where it needs none.
    public let input: String?
    /// Why there are no links of it, `nil` where there are.
    public let irreversible: String?

    /// Whether there are links of it, for inputs that have a place in one.
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
    /// Every registered route, in the order in which they were registered.
    public var routes: [RouteDescription] { routeStore.table.routes.map { RouteDescription($0) } }
}
