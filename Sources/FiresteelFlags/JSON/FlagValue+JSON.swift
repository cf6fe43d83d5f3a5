package import FiresteelBase

extension FlagValue {
    /// Reads a JSON text (RFC 8259, UTF-8).
    ///
    /// A whole number that fits `Int` becomes ``int(_:)``, any other number ``double(_:)``. A name that stands in one object
    /// twice is an error, and so are bytes that aren't UTF-8, half a surrogate pair, and a number beyond `Double`.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8, without a byte order mark.
    ///   - limits: How much the text may ask of the reader.
    /// - Throws: What can't be read, with its line and column.
    public init(json bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        self = try JSONDocument(Array(bytes), within: limits).value(0)
    }

    /// The value as JSON, names in order of their UTF-8.
    ///
    /// What was read from JSON comes back from it as the same value: numbers are written with as many digits as tell them
    /// from their neighbours, and ``double(_:)`` with a point or an exponent. Infinite and undefined numbers, which JSON
    /// doesn't know, become `null`.
    ///
    /// - Parameter pretty: In lines, indented by two blanks.
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
