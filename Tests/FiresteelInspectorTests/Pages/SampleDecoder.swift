import FiresteelWeb

/// Makes a value of any decodable type, with something in each of its members, and notes which members are optional.
///
/// A list has one element, or two where its elements are of two kinds; a dictionary has the key `*`. A type that has
/// members of the same type is nested three times.
struct SampleDecoder: Decoder {
    /// What was found while decoding.
    final class Notes {
        /// Whether optional members have a value.
        let hasOptionals: Bool
        /// The paths of optional members, as `rows[].took`.
        var optional: Set<String> = []

        init(hasOptionals: Bool) { self.hasOptionals = hasOptionals }
    }

    let notes: Notes
    var path = ""
    var types: [String] = []
    var isNestedEnough = false
    /// Which kind of element this is, in a list of entries of stacks.
    var kind = 0
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleMembers(decoder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { SampleElements(decoder: self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { SampleValue(decoder: self) }

    /// A value at a path below this one.
    func decode<T: Decodable>(_ type: T.Type, at path: String, kind: Int = 0) throws -> T {
        if let value = Self.value(of: type) { return value }
        var inner = self
        inner.path = path
        inner.kind = kind
        inner.isNestedEnough = types.filter { $0 == "\(type)" }.count >= 3
        inner.types.append("\(type)")
        return try T(from: inner)
    }

    /// An error for nested containers, which no type of the pages decodes.
    var unsupported: DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(path) has a nested container."))
    }

    private static func value<T>(of type: T.Type) -> T? {
        switch type {
        case is String.Type: "text" as? T
        case is Bool.Type: true as? T
        case is Double.Type: 1.5 as? T
        case is Int.Type: 1 as? T
        case is Int32.Type: Int32(1) as? T
        case is Int64.Type: Int64(1) as? T
        case is UInt16.Type: UInt16(1) as? T
        case is UInt32.Type: UInt32(1) as? T
        case is UInt64.Type: UInt64(1) as? T
        default: nil
        }
    }
}

private struct SampleMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }
    /// Read by dictionaries alone.
    var allKeys: [Key] { Key(stringValue: "*").map { [$0] } ?? [] }

    private func path(_ key: Key) -> String {
        decoder.path.isEmpty ? key.stringValue : "\(decoder.path).\(key.stringValue)"
    }

    func contains(_ key: Key) -> Bool {
        if key.stringValue == "stack", decoder.types.last == "\(PageData.StackEntry.self)" { return decoder.kind == 1 }
        decoder.notes.optional.insert(path(key))
        return decoder.notes.hasOptionals
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoder.decode(type, at: path(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw decoder.unsupported
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.unsupported }

    func superDecoder() throws -> any Decoder { throw decoder.unsupported }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.unsupported }
}

private struct SampleElements: UnkeyedDecodingContainer {
    let decoder: SampleDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? {
        if decoder.isNestedEnough { return 0 }
        return decoder.types.last == "\([PageData.StackEntry].self)" ? 2 : 1
    }
    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        defer { currentIndex += 1 }
        return try decoder.decode(type, at: decoder.path + "[]", kind: currentIndex)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        throw decoder.unsupported
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw decoder.unsupported }

    mutating func superDecoder() throws -> any Decoder { throw decoder.unsupported }
}

private struct SampleValue: SingleValueDecodingContainer {
    let decoder: SampleDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type, at: decoder.path) }
}
