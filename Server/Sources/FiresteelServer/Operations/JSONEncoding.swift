import FiresteelFlags

/// A type whose missing optional members are left out of JSON; those of other types are `null`.
protocol OmitsMissing {}

extension JSONValue {
    /// Encodes a value as JSON: a missing optional as `null`, a set of strings sorted.
    init(encoding value: some Encodable) throws {
        switch value {
        case let value as JSONValue: self = value
        case let texts as Set<String>: self = .array(texts.sorted().map { .string($0) })
        case let text as String: self = .string(text)
        case let flag as Bool: self = .bool(flag)
        case let number as Int: self = .int(number)
        case let number as Int64: self = .int(Int(number))
        case let number as Double: self = .double(number)
        default:
            let encoder = ValueEncoder(omitsMissing: value is any OmitsMissing)
            try value.encode(to: encoder)
            self = encoder.node.value
        }
    }
}

/// A value while it is encoded.
private final class Node {
    var scalar: JSONValue?
    var members: [String: Node]?
    var elements: [Node]?

    init(_ scalar: JSONValue? = nil) { self.scalar = scalar }

    var value: JSONValue {
        if let scalar { return scalar }
        if let elements { return .array(elements.map(\.value)) }
        return .object((members ?? [:]).mapValues(\.value))
    }
}

private struct ValueEncoder: Encoder {
    let node: Node
    let omitsMissing: Bool

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ node: Node = Node(), omitsMissing: Bool) {
        self.node = node
        self.omitsMissing = omitsMissing
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if node.members == nil { node.members = [:] }
        return KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if node.elements == nil { node.elements = [] }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ValueEncoder

        var codingPath: [any CodingKey] { [] }

        private func add(_ key: Key) -> ValueEncoder {
            let node = Node()
            encoder.node.members?[key.stringValue] = node
            return ValueEncoder(node, omitsMissing: encoder.omitsMissing)
        }

        func encodeNil(forKey key: Key) { encoder.node.members?[key.stringValue] = Node(.null) }

        func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            encoder.node.members?[key.stringValue] = Node(try JSONValue(encoding: value))
        }

        private func encodePresent<Value: Encodable>(_ value: Value?, _ key: Key) throws {
            if let value { try encode(value, forKey: key) } else if !encoder.omitsMissing { encodeNil(forKey: key) }
        }

        func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
            try encodePresent(value, key)
        }

        // The protocol's own versions for these leave out what is missing.
        func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodePresent(value, key) }
        func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodePresent(value, key) }
        func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodePresent(value, key) }
        func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodePresent(value, key) }
        func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodePresent(value, key) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { add(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { add(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { add(key) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: ValueEncoder

        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.node.elements?.count ?? 0 }

        private func add(_ node: Node) -> ValueEncoder {
            encoder.node.elements?.append(node)
            return ValueEncoder(node, omitsMissing: encoder.omitsMissing)
        }

        func encodeNil() { _ = add(Node(.null)) }
        func encode<Value: Encodable>(_ value: Value) throws { _ = add(Node(try JSONValue(encoding: value))) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            add(Node()).container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { add(Node()).unkeyedContainer() }
        func superEncoder() -> any Encoder { add(Node()) }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ValueEncoder

        var codingPath: [any CodingKey] { [] }
        func encodeNil() { encoder.node.scalar = .null }
        func encode<Value: Encodable>(_ value: Value) throws {
            try UnsupportedScalarError.check(Value.self)
            encoder.node.scalar = try JSONValue(encoding: value)
        }
    }
}

/// A scalar that operations don't have, which would encode and decode itself without end.
struct UnsupportedScalarError: Error {
    let type: String

    static func check(_ type: Any.Type) throws(UnsupportedScalarError) {
        if type is any FixedWidthInteger.Type, type != Int.self, type != Int64.self { throw Self(type: "\(type)") }
        if type is any BinaryFloatingPoint.Type, type != Double.self { throw Self(type: "\(type)") }
    }
}
