/// A value of JSON (RFC 8259).
package enum JSONValue: Sendable, Hashable, JSONValueProtocol {
    case null
    case bool(Bool)
    /// An integer that fits.
    case int(Int)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a text.
    ///
    /// - Throws: The first error, with its offset.
    package init(json bytes: some Collection<UInt8>) throws(JSONScanError) {
        self = try JSONDocument(Array(bytes)).value(0)
    }

    /// Returns the value as JSON, with names in the order of their UTF-8.
    package func json(pretty: Bool = false) -> String {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    package var content: JSONContent<JSONValue> {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values)
        case .object(let members): .object(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
