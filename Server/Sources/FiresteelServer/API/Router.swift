import FiresteelStore
import Foundation
import HTTPTypes

/// An endpoint with the places of its parameters, and its metrics.
final class Route: Sendable {
    let endpoint: Endpoint
    let metrics: RouteMetrics
    fileprivate let parameters: [(place: Int, name: String)]

    fileprivate init(_ endpoint: Endpoint, _ metrics: RouteMetrics) {
        self.endpoint = endpoint
        self.metrics = metrics
        parameters = endpoint.segments.enumerated().filter { $1.first == "{" }
            .map { ($0, String($1.dropFirst().dropLast())) }
    }

    /// Whether the endpoint accepts a method.
    fileprivate func accepts(_ method: HTTPRequest.Method) -> Bool {
        endpoint.method == method || (method == .head && endpoint.method == .get)
    }
}

/// Finds the endpoint of a request.
struct Router: Sendable {
    /// The result of a search.
    enum Match: Sendable {
        case found(Route, parameters: [String: String])
        /// The path exists with other methods.
        case otherMethods([HTTPRequest.Method])
        case missing
    }

    /// A place in the tree of paths.
    private struct Node: Sendable {
        var literals: [Substring: Int] = [:]
        var parameter: Int?
        /// The endpoints whose paths end here.
        var routes: [Route] = []
    }

    /// The tree; the first node is that of the empty path.
    private var nodes = [Node()]
    /// The endpoints without parameters, by their paths.
    private var fixed: [Substring: [Route]] = [:]

    /// Creates a router.
    init(_ endpoints: [Endpoint], _ metrics: RequestMetrics) {
        for endpoint in endpoints {
            let route = Route(endpoint, metrics.route(endpoint))
            if route.parameters.isEmpty { fixed[endpoint.path[...], default: []].append(route) }
            var index = 0
            for segment in endpoint.segments { index = child(of: index, segment) }
            nodes[index].routes.append(route)
        }
    }

    private mutating func child(of index: Int, _ segment: Substring) -> Int {
        let isParameter = segment.first == "{"
        if let known = isParameter ? nodes[index].parameter : nodes[index].literals[segment] { return known }
        nodes.append(Node())
        let child = nodes.count - 1
        if isParameter { nodes[index].parameter = child } else { nodes[index].literals[segment] = child }
        return child
    }

    /// Finds an endpoint, in a time that doesn't depend on how many there are.
    ///
    /// A segment of the path may contain an encoded slash.
    func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
        // Literal segments have priority, so this is what the tree leads to.
        if let route = fixed[path]?.first(where: { $0.accepts(method) }) { return .found(route, parameters: [:]) }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Substring($0) }
        guard segments.count <= Self.maximumSegments else { return .missing }
        var methods: [HTTPRequest.Method] = []
        var found: Match?
        _ = visit(0, segments[...]) { route in
            guard let parameters = Self.parameters(of: route, segments) else { return false }
            guard route.accepts(method) else {
                methods.append(route.endpoint.method)
                return false
            }
            found = .found(route, parameters: parameters)
            return true
        }
        return found ?? (methods.isEmpty ? .missing : .otherMethods(methods))
    }

    /// Longer paths than any endpoint's aren't searched for.
    private static let maximumSegments = 16

    /// Calls a function for the endpoints of a path until it returns `true`; literal segments have priority.
    private func visit(_ index: Int, _ segments: ArraySlice<Substring>, _ body: (Route) -> Bool) -> Bool {
        guard let segment = segments.first else { return nodes[index].routes.contains(where: body) }
        if let child = nodes[index].literals[segment], visit(child, segments.dropFirst(), body) { return true }
        guard let child = nodes[index].parameter, !segment.isEmpty else { return false }
        return visit(child, segments.dropFirst(), body)
    }

    private static func parameters(of route: Route, _ path: [Substring]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (place, name) in route.parameters {
            let segment = path[place]
            let isEncoded = segment.utf8.contains(UInt8(ascii: "%"))
            guard let value = isEncoded ? segment.removingPercentEncoding : String(segment), !value.isEmpty else {
                return nil
            }
            parameters[name] = value
        }
        return parameters
    }

    /// Returns the decoded values of a query, the first of each name.
    static func query(_ text: Substring) -> [String: String] {
        var values: [String: String] = [:]
        guard !text.isEmpty else { return values }
        for pair in text.utf8.split(separator: UInt8(ascii: "&"), maxSplits: 50).prefix(50) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(Substring(parts[0])), values[name] == nil else { continue }
            values[name] = parts.count == 2 ? decoded(Substring(parts[1])) ?? "" : ""
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(text)
        }
        return text.replacing("+", with: " ").removingPercentEncoding
    }
}
