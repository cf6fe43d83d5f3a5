/// The routes of a runtime, in which the route of a link is found by one look-up for each component.
///
/// A table never changes: registering more routes creates a new one.
final class RouteTable: Sendable {
    let routes: [RegisteredRoute]
    /// The routes of each action, as indices of ``routes``, by the action's number in the process.
    let byAction: [BindingReference: [Int]]
    let byPath: [ActionPath: [Int]]
    private let nodes: [Node]
    private let roots: [RouteScope: Int]

    /// A component of patterns, and what can follow it.
    fileprivate struct Node: Sendable {
        var literals: [ExactText: Int] = [:]
        var affixes: [AffixGroup] = []
        var parameter: Int?
        var any: Int?
        /// The route that ends with `**` here.
        var rest: Int?
        /// The route that ends here.
        var end: Int?
    }

    /// Components with a parameter between texts of these lengths.
    ///
    /// They are looked up by the texts, so their number doesn't affect the cost.
    fileprivate struct AffixGroup: Sendable {
        let prefix: Int
        let suffix: Int
        var nodes: [Affixes: Int] = [:]
    }

    fileprivate struct Affixes: Hashable {
        let prefix: ExactText
        let suffix: ExactText
    }

    /// Returns a table of these routes, and the diagnostics of those that tie with an earlier one.
    static func make(_ routes: [RegisteredRoute]) -> (table: RouteTable, faults: [FeatureSetupError.Diagnostic]) {
        var builder = Builder()
        var faults: [FeatureSetupError.Diagnostic] = []
        for (index, route) in routes.enumerated() {
            var tied: [(other: Int, scopes: [RouteScope])] = []
            for scope in route.scopes {
                guard let other = builder.insert(index, route.pattern, in: scope) else { continue }
                if let known = tied.firstIndex(where: { $0.other == other }) {
                    tied[known].scopes.append(scope)
                } else {
                    tied.append((other, [scope]))
                }
            }
            faults += tied.map { other, scopes in
                .routesTie(
                    first: routes[other].words, second: route.words,
                    scope: scopes.map(\.description).joined(separator: " and "))
            }
        }
        return (RouteTable(routes, builder), faults)
    }

    private init(_ routes: [RegisteredRoute], _ builder: Builder) {
        self.routes = routes
        nodes = builder.nodes
        roots = builder.roots
        byAction = Dictionary(grouping: routes.indices) { routes[$0].reference }
        byPath = Dictionary(grouping: routes.indices) { routes[$0].action }
    }

    /// Returns the route that takes a link.
    func find(_ address: LinkAddress) -> (route: RegisteredRoute, scope: RouteScope)? {
        for scope in address.scope.fromSpecific {
            guard let root = roots[scope], let found = find(address.components[...], below: root) else { continue }
            return (routes[found], scope)
        }
        return nil
    }

    /// Finds the most specific match.
    ///
    /// Each node is visited at most once.
    private func find(_ components: ArraySlice<String>, below index: Int) -> Int? {
        let node = nodes[index]
        guard let component = components.first else { return node.end ?? node.rest }
        let following = components.dropFirst()
        if let next = node.literals[ExactText(component)], let found = find(following, below: next) { return found }
        for group in node.affixes {
            if let next = group.find(component), let found = find(following, below: next) { return found }
        }
        if let next = node.parameter, let found = find(following, below: next) { return found }
        if let next = node.any, let found = find(following, below: next) { return found }
        return node.rest
    }
}

extension RouteScope {
    /// The scopes that a link of this one is in, the specific before the general.
    var fromSpecific: [RouteScope] {
        switch self {
        case .app: [self, .anyApp]
        case .universal: [self, .anyUniversal]
        case .anyApp, .anyUniversal: [self]
        }
    }
}

extension RouteTable.AffixGroup {
    func find(_ component: String) -> Int? {
        let bytes = component.utf8
        // A text cut within a character is invalid, and matches no pattern.
        guard bytes.count > prefix + suffix, let before = String(bytes.prefix(prefix)),
            let after = String(bytes.suffix(suffix))
        else { return nil }
        return nodes[RouteTable.Affixes(prefix: ExactText(before), suffix: ExactText(after))]
    }
}

extension RouteTable {
    /// Inserts patterns into nodes.
    fileprivate struct Builder {
        var nodes: [Node] = []
        var roots: [RouteScope: Int] = [:]

        /// Inserts a route, or returns the route that already occupies its position.
        mutating func insert(_ route: Int, _ pattern: RoutePattern, in scope: RouteScope) -> Int? {
            var node = roots[scope] ?? add()
            roots[scope] = node
            for component in pattern.components {
                switch component {
                case .literal(let text):
                    let key = ExactText(text)
                    let next = nodes[node].literals[key] ?? add()
                    nodes[node].literals[key] = next
                    node = next
                case .parameter(_, let prefix, let suffix):
                    node =
                        prefix.isEmpty && suffix.isEmpty ? parameter(below: node) : affixed(prefix, suffix, below: node)
                case .any:
                    let next = nodes[node].any ?? add()
                    nodes[node].any = next
                    node = next
                case .rest:
                    if let other = nodes[node].rest { return other }
                    nodes[node].rest = route
                    return nil
                }
            }
            if let other = nodes[node].end { return other }
            nodes[node].end = route
            return nil
        }

        private mutating func add() -> Int {
            nodes.append(Node())
            return nodes.count - 1
        }

        private mutating func parameter(below node: Int) -> Int {
            let next = nodes[node].parameter ?? add()
            nodes[node].parameter = next
            return next
        }

        private mutating func affixed(_ prefix: String, _ suffix: String, below node: Int) -> Int {
            let (before, after) = (prefix.utf8.count, suffix.utf8.count)
            let key = Affixes(prefix: ExactText(prefix), suffix: ExactText(suffix))
            if let group = nodes[node].affixes.firstIndex(where: { $0.prefix == before && $0.suffix == after }) {
                let next = nodes[node].affixes[group].nodes[key] ?? add()
                nodes[node].affixes[group].nodes[key] = next
                return next
            }
            let next = add()
            // More text has priority, and for equal lengths the longer prefix, as in RoutePattern.precedes.
            let index = nodes[node].affixes.firstIndex { (before + after, before) > ($0.prefix + $0.suffix, $0.prefix) }
            nodes[node].affixes.insert(
                AffixGroup(prefix: before, suffix: after, nodes: [key: next]),
                at: index ?? nodes[node].affixes.endIndex)
            return next
        }
    }
}
