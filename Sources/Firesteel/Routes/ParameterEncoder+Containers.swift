/// The values of a structure, each by its name.
struct ParameterEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ParameterEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    /// Writes nothing, because missing values are omitted.
    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder.nested(key).encode(value)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        let nested = encoder.nested(key)
        let before = encoder.sink.count
        try nested.encode(value)
        if encoder.sink.count == before {
            encoder.sink.refuse("\(nested.name ?? "") is empty, which a link can't distinguish from a missing value")
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        let nested = encoder.nested(key)
        encoder.sink.expectValues(below: nested.name ?? "")
        return nested.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.nested(ParameterKey("super")) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key) }
}

/// A value that is a text in the link.
struct ParameterValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: ParameterEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    /// Writes nothing, because missing values are omitted.
    mutating func encodeNil() throws {}

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let before = encoder.sink.count
        try encoder.encode(value)
        if encoder.sink.count == before {
            encoder.sink.refuse(
                "\(encoder.name ?? encoder.sole) is empty, which a link can't distinguish from a missing value")
        }
    }
}

/// The values of an array: a parameter that occurs in the link once for each value.
struct ParameterListEncodingContainer: UnkeyedEncodingContainer {
    private let sink: ParameterSink
    private let name: String
    let codingPath: [any CodingKey]
    private(set) var count = 0

    init(sink: ParameterSink, name: String, codingPath: [any CodingKey]) {
        self.sink = sink
        self.name = name
        self.codingPath = codingPath
        _ = sink.begin(name, isList: true)
    }

    mutating func encodeNil() throws {
        sink.refuse("\(name) has an empty place among its values")
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try add(value) }

    mutating func add(_ value: some Encodable) throws {
        let element = ParameterElementEncoder(codingPath: codingPath)
        try element.write(value)
        guard let text = element.text else { return sink.refuse("\(name) has values that aren't one text each") }
        sink.append(text, to: name)
        count += 1
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        refused().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { refused().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { refused() }

    private func refused() -> ParameterEncoder {
        sink.refuse("\(name) has values that aren't one text each")
        return ParameterEncoder(sink: ParameterSink(), name: name, sole: name, codingPath: codingPath)
    }
}

/// One value of an array.
final class ParameterElementEncoder: Encoder, SingleValueEncodingContainer {
    /// The written text, or `nil` if the value isn't one text.
    private(set) var text: String?
    let codingPath: [any CodingKey]

    init(codingPath: [any CodingKey]) {
        self.codingPath = codingPath
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns a container whose values are discarded, so that ``text`` remains `nil`.
    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        ParameterEncoder(sink: ParameterSink(), name: "", sole: "", codingPath: codingPath).container(keyedBy: type)
    }

    /// Returns a container whose values are discarded, so that ``text`` remains `nil`.
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ParameterEncoder(sink: ParameterSink(), name: "", sole: "", codingPath: codingPath).unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws { try write(value) }

    func write(_ value: some Encodable) throws {
        guard let scalar = ParameterText.scalar(type(of: value)) else { return try value.encode(to: self) }
        text = scalar.write(value)
    }
}
