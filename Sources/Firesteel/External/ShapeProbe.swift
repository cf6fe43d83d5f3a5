import Foundation

/// Decodes a type with placeholder values, and records the values that it requests.
///
/// The placeholders are valid external input: empty texts, zeros, empty lists. A type that ends the process for one of
/// them would do so for a link as well.
struct ShapeProbe {
    let recorder: ShapeRecorder
    let path: [String]

    /// Values to try for a text that isn't accepted, and for a number.
    static let texts = [
        "", "a", "1", "https://example.org/", "ada@example.org", "00000000-0000-4000-8000-000000000000",
        "2020-01-01T00:00:00Z", "2020-01-01", "#808080", "en", "1.0.0",
    ]
    static let numbers = [0, 1, 100, -1, 2, 2_020, 10, 50, 3, 7, 5]

    func probe<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try recorder.step()
        recorder.recordRequest(type, at: path)
        if let value = try known(type) { return value }
        if let optional = type as? any ShapeOptional.Type {
            recorder.recordOptional(path)
            try optional.probe(self)
            if let value = optional.nothing as? Value { return value }
        }
        if let cases = ShapeChoices(of: type), let first = cases.values.first as? Value {
            try recorder.record(path, .choice(cases.texts))
            return first
        }
        let identifier = ObjectIdentifier(type)
        guard path.count < ShapeRecorder.deepest, !recorder.types.contains(identifier) else {
            // A recursive type needs no value if it is optional, and can't be created otherwise.
            try recorder.record(path, .json(""))
            throw ShapeRecorder.StopError.refused(path: path)
        }
        recorder.types.append(identifier)
        defer { recorder.types.removeLast() }
        if let described = type as? any DescribedInput.Type {
            recorder.recordDeclared(described.inputFields, below: path)
        }
        return try attempts(type)
    }

    /// Tries the placeholders in order, until the type accepts one.
    private func attempts<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let before = recorder.attempt
        defer { recorder.attempt = before }
        for attempt in Self.texts.indices {
            recorder.attempt = attempt
            let leaves = recorder.state
            do {
                let value = try Value(from: ShapeDecoder(recorder: recorder, path: path))
                try recorder.foldOpen(path)
                if !recorder.knows(path) { try recorder.record(path, .json(value is any ShapeList ? "[]" : "{}")) }
                return value
            } catch ShapeRecorder.StopError.tooMuch {
                throw ShapeRecorder.StopError.tooMuch
            } catch ShapeRecorder.StopError.refused(let path) {
                recorder.forgetOpen(self.path)
                throw ShapeRecorder.StopError.refused(path: path)
            } catch {
                recorder.forgetOpen(path)
                // Only a type with a single value is probed again: the rejected value of a structure is unknown.
                guard
                    recorder.leaves.contains(where: { $0.path == path && $0.type.isProbed }),
                    attempt + 1 < Self.texts.count
                else {
                    if !recorder.knows(path) {
                        recorder.state = leaves
                        try recorder.record(path, .json(""))
                    }
                    throw ShapeRecorder.StopError.refused(path: path)
                }
            }
        }
        throw ShapeRecorder.StopError.refused(path: path)
    }

    /// Returns a placeholder of a known type.
    private func known<Value>(_ type: Value.Type) throws -> Value? {
        let found: (ShapeLeaf, Any)? =
            switch type {
            case is String.Type: (.text, Self.texts[recorder.attempt])
            case is Bool.Type: (.bool, false)
            case is Double.Type: (.number, Double(Self.numbers[recorder.attempt]))
            case is Float.Type: (.number, Float(Self.numbers[recorder.attempt]))
            case is Decimal.Type: (.number, Decimal(Self.numbers[recorder.attempt]))
            case is Date.Type: (.date, Date(timeIntervalSince1970: 0))
            case is UUID.Type: (.text, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
            case is URL.Type: (.text, URL(fileURLWithPath: "/"))
            case is Data.Type: (.text, Data())
            case let integer as any FixedWidthInteger.Type:
                (integer.leaf, integer.init(clamping: Self.numbers[recorder.attempt]))
            default: nil
            }
        guard let (leaf, value) = found, let value = value as? Value else { return nil }
        try recorder.record(path, leaf)
        return value
    }
}

/// An optional of a decodable type.
private protocol ShapeOptional {
    static func probe(_ probe: ShapeProbe) throws
    static var nothing: Any { get }
}

extension Optional: ShapeOptional where Wrapped: Decodable {
    fileprivate static var nothing: Any { Self.none as Any }

    /// Records the wrapped type.
    ///
    /// If it can't be determined, the value can be omitted nevertheless.
    fileprivate static func probe(_ probe: ShapeProbe) throws {
        do {
            _ = try probe.probe(Wrapped.self)
        } catch ShapeRecorder.StopError.refused {
            try probe.recorder.fold(probe.path, into: .json(""))
        }
    }
}

/// A list, which has no fields.
protocol ShapeList {}
extension Array: ShapeList {}
extension Set: ShapeList {}

/// The cases of a type, if there are few enough for a selection.
struct ShapeChoices {
    let values: [Any]
    /// Each as JSON.
    let texts: [String]

    private static let most = 200

    init?(of type: Any.Type) {
        guard let cases = type as? any CaseIterable.Type else { return nil }
        func list<Listed: CaseIterable>(_ type: Listed.Type) -> [Any] { type.allCases.prefix(Self.most + 1).map { $0 } }
        let values = list(cases)
        guard !values.isEmpty, values.count <= Self.most else { return nil }
        let texts = values.compactMap(Self.text)
        guard texts.count == values.count else { return nil }
        self.values = values
        self.texts = texts
    }

    /// Returns the encoded form of a value, or its raw value.
    private static func text(of value: Any) -> String? {
        if let value = value as? any Encodable { return json(value) }
        guard let raw = value as? any RawRepresentable else { return nil }
        func rawValue<Represented: RawRepresentable>(_ value: Represented) -> Any { value.rawValue }
        return (rawValue(raw) as? any Encodable).flatMap { json($0) }
    }

    private static func json(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }
}
