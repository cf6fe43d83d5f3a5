import FiresteelBase

/// The values of a structure.
struct KeptInputKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: KeptInputEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
        try encoder.budget.spend(key.stringValue.utf8.count)
        try encoder.nested(key.stringValue).set(.null)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.budget.spend(key.stringValue.utf8.count)
        let nested = encoder.nested(key.stringValue, Value.self)
        if !encoder.budget.hides(key.stringValue) { try nested.encode(value) }
    }

    /// Encodes a value if there is one; whether there is one isn't known of a hidden one.
    private mutating func encode<Value: Encodable>(optional value: Value?, _ key: Key) throws {
        if encoder.budget.hides(key.stringValue) {
            try encoder.budget.spend(key.stringValue.utf8.count)
            _ = encoder.nested(key.stringValue, Value?.self)
        } else if let value {
            try encode(value, forKey: key)
        }
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encode(optional: value, key)
    }

    // The protocol has these besides, which omit what isn't there.
    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encode(optional: value, key) }
    mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encode(optional: value, key) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.nested(key.stringValue).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key.stringValue).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.nested("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key.stringValue) }
}

/// The values of an array.
struct KeptInputListContainer: UnkeyedEncodingContainer {
    let encoder: KeptInputEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.place.count }

    mutating func encodeNil() throws { try encoder.element().set(.null) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder.element() }
}

/// A value by itself.
struct KeptInputValueContainer: SingleValueEncodingContainer {
    let encoder: KeptInputEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws { try encoder.set(.null) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
