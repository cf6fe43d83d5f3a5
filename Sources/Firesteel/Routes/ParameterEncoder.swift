/// Encodes values into parameters, from which ``ParameterDecoder`` makes the same values again.
///
/// Encoders can't refuse everything at once, so that what has no place in a link is noted, and thrown in the end.
final class ParameterSink {
    private var parameters: [RouteParameters.Parameter] = []
    private(set) var fault: LinkCodingError?
    /// What was said to hold values, and has to hold one: nobody could tell that it was there.
    private var holders: [String] = []
    /// How many values were written so far.
    private(set) var count = 0

    func refuse(_ words: String) {
        fault = fault ?? LinkCodingError(words)
    }

    func add(_ name: String, _ text: String) {
        if begin(name, isList: false) { append(text, to: name) }
    }

    /// Begins a parameter that takes any number of values.
    ///
    /// `false` where there is one already.
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
            refuse("\(name) holds nothing, which a link can't say")
        }
        if let fault { throw fault }
        return RouteParameters(path: written, query: [])
    }
}

/// Encodes a value below a name, or the whole input.
struct ParameterEncoder: Encoder {
    /// What a single value without a name is called where the pattern doesn't name it either.
    static let soleName = "value"

    let sink: ParameterSink
    /// The name so far, `nil` for the whole input.
    let name: String?
    let sole: String
    let codingPath: [any CodingKey]

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The parameters of an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - sole: What a single value is called.
    /// - Throws: ``LinkCodingError``, or what the input's own encoding throws.
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

    /// The encoder of what a key stands for.
    func nested(_ key: any CodingKey) -> ParameterEncoder {
        let part = key.stringValue
        if part.isEmpty || part.utf8.contains(UInt8(ascii: ".")) {
            sink.refuse("\"\(part)\" is no name: a link has a dot between names")
        }
        return ParameterEncoder(
            sink: sink, name: (name.map { $0 + "." } ?? "") + part, sole: sole, codingPath: codingPath + [key])
    }

    func encode(_ value: some Encodable) throws {
        guard codingPath.count <= ParameterSource.depthLimit else {
            throw LinkCodingError("it stands more than \(ParameterSource.depthLimit) deep")
        }
        guard let scalar = ParameterText.scalar(type(of: value)) else { return try value.encode(to: self) }
        let name = name ?? sole
        guard let text = scalar.write(value) else {
            return sink.refuse("\(name) has a value that can't be written: \(value)")
        }
        sink.add(name, text)
    }
}
