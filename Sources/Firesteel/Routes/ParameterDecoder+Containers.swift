/// The values of a structure, each by its name.
struct ParameterContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The first parts of all nested names.
    var allKeys: [Key] {
        var seen: Set<String> = []
        return decoder.source.parameters.names.compactMap { name in
            if let whole = decoder.name, !name.isBelow(whole) { return nil }
            let below = name.unicodeScalars.dropFirst(decoder.name.map { $0.unicodeScalars.count + 1 } ?? 0)
            let part = String(String.UnicodeScalarView(below.prefix { $0 != "." }))
            return seen.insert(part).inserted ? Key(stringValue: part) : nil
        }
    }

    func contains(_ key: Key) -> Bool { (try? decoder.nested(key).isPresent) ?? true }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.nested(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder.nested(ParameterKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder.nested(key) }
}

/// A value that is a text in the link.
struct ParameterValueContainer: SingleValueDecodingContainer {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { !decoder.isPresent }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}

/// The values of an array: a parameter that occurs in the link once for each value.
struct ParameterListContainer: UnkeyedDecodingContainer {
    let values: [String]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(values: [String], codingPath: [any CodingKey]) {
        self.values = values
        self.codingPath = codingPath
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) }

    mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try element().value(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try element().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try element().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try element() }

    private func element() throws -> ParameterElementDecoder {
        let path = codingPath + [ParameterKey(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: path, debugDescription: "The parameter is missing"))
        }
        return ParameterElementDecoder(text: values[currentIndex], codingPath: path)
    }
}

/// The decoder of one value of an array.
struct ParameterElementDecoder: Decoder, SingleValueDecodingContainer {
    let text: String
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw tooDeep() }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw tooDeep() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let scalar = ParameterText.scalar(type) else { return try Value(from: self) }
        guard let value = scalar.read(text) as? Value else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "\"\(text.prefix(60))\" is not of type \(type)"))
        }
        return value
    }

    private func tooDeep() -> DecodingError {
        .dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "an array in a link has single values only"))
    }
}
