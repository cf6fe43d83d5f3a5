import Foundation

/// What stands behind the `?`, read strictly: what can't be understood is refused, not guessed.
struct QueryParameters: Sendable {
    private let values: [String: String]

    /// - Throws: `APIError` where a name comes twice or isn't well encoded.
    init(_ query: String) throws(APIError) {
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = Self.decode(parts.count > 1 ? parts[1] : "") else {
                throw .badRequest("The address isn't well encoded.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .badRequest("\(name) comes more than once.")
            }
        }
        self.values = values
    }

    /// A text, nil where it isn't there or empty.
    func text(_ name: String) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Texts with commas between them.
    func list(_ name: String) -> [String] {
        text(name)?.split(separator: ",").map(String.init) ?? []
    }

    /// Whether something is asked for: `1`.
    ///
    /// Not there or `0`: it isn't.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch text(name) {
        case nil, "0": false
        case "1": true
        default: throw .badRequest("\(name) is 1 or 0.")
        }
    }

    /// A whole number within a range.
    func number<Value: FixedWidthInteger>(_ name: String, in range: ClosedRange<Value>) throws(APIError) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw .badRequest("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    static func decode(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
