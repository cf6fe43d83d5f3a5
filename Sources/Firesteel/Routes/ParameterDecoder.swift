/// The parameters from which an input is decoded.
struct ParameterSource: Sendable {
    /// The maximum nesting depth, which bounds the decoding of recursive types.
    static let depthLimit = 16

    let parameters: RouteParameters
    /// The name of a single value without a name.
    let sole: String?
    /// The name of the route.
    let route: String?
}

extension Decoder {
    /// The name of the route from which an input is decoded, or `nil` if it has none or there is no link.
    ///
    /// For an input that depends on the route:
    ///
    /// ```swift
    /// init(from decoder: any Decoder) throws {
    ///     isShared = decoder.routeName == "share"
    /// }
    /// ```
    public var routeName: String? {
        guard let key = CodingUserInfoKey(rawValue: "firesteel.route") else { return nil }
        return userInfo[key] as? String
    }
}

/// Decodes values from parameters by name.
///
/// The name of a nested value consists of both names, separated by a dot.
struct ParameterDecoder: Decoder {
    let source: ParameterSource
    /// The name so far, `nil` for the whole input.
    let name: String?
    let codingPath: [any CodingKey]

    init(_ source: ParameterSource, name: String?) {
        self.source = source
        self.name = name
        codingPath = name.map { [ParameterKey($0)] } ?? []
    }

    private init(_ source: ParameterSource, name: String, codingPath: [any CodingKey]) {
        self.source = source
        self.name = name
        self.codingPath = codingPath
    }

    var userInfo: [CodingUserInfoKey: Any] {
        guard let route = source.route, let key = CodingUserInfoKey(rawValue: "firesteel.route") else { return [:] }
        return [key: route]
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ParameterContainer<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let values = try sole().values
        return ParameterListContainer(
            values: values, codingPath: values.isEmpty ? codingPath : try sole().decoder.codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ParameterValueContainer(decoder: try sole().decoder)
    }

    /// Returns the decoder for a key.
    func nested(_ key: any CodingKey) throws -> ParameterDecoder {
        guard codingPath.count < ParameterSource.depthLimit else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath,
                    debugDescription: "It is nested more than \(ParameterSource.depthLimit) deep"))
        }
        return ParameterDecoder(
            source, name: (name.map { $0 + "." } ?? "") + key.stringValue, codingPath: codingPath + [key])
    }

    /// Whether there is a value.
    var isPresent: Bool {
        guard let name else { return true }
        return source.parameters.all.contains { $0.name == name || $0.name.isBelow(name) }
    }

    /// Returns the text of the value.
    func text() throws -> String {
        guard let name, let parameter = source.parameters.find(name) else { throw missing() }
        guard let text = parameter.text else {
            throw corrupted("it occurs \(parameter.values.count) times in the link")
        }
        return text
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let scalar = ParameterText.scalar(type) else { return try Value(from: self) }
        let decoder = try sole().decoder
        let text = try decoder.text()
        guard let value = scalar.read(text) as? Value else { throw decoder.corrupted(text, isNo: type) }
        return value
    }

    /// Returns the decoder and the values of a single value without a name.
    private func sole() throws -> (decoder: ParameterDecoder, values: [String]) {
        if let name { return (self, source.parameters.find(name)?.values ?? []) }
        if let sole = source.sole {
            return (ParameterDecoder(source, name: sole), source.parameters.find(sole)?.values ?? [])
        }
        // The pattern has none or several: the link must have one.
        guard source.parameters.all.count <= 1 else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [],
                    debugDescription: "It is a single value, but the link has \(source.parameters.all.count)"))
        }
        let name = source.parameters.names.first ?? ParameterEncoder.soleName
        return (ParameterDecoder(source, name: name), source.parameters.values(name))
    }

    func missing() -> DecodingError {
        let key = codingPath.last ?? ParameterKey(name ?? ParameterEncoder.soleName)
        return .keyNotFound(
            key, .init(codingPath: Array(codingPath.dropLast()), debugDescription: "The parameter is missing"))
    }

    func corrupted(_ text: String, isNo type: Any.Type) -> DecodingError {
        corrupted("\"\(text.prefix(60))\" is not of type \(type)")
    }

    func corrupted(_ message: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
    }
}

extension String {
    /// Returns whether a parameter of this name is nested in another one.
    ///
    /// Compares bytes, because a dot with a combining accent is a different character.
    func isBelow(_ name: String) -> Bool {
        utf8.count > name.utf8.count + 1 && utf8.starts(with: name.utf8)
            && utf8.dropFirst(name.utf8.count).first == UInt8(ascii: ".")
    }
}

/// A parameter's name, as errors name it.
struct ParameterKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) {
        stringValue = name
        intValue = nil
    }

    init?(stringValue: String) { self.init(stringValue) }

    init(intValue: Int) {
        stringValue = String(intValue)
        self.intValue = intValue
    }
}
