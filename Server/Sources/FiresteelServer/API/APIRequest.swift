import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelStore
import Foundation
import HTTPTypes

/// A request to an endpoint.
struct APIRequest: Sendable {
    /// Its identifier in logs.
    var id = ""
    /// The values of the path's parameters, decoded.
    var parameters: [String: String] = [:]
    /// The query's values, decoded; the first of each name.
    var query: [String: String] = [:]
    /// The header fields.
    var fields: HTTPFields = [:]
    /// The body.
    var body: [UInt8] = []
    /// Who sends it.
    var caller = Caller.anonymous
    /// The address it comes from.
    var address = ""

    /// The limits of bodies in JSON.
    static let jsonLimits = JSONLimits(bytes: 8 << 20, depth: 64)

    /// Returns a parameter of the path.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// Returns the body as a JSON object.
    func object() throws(HTTPProblem) -> [String: JSONValue] {
        let value: JSONValue
        do {
            value = try JSONValue(json: body, limits: Self.jsonLimits)
        } catch {
            throw .badRequest("The body isn't JSON: \(error)")
        }
        guard case .object(let members) = value else { throw .badRequest("The body isn't a JSON object.") }
        try Self.refuseNull(in: value)
        return members
    }

    /// Throws if a text has the character U+0000, which PostgreSQL can't store.
    static func refuseNull(in value: JSONValue) throws(HTTPProblem) {
        guard let path = value.pathOfNull else { return }
        throw .invalid("“\(path)” contains the character U+0000, which can't be stored. Remove it.")
    }

    /// Throws if a parameter of path or query has the character U+0000.
    func refuseNull() throws(HTTPProblem) {
        for (name, value) in parameters.merging(query, uniquingKeysWith: { first, _ in first }).sorted(by: {
            $0.key < $1.key
        })
        where value.utf8.contains(0) {
            throw .badRequest("“\(name)” contains the character U+0000, which no name has. Remove it.")
        }
    }
}

extension [String: JSONValue] {
    /// Returns a text.
    func text(_ name: String) throws(HTTPProblem) -> String {
        guard case .string(let text)? = self[name] else {
            throw .badRequest("“\(name)” is missing, or isn't a string.")
        }
        return text
    }

    /// Returns a text, or `nil` without one.
    func textIfPresent(_ name: String) throws(HTTPProblem) -> String? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw .badRequest("“\(name)” isn't a string.")
        }
    }
}

/// The query of a request.
enum QueryText {
    /// Returns the decoded values of a query, the first of each name.
    static func values(of text: Substring) -> [String: String] {
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
