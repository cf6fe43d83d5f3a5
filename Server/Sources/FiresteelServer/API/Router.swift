import FiresteelStore
import Foundation
import HTTPTypes

/// Finds the endpoint of a request.
struct Router: Sendable {
    /// The result of a search.
    enum Match: Sendable {
        case found(Endpoint, parameters: [String: String])
        /// The path exists with other methods.
        case otherMethods([HTTPRequest.Method])
        case missing
    }

    let endpoints: [Endpoint]
    private let bySegments: [Int: [(segments: [Substring], endpoint: Endpoint)]]

    init(_ endpoints: [Endpoint]) {
        self.endpoints = endpoints
        bySegments = Dictionary(grouping: endpoints.map { ($0.segments, $0) }) { $0.0.count }
            .mapValues { $0.map { (segments: $0.0, endpoint: $0.1) } }
    }

    /// Finds an endpoint.
    ///
    /// A segment of the path may contain an encoded slash.
    func match(_ method: HTTPRequest.Method, path: Substring) -> Match {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var methods: [HTTPRequest.Method] = []
        for candidate in bySegments[segments.count] ?? [] {
            guard let parameters = Self.parameters(candidate.segments, segments) else { continue }
            if candidate.endpoint.method == method || (method == .head && candidate.endpoint.method == .get) {
                return .found(candidate.endpoint, parameters: parameters)
            }
            methods.append(candidate.endpoint.method)
        }
        return methods.isEmpty ? .missing : .otherMethods(methods)
    }

    private static func parameters(_ template: [Substring], _ path: ArraySlice<Substring>) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (expected, segment) in zip(template, path) {
            if expected.first == "{" {
                guard !segment.isEmpty, let value = String(segment).removingPercentEncoding, !value.isEmpty else {
                    return nil
                }
                parameters[String(expected.dropFirst().dropLast())] = value
            } else if expected != segment {
                return nil
            }
        }
        return parameters
    }

    /// Returns the decoded values of a query, the first of each name.
    static func query(_ text: Substring) -> [String: String] {
        var values: [String: String] = [:]
        for pair in text.split(separator: "&").prefix(50) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(parts[0]), values[name] == nil else { continue }
            values[name] = parts.count == 2 ? decoded(parts[1]) ?? "" : ""
        }
        return values
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
