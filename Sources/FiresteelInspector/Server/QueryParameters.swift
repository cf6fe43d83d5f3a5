import FiresteelHTTPServer
import Foundation

/// The parameters of a query, parsed strictly: invalid ones are rejected.
struct QueryParameters: Sendable {
    private let values: [String: String]

    /// - Throws: `HTTPProblem` if a name is repeated or badly encoded.
    init(_ query: String) throws(HTTPProblem) {
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count > 1 ? parts[1] : "") else {
                throw .badRequest("The address isn't encoded correctly.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .badRequest("\(name) occurs more than once.")
            }
        }
        self.values = values
    }

    /// Returns a text, or `nil` if it is missing or empty.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the comma-separated values of a parameter.
    func list(_ name: String) -> [String] {
        text(name)?.split(separator: ",").map(String.init) ?? []
    }

    /// Returns whether a flag is `1`.
    ///
    /// A missing flag or `0` is `false`.
    func flag(_ name: String) throws(HTTPProblem) -> Bool {
        switch text(name) {
        case nil, "0": false
        case "1": true
        default: throw .badRequest("\(name) must be 1 or 0.")
        }
    }

    /// Returns a whole number within a range.
    func number<Value: FixedWidthInteger>(_ name: String, in range: ClosedRange<Value>) throws(HTTPProblem) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw .badRequest("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    static func decode(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
