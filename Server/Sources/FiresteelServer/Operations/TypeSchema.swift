import FiresteelFlags
import FiresteelStore

/// A type with a schema of its name in the API's description.
protocol NamedSchema: Decodable {
    static var schemaName: String { get }
}

/// A list as a type, for its schema.
protocol ListType: Decodable {
    static var element: any Decodable.Type { get }
}

extension Array: ListType where Element: Decodable {
    static var element: any Decodable.Type { Element.self }
}

extension Set: ListType where Element: Decodable {
    static var element: any Decodable.Type { Element.self }
}

/// Derives JSON Schemas from decodable types, by decoding them from placeholders.
struct TypeSchema {
    /// The named schemas so far.
    private(set) var named: [String: JSONValue] = [:]

    /// Returns the schema of a request's body: that of an operation's members that neither path nor query has.
    ///
    /// The endpoint's own schemas of members have priority.
    static func body(of type: any Decodable.Type, of endpoint: OperationEndpoint) -> JSONValue? {
        var schema = TypeSchema()
        var members = schema.members(of: type, isInput: true)
        for segment in endpoint.path.split(separator: "/") where segment.first == "{" {
            members[String(segment.dropFirst().dropLast())] = nil
        }
        for parameter in endpoint.query { members[parameter.name] = nil }
        members.merge(endpoint.body) { $1 }
        return members.isEmpty ? nil : Schema.object(members)
    }

    /// Returns a reference to the schema of a response, which is added to the named ones.
    mutating func reference(to type: any Decodable.Type) -> JSONValue {
        let name = (type as? any NamedSchema.Type)?.schemaName ?? String(describing: type)
        if named[name] == nil {
            // A type may contain itself.
            named[name] = .null
            named[name] = Schema.object(members(of: type, isInput: false))
        }
        return Schema.named(name)
    }

    /// The words of an enumeration, `nil` for other types.
    static func words(of type: any Decodable.Type) -> [String]? {
        func words<Word: CaseIterable>(_: Word.Type) -> [String]? {
            let words = Word.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
            return words.isEmpty ? nil : words
        }
        return (type as? any CaseIterable.Type).flatMap { words($0) }
    }

    private mutating func schema(of type: any Decodable.Type, isInput: Bool) -> JSONValue {
        if let words = Self.words(of: type) { return Schema.word(words) }
        switch type {
        case is String.Type: return Schema.string
        case is Bool.Type: return Schema.boolean
        case is Int.Type, is Int64.Type, is RequestTime.Type: return Schema.integer
        case is Double.Type: return ["type": "number"]
        case is JSONValue.Type: return ["description": "Any JSON value"]
        case let list as any ListType.Type: return Schema.list(schema(of: list.element, isInput: isInput))
        case is any NamedSchema.Type: return reference(to: type)
        default:
            let members = members(of: type, isInput: isInput)
            return members.isEmpty ? ["type": "object"] : Schema.object(members)
        }
    }

    private mutating func members(of type: any Decodable.Type, isInput: Bool) -> [String: JSONValue] {
        let probe = Probe()
        // A type that checks its values rejects placeholders; its members before that are known.
        _ = try? type.init(from: ProbeDecoder(probe: probe))
        let mayBeMissing = isInput || type is any OmitsMissing.Type
        var members: [String: JSONValue] = [:]
        for (name, member) in probe.members {
            let schema = schema(of: member.type, isInput: isInput)
            guard member.isOptional else {
                members[name] = schema
                continue
            }
            members[name] = mayBeMissing ? Schema.optional(schema) : Schema.nullable(schema)
        }
        return members
    }
}

/// The requested members of a type.
private final class Probe {
    var members: [String: (type: any Decodable.Type, isOptional: Bool)] = [:]
}

/// Decodes placeholders, and records which members are requested.
private struct ProbeDecoder: Decoder {
    let probe: Probe

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(probe: probe))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { NoElements() }
    func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

    static func placeholder<Value: Decodable>(_ type: Value.Type) throws -> Value {
        func first<Word: CaseIterable>(_: Word.Type) -> Any? { Word.allCases.first }
        let scalars: [Any] = ["", false, 0, Int64(0), 0.0, JSONValue.null]
        if let scalar = scalars.lazy.compactMap({ $0 as? Value }).first { return scalar }
        if let word = (type as? any CaseIterable.Type).flatMap({ first($0) }) as? Value { return word }
        return try Value(from: ProbeDecoder(probe: Probe()))
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let probe: Probe

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }
        func contains(_ key: Key) -> Bool { true }
        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            probe.members[key.stringValue] = (type, false)
            return try ProbeDecoder.placeholder(type)
        }

        private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
            probe.members[key.stringValue] = (type, true)
            return nil
        }

        func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? { optional(type, key) }
        // The protocol's own versions for these don't record that the value may be missing.
        func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
        func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
        func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
        func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
        func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedDecodingContainer<Nested> { ProbeDecoder(probe: Probe()).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { NoElements() }
        func superDecoder() -> any Decoder { ProbeDecoder(probe: probe) }
        func superDecoder(forKey key: Key) -> any Decoder { ProbeDecoder(probe: Probe()) }
    }

    private struct Single: SingleValueDecodingContainer {
        var codingPath: [any CodingKey] { [] }
        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try UnsupportedScalarError.check(type)
            return try ProbeDecoder.placeholder(type)
        }
    }

    private struct NoElements: UnkeyedDecodingContainer {
        private struct EndError: Error {}

        var codingPath: [any CodingKey] { [] }
        var count: Int? { 0 }
        var isAtEnd: Bool { true }
        var currentIndex: Int { 0 }
        mutating func decodeNil() throws -> Bool { throw EndError() }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw EndError() }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw EndError() }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw EndError() }
        mutating func superDecoder() throws -> any Decoder { throw EndError() }
    }
}
