/// Encodes values as parameters, from which ``ParameterDecoder`` decodes equal values.
///
/// Encoders can't throw everywhere, so an error is recorded and thrown at the end.
final class ParameterSink {
    private var parameters: [RouteParameters.Parameter] = []
    private(set) var fault: LinkCodingError?
    /// The names of containers that must contain a value, because an empty one can't be expressed.
    private var holders: [String] = []
    /// The number of values written so far.
    private(set) var count = 0

    func refuse(_ message: String) {
        fault = fault ?? LinkCodingError(message)
    }

    func add(_ name: String, _ text: String) {
        if begin(name, isList: false) { append(text, to: name) }
    }

    /// Begins a parameter with any number of values.
    ///
    /// Returns `false` if it exists already.
    func begin(_ name: String, isList: Bool) -> Bool {
        guard !parameters.contains(where: { $0.name == name }) else {
            refuse("there are two values for \(name)")
            return false
        }
        parameters.append(.init(name: name, values: [], isList: isList))
        return true
    }

    func append(_ value: String, to name: String) {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else { return }
        parameters[index].values.append(value)
        count += 1
    }

    func expectValues(below name: String) {
        holders.append(name)
    }

    /// - Throws: ``LinkCodingError``.
    func finish() throws -> RouteParameters {
        let written = parameters.filter { !$0.values.isEmpty }
        for name in holders where !written.contains(where: { $0.name == name || $0.name.isBelow(name) }) {
            refuse("\(name) is empty, which a link can't express")
        }
        if let fault { throw fault }
        return RouteParameters(path: written, query: [])
    }
}

/// Encodes a nested value, or the whole input.
struct ParameterEncoder: Encoder {
    /// The name of a single value without a name, if the pattern has none either.
    static let soleName = "value"

    let sink: ParameterSink
    /// The name so far, `nil` for the whole input.
    let name: String?
    let sole: String
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns the parameters of an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - sole: The name of a single value.
    /// - Throws: ``LinkCodingError``, or the error of the input's own encoding.
    static func parameters(of input: some Encodable, sole: String?) throws -> RouteParameters {
        let sink = ParameterSink()
        try ParameterEncoder(sink: sink, name: nil, sole: sole ?? soleName, codingPath: []).encode(input)
        return try sink.finish()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ParameterEncodingContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ParameterListEncodingContainer(sink: sink, name: name ?? sole, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ParameterValueEncodingContainer(encoder: self)
    }

    /// Returns the encoder for a key.
    func nested(_ key: any CodingKey) -> ParameterEncoder {
        let part = key.stringValue
        if part.isEmpty || part.utf8.contains(UInt8(ascii: ".")) {
            sink.refuse("\"\(part)\" is not a name: dots separate names in a link")
        }
        return ParameterEncoder(
            sink: sink, name: (name.map { $0 + "." } ?? "") + part, sole: sole, codingPath: codingPath + [key])
    }

    func encode(_ value: some Encodable) throws {
        guard codingPath.count <= ParameterSource.depthLimit else {
            throw LinkCodingError("it is nested more than \(ParameterSource.depthLimit) deep")
        }
        guard let scalar = ParameterText.scalar(type(of: value)) else { return try value.encode(to: self) }
        let name = name ?? sole
        guard let text = scalar.write(value) else {
            return sink.refuse("\(name) has a value that can't be written: \(value)")
        }
        sink.add(name, text)
    }
}
