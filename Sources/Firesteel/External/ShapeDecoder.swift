/// A decoder without data: it returns placeholders, and records the requested values.
struct ShapeDecoder: Decoder {
    let recorder: ShapeRecorder
    let path: [String]

    var codingPath: [any CodingKey] { path.map { ShapeKey(stringValue: $0) } }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try recorder.step()
        return KeyedDecodingContainer(ShapeKeyedContainer<Key>(recorder: recorder, path: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try recorder.record(path, .json("[]"))
        return ShapeUnkeyedContainer(recorder: recorder, path: path)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try recorder.step()
        return ShapeSingleContainer(recorder: recorder, path: path)
    }
}

/// A key of a recorded path.
struct ShapeKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A container with every key.
private struct ShapeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: ShapeRecorder
    let path: [String]

    var codingPath: [any CodingKey] { path.map { ShapeKey(stringValue: $0) } }
    /// Returns no keys; the request for all keys is recorded.
    var allKeys: [Key] {
        recorder.recordOpen(path)
        return []
    }

    func contains(_ key: Key) -> Bool { true }

    /// Returns `true`, because the value is optional.
    func decodeNil(forKey key: Key) throws -> Bool {
        try recorder.step()
        recorder.recordOptional(path + [key.stringValue])
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try ShapeProbe(recorder: recorder, path: path + [key.stringValue]).probe(type)
    }

    // The defaults of these would decode a placeholder, which the type may reject.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try omit(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try omit(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try omit(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try omit(type, key) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { try omit(type, key) }

    /// Records an optional value, and leaves it out.
    private func omit<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        let path = path + [key.stringValue]
        recorder.recordOptional(path)
        _ = try ShapeProbe(recorder: recorder, path: path).probe(Value?.self)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ShapeDecoder(recorder: recorder, path: path + [key.stringValue]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ShapeDecoder(recorder: recorder, path: path + [key.stringValue]).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ShapeDecoder(recorder: recorder, path: path + ["super"]) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ShapeDecoder(recorder: recorder, path: path + [key.stringValue])
    }
}

private struct ShapeUnkeyedContainer: UnkeyedDecodingContainer {
    let recorder: ShapeRecorder
    let path: [String]

    var codingPath: [any CodingKey] { path.map { ShapeKey(stringValue: $0) } }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    private var nothing: ShapeRecorder.StopError { .refused(path: path) }

    mutating func decodeNil() throws -> Bool { throw nothing }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw nothing }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw nothing }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw nothing }
    mutating func superDecoder() throws -> any Decoder { throw nothing }
}

/// A container with any requested value.
private struct ShapeSingleContainer: SingleValueDecodingContainer {
    let recorder: ShapeRecorder
    let path: [String]

    var codingPath: [any CodingKey] { path.map { ShapeKey(stringValue: $0) } }

    func decodeNil() -> Bool {
        recorder.recordOptional(path)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try ShapeProbe(recorder: recorder, path: path).probe(type)
    }
}
