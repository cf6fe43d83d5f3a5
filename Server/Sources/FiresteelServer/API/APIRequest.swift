import FiresteelFlags
import FiresteelHTTP
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
    func object() throws(APIError) -> [String: FlagValue] {
        let value: FlagValue
        do {
            value = try FlagValue(json: body, limits: Self.jsonLimits)
        } catch {
            throw .malformed("The body isn't JSON: \(error)")
        }
        guard case .object(let members) = value else { throw .malformed("The body isn't a JSON object.") }
        try Self.refuseNull(in: value)
        return members
    }

    /// Throws if a text has the character U+0000, which PostgreSQL can't store.
    static func refuseNull(in value: FlagValue) throws(APIError) {
        guard let path = value.pathOfNull else { return }
        throw .invalid("“\(path)” contains the character U+0000, which can't be stored. Remove it.")
    }

    /// Throws if a parameter of path or query has the character U+0000.
    func refuseNull() throws(APIError) {
        for (name, value) in parameters.merging(query, uniquingKeysWith: { first, _ in first }).sorted(by: {
            $0.key < $1.key
        })
        where value.utf8.contains(0) {
            throw .malformed("“\(name)” contains the character U+0000, which no name has. Remove it.")
        }
    }

    /// Returns a whole number of the query within a range.
    func int(_ name: String, in range: ClosedRange<Int>, default value: Int) throws(APIError) -> Int {
        guard let text = query[name] else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw .malformed(
                "“\(name)” has to be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text.prefix(50))”."
            )
        }
        return number
    }
}

extension [String: FlagValue] {
    /// Returns a text.
    func text(_ name: String) throws(APIError) -> String {
        guard case .string(let text)? = self[name] else { throw .malformed("“\(name)” is missing, or isn't a string.") }
        return text
    }

    /// Returns a text, or `nil` without one.
    func textIfPresent(_ name: String) throws(APIError) -> String? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw .malformed("“\(name)” isn't a string.")
        }
    }

    /// Returns a time in milliseconds since 1970, or `nil` without one.
    func timeIfPresent(_ name: String) throws(APIError) -> Int64? {
        switch self[name] {
        case nil, .null?: return nil
        case .int(let number)? where number >= 0 && number < 100_000_000_000_000: return Int64(number)
        default: throw .malformed("“\(name)” isn't a time in milliseconds since 1970.")
        }
    }
}
