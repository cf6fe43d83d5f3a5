import Foundation
public import HTTPTypes

/// Finds the route for the method and path of a request, in a time that doesn't depend on how many there are.
///
/// A segment of a path in braces, such as `{run}`, is a parameter. Literal segments have priority.
public struct HTTPRouter: Sendable {
    /// The result of a search.
    public enum Match: Sendable {
        /// The index of the route, with the decoded parameters of its path by their names.
        case found(Int, parameters: [String: String])
        /// The path exists with other methods.
        case otherMethods([HTTPRequest.Method])
        /// There is no such path.
        case missing
    }

    /// A method of a path.
    private struct Route: Sendable {
        let method: HTTPRequest.Method
        let index: Int
        let parameters: [(index: Int, name: String)]
    }

    /// A node in the tree of paths.
    private struct Node: Sendable {
        var literals: [Substring: Int] = [:]
        var parameter: Int?
        /// The routes whose paths end here.
        var routes: [Route] = []
    }

    /// The tree; the first node is that of the empty path.
    private var nodes = [Node()]
    /// The routes without parameters, by their paths.
    private var fixed: [Substring: [Route]] = [:]

    /// Whether what responds to `GET` responds to `HEAD` as well.
    private let respondsToHead: Bool

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - routes: The routes, which it finds by their index.
    ///   - respondsToHead: Whether what responds to `GET` responds to `HEAD` as well.
    public init(
        _ routes: some Sequence<(method: HTTPRequest.Method, path: String)>, respondsToHead: Bool = true
    ) {
        self.respondsToHead = respondsToHead
        for (index, route) in routes.enumerated() { add(route.method, route.path, index) }
    }

    private mutating func add(_ method: HTTPRequest.Method, _ path: String, _ route: Int) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let parameters = segments.enumerated().filter { $1.first == "{" }.map {
            (index: $0, name: String($1.dropFirst().dropLast()))
        }
        let route = Route(method: method, index: route, parameters: parameters)
        if parameters.isEmpty { fixed[path[...], default: []].append(route) }
        var index = 0
        for segment in segments { index = child(of: index, segment) }
        nodes[index].routes.append(route)
    }

    private mutating func child(of index: Int, _ segment: Substring) -> Int {
        let isParameter = segment.first == "{"
        if let known = isParameter ? nodes[index].parameter : nodes[index].literals[segment] { return known }
        nodes.append(Node())
        let child = nodes.count - 1
        if isParameter { nodes[index].parameter = child } else { nodes[index].literals[segment] = child }
        return child
    }

    /// Finds what responds.
    ///
    /// - Parameters:
    ///   - method: The method; a `HEAD` request is responded to as a `GET` where the router does so.
    ///   - path: The path as it was sent, percent-encoded, so that a segment may contain an encoded slash.
    public func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
        let method = method == .head && respondsToHead ? .get : method
        // Literal segments have priority, so this is what the tree leads to.
        if let route = fixed[path]?.first(where: { $0.method == method }) {
            return .found(route.index, parameters: [:])
        }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { Substring($0) }
        guard segments.count <= Self.maximumSegments else { return .missing }
        var methods: [HTTPRequest.Method] = []
        var found: Match?
        _ = visit(0, segments[...]) { route in
            guard let parameters = Self.parameters(of: route, segments) else { return false }
            guard route.method == method else {
                methods.append(route.method)
                return false
            }
            found = .found(route.index, parameters: parameters)
            return true
        }
        return found ?? (methods.isEmpty ? .missing : .otherMethods(methods))
    }

    /// Longer paths aren't searched for.
    private static let maximumSegments = 16

    /// Calls a function for the routes of a path until it returns `true`; literal segments have priority.
    private func visit(_ index: Int, _ segments: ArraySlice<Substring>, _ body: (Route) -> Bool) -> Bool {
        guard let segment = segments.first else { return nodes[index].routes.contains(where: body) }
        if let child = nodes[index].literals[segment], visit(child, segments.dropFirst(), body) { return true }
        guard let child = nodes[index].parameter, !segment.isEmpty else { return false }
        return visit(child, segments.dropFirst(), body)
    }

    private static func parameters(of route: Route, _ path: [Substring]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (index, name) in route.parameters {
            let segment = path[index]
            let isEncoded = segment.utf8.contains(UInt8(ascii: "%"))
            guard let value = isEncoded ? segment.removingPercentEncoding : String(segment), !value.isEmpty else {
                return nil
            }
            parameters[name] = value
        }
        return parameters
    }
}
