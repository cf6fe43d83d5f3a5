/// A validated route with its action.
struct RegisteredRoute: Sendable {
    let pattern: RoutePattern
    /// Normalized, each once.
    let scopes: [RouteScope]
    let name: String?
    let reference: BindingReference
    let action: ActionPath
    let coding: RouteCoding
    /// The route and its feature, for diagnostics: "open/$(document) of DocumentManagement".
    let words: String
}

extension RegisteredRoute {
    /// Checks the routes of a graph's features.
    static func routes(of graph: FeatureGraph) -> (routes: [RegisteredRoute], faults: [FeatureSetupError.Diagnostic]) {
        var routes: [RegisteredRoute] = []
        var faults: [FeatureSetupError.Diagnostic] = []
        for node in graph.nodes {
            for route in node.routes {
                do throws(RoutePatternError) {
                    routes.append(try RegisteredRoute(route, of: node))
                } catch {
                    faults.append(
                        .invalidRoute(
                            pattern: route.pattern, feature: String(reflecting: node.type), because: error.description))
                }
            }
        }
        return (routes, faults)
    }

    private init(_ route: Route, of node: FeatureGraph.Node) throws(RoutePatternError) {
        pattern = try RoutePattern(route.pattern)
        let action = Interning.shared.describe(route.reference).action
        guard node.actions.contains(route.reference) else {
            throw RoutePatternError("it leads to \(String(reflecting: action)), which the feature doesn't declare")
        }
        var scopes: [RouteScope] = []
        for scope in route.scopes {
            guard let normalized = scope.normalized else { throw RoutePatternError(scope.fault) }
            guard !scopes.contains(normalized) else { throw RoutePatternError("it has the scope \(normalized) twice") }
            scopes.append(normalized)
        }
        self.scopes = scopes
        if route.name?.isEmpty == true { throw RoutePatternError("its name is empty") }
        name = route.name
        reference = route.reference
        self.action = ActionPath(feature: node.path, action: action.identifier)
        coding = route.coding
        words = "\"\(route.pattern)\" of \(String(reflecting: node.type))"
    }

    /// The name of a single value without a name: the pattern's only parameter, if it has exactly one.
    var soleParameter: String? {
        let names = pattern.parameters
        return names.count == 1 ? names.first : nil
    }

    /// The reason why the route has no links, or `nil` if it has.
    var irreversible: String? {
        if pattern.hasWildcard { return "\(pattern.text) has a wildcard, whose value is unknown" }
        if coding.parameters == nil { return coding.linkRefusal }
        if coding.isEmpty, !pattern.parameters.isEmpty {
            return "the action needs no input, which could provide the parameters of \(pattern.text)"
        }
        return nil
    }
}
