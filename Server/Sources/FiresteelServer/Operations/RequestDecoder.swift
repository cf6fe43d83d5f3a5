import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore

extension APIRequest {
    /// Decodes the input of an operation: parameters of the path and the query by the endpoint's declaration, anything else
    /// from the body, which is read only if it is needed.
    func decode<Value: Decodable>(_ type: Value.Type, _ endpoint: OperationEndpoint) throws -> Value {
        try Value(from: ValueDecoder(source: RequestSource(request: self, endpoint: endpoint), path: ""))
    }
}

/// A time in a request.
struct RequestTime: Decodable, Sendable {
    fileprivate static let range = 0..<100_000_000_000_000
    /// The time, in milliseconds since 1970.
    let milliseconds: Int64
}

/// Values by name, and the value itself.
private protocol ValueSource: AnyObject {
    /// Returns a member, `nil` if it is missing.
    func member(_ name: String) throws(HTTPProblem) -> JSONValue?
    /// The whole value.
    var value: JSONValue { get }
}

/// The parts of a request.
private final class RequestSource: ValueSource {
    private let request: APIRequest
    private let endpoint: OperationEndpoint
    private lazy var body = Result { () throws(HTTPProblem) in try request.object() }

    init(request: APIRequest, endpoint: OperationEndpoint) {
        self.request = request
        self.endpoint = endpoint
    }

    func member(_ name: String) throws(HTTPProblem) -> JSONValue? {
        if let text = request.parameters[name] { return .string(text) }
        guard let parameter = endpoint.query.first(where: { $0.name == name }) else { return try body.get()[name] }
        guard let text = request.query[name] else { return parameter.defaultValue }
        return try parameter.value(text)
    }

    var value: JSONValue { .object((try? body.get()) ?? [:]) }
}

/// A value of the body.
private final class BodySource: ValueSource {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    func member(_ name: String) -> JSONValue? { value.members[name] }
}

extension Endpoint.Parameter {
    /// Reads the text of a query by the parameter's schema.
    fileprivate func value(_ text: String) throws(HTTPProblem) -> JSONValue {
        switch schema.members["type"] {
        case "integer":
            let range = (schema.members["minimum"]?.intValue ?? 0)...(schema.members["maximum"]?.intValue ?? .max)
            guard let number = Int(text), range.contains(number) else {
                throw .badRequest(
                    "“\(name)” has to be a whole number from \(range.lowerBound) to \(range.upperBound), not “\(text.prefix(50))”."
                )
            }
            return .int(number)
        case "boolean": return .bool(text == "true")
        default: return .string(text)
        }
    }
}

/// Decodes values, with errors that name the member and what it has to be.
private struct ValueDecoder: Decoder {
    let source: any ValueSource
    /// The path of the value, empty for the whole.
    let path: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = source.value else { throw Self.mismatch(path, [JSONValue].self, false) }
        return Elements(elements: elements, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

    /// Decodes a value of the given path.
    static func decode<Value: Decodable>(
        _ type: Value.Type, _ value: JSONValue?, _ path: String, isOptional: Bool = false
    ) throws -> Value {
        guard let value else { throw mismatch(path, type, isOptional) }
        let scalar: Any? =
            switch (type, value) {
            case (is JSONValue.Type, _): value
            case (is String.Type, .string(let text)): text
            case (is Bool.Type, .bool(let flag)): flag
            case (is Int.Type, .int(let number)): number
            case (is Int64.Type, .int(let number)): Int64(number)
            case (is Double.Type, .int(let number)): Double(number)
            case (is Double.Type, .double(let number)): number
            case (is RequestTime.Type, .int(let number)) where RequestTime.range.contains(number):
                RequestTime(milliseconds: Int64(number))
            default: nil
            }
        if let scalar = scalar as? Value { return scalar }
        let scalars: [any Decodable.Type] = [
            String.self, Bool.self, Int.self, Int64.self, Double.self, RequestTime.self,
        ]
        if scalars.contains(where: { $0 == type }) { throw mismatch(path, type, isOptional) }
        if TypeSchema.words(of: type) != nil {
            // What an enumeration throws names none of its values.
            guard let word = try? Value(from: ValueDecoder(source: BodySource(value), path: path)) else {
                throw mismatch(path, type, isOptional)
            }
            return word
        }
        if type is any ListType.Type, value.arrayValue == nil { throw mismatch(path, type, isOptional) }
        return try Value(from: ValueDecoder(source: BodySource(value), path: path))
    }

    private static func mismatch(_ path: String, _ type: any Decodable.Type, _ isOptional: Bool) -> HTTPProblem {
        let verb = isOptional ? "isn't" : "is missing, or isn't"
        if let words = TypeSchema.words(of: type) {
            let list = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            return .badRequest("“\(path)” has to be \(list).")
        }
        switch type {
        case is String.Type: return .badRequest("“\(path)” \(verb) a string.")
        case is Bool.Type: return .badRequest("“\(path)” has to be true or false.")
        case is Int.Type, is Int64.Type: return .badRequest("“\(path)” isn't a whole number.")
        case is Double.Type: return .badRequest("“\(path)” isn't a number.")
        case is RequestTime.Type: return .badRequest("“\(path)” isn't a time in milliseconds since 1970.")
        case is any ListType.Type: return .badRequest("“\(path)” \(verb) a list.")
        default: return .badRequest("“\(path)” \(verb) an object.")
        }
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: ValueDecoder

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { decoder.source.value.members.keys.sorted().compactMap { Key(stringValue: $0) } }

        private func path(_ key: Key) -> String {
            decoder.path.isEmpty ? key.stringValue : "\(decoder.path).\(key.stringValue)"
        }

        private func member(_ key: Key) throws -> JSONValue? { try decoder.source.member(key.stringValue) }

        func contains(_ key: Key) -> Bool { (try? member(key)) ?? nil != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try member(key) ?? .null == .null }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try ValueDecoder.decode(type, member(key), path(key))
        }

        private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
            guard let value = try member(key), value != .null else { return nil }
            return try ValueDecoder.decode(type, value, path(key), isOptional: true)
        }

        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
            try optional(type, key)
        }

        // The protocol's own versions for these would report a value as missing.
        func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }

        private func nested(_ key: Key) throws -> ValueDecoder {
            ValueDecoder(source: BodySource(try member(key) ?? .null), path: path(key))
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try nested(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try nested(key).unkeyedContainer()
        }

        func superDecoder() throws -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [JSONValue]
        let path: String
        var currentIndex = 0

        var codingPath: [any CodingKey] { [] }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex == elements.count }

        private mutating func nested() -> ValueDecoder {
            let element = isAtEnd ? .null : elements[currentIndex]
            defer { currentIndex += isAtEnd ? 0 : 1 }
            return ValueDecoder(source: BodySource(element), path: "\(path)[\(currentIndex)]")
        }

        mutating func decodeNil() throws -> Bool {
            guard !isAtEnd, elements[currentIndex] == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let value = try ValueDecoder.decode(
                type, isAtEnd ? nil : elements[currentIndex], "\(path)[\(currentIndex)]")
            currentIndex += 1
            return value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try nested().container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try nested().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { nested() }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: ValueDecoder

        var codingPath: [any CodingKey] { [] }
        func decodeNil() -> Bool { decoder.source.value == .null }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try UnsupportedScalarError.check(type)
            return try ValueDecoder.decode(type, decoder.source.value, decoder.path)
        }
    }
}
