package import FiresteelFlags

/// A JSON value with its position in the text.
package struct PlacedValue: Sendable {
    /// The content of a value.
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case string(String)
        case array([PlacedValue])
        case object([PlacedMember])
    }

    /// A name of an object, and its value.
    package struct PlacedMember: Sendable {
        package let name: String
        /// The position of the name, in bytes.
        package let offset: Int
        package let value: PlacedValue
    }

    package let content: Content
    /// The position, in bytes.
    package let offset: Int

    /// The value without its place.
    package var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members):
            // The parser rejects duplicate names.
            .object(Dictionary(members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// An object's members, in the order of the file, or `nil` for another value.
    package var members: [PlacedMember]? {
        guard case .object(let members) = content else { return nil }
        return members
    }

    /// The value of an object's member.
    package subscript(name: String) -> PlacedValue? {
        members?.first { $0.name == name }?.value
    }

    /// The text, or `nil` for another value.
    package var text: String? {
        guard case .string(let text) = content else { return nil }
        return text
    }

    /// Reads a JSON text.
    package init(json bytes: [UInt8]) throws(JSONError) {
        // Invalid JSON is rejected here, so that the input of the traversal below is valid.
        _ = try JSONValue(json: bytes)
        var walk = JSONWalk(bytes)
        self = try walk.value()
    }

    fileprivate init(_ content: Content, at offset: Int) {
        self.content = content
        self.offset = offset
    }
}

/// Traverses valid JSON, at most 256 levels deep.
private struct JSONWalk {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func value() throws(JSONError) -> PlacedValue {
        skipBlanks()
        let start = offset
        switch next {
        case UInt8(ascii: "{"):
            var members: [PlacedValue.PlacedMember] = []
            try items(until: "}") { walk throws(JSONError) in
                let start = walk.offset
                let name = try walk.scalar()
                walk.skipBlanks()
                walk.offset += 1
                let value = try walk.value()
                if case .string(let name) = name { members.append(.init(name: name, offset: start, value: value)) }
            }
            return PlacedValue(.object(members), at: start)
        case UInt8(ascii: "["):
            var elements: [PlacedValue] = []
            try items(until: "]") { walk throws(JSONError) in elements.append(try walk.value()) }
            return PlacedValue(.array(elements), at: start)
        default:
            return PlacedValue(try scalar(), at: start)
        }
    }

    private mutating func items(
        until end: Unicode.Scalar, _ item: (inout JSONWalk) throws(JSONError) -> Void
    ) throws(JSONError) {
        offset += 1
        skipBlanks()
        while next != UInt8(ascii: end), offset < bytes.count {
            try item(&self)
            skipBlanks()
            if next == UInt8(ascii: ",") { offset += 1 }
            skipBlanks()
        }
        offset += 1
    }

    /// Returns a text, a number or a literal, parsed by the JSON parser.
    private mutating func scalar() throws(JSONError) -> PlacedValue.Content {
        let start = offset
        if next == UInt8(ascii: "\"") {
            offset += 1
            while next != UInt8(ascii: "\""), offset < bytes.count {
                offset += next == UInt8(ascii: "\\") ? 2 : 1
            }
            offset += 1
        } else {
            while offset < bytes.count, !Self.isEnd(next) { offset += 1 }
        }
        return switch try JSONValue(json: bytes[start..<min(offset, bytes.count)]) {
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .string(let value): .string(value)
        case .null, .array, .object: .null
        }
    }

    private var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skipBlanks() {
        while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }
}
