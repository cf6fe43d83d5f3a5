package import FiresteelBase

extension FlagValue {
    /// Reads a JSON text (RFC 8259, UTF-8).
    ///
    /// A whole number that fits `Int` becomes ``int(_:)``, any other number ``double(_:)``. Duplicate names in an
    /// object, invalid UTF-8, unpaired surrogates, and numbers that are too large for `Double` are errors.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, without a byte order mark.
    ///   - limits: The limits on the size and depth of the text.
    /// - Throws: The first error, with its line and column.
    public init(json bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONDocument(Array(bytes), within: limits).value(0)
    }

    /// Returns the value as JSON, with names in the order of their UTF-8.
    ///
    /// A value that was read from JSON is equal to the value read from this text: numbers have their shortest digits
    /// that round-trip, and ``double(_:)`` has a point or an exponent. Infinite and undefined numbers, which JSON can't
    /// express, become `null`.
    ///
    /// - Parameter pretty: Whether the text has lines, indented by two spaces.
    public func json(pretty: Bool = false) -> String {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension FlagValue: JSONValueProtocol {
    package var content: JSONContent<FlagValue> {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values)
        case .object(let members): .object(members)
        }
    }
}

extension JSONDocument {
    /// Reads a text within limits.
    ///
    /// - Throws: The first error, with its line and column.
    init(_ bytes: [UInt8], within limits: JSONLimits) throws(JSONError) {
        do {
            self = try JSONDocument(bytes, maximumBytes: limits.bytes, maximumDepth: limits.depth)
        } catch {
            let position = error.position(in: bytes)
            throw JSONError(line: position.line, column: position.column, message: error.message)
        }
    }
}
