/// Writes values as JSON: names sorted, numbers in their shortest form.
package struct JSONWriter {
    private let isPretty: Bool
    /// The text in UTF-8.
    package var bytes: [UInt8] = []
    private var depth = 0

    package init(isPretty: Bool = false) {
        self.isPretty = isPretty
    }

    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .int(let value): bytes.append(contentsOf: value.description.utf8)
        case .double(let value):
            // Swift's description has the shortest digits that round-trip, in a notation that is valid JSON.
            if value.isFinite { bytes.append(contentsOf: value.description.utf8) } else { append("null") }
        case .string(let value): write(text: value)
        case .array(let values):
            begin(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                separate(index)
                write(value)
            }
            end(UInt8(ascii: "]"), isEmpty: values.isEmpty)
        case .object(let members):
            begin(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                separate(index)
                write(text: member.key)
                append(isPretty ? ": " : ":")
                write(member.value)
            }
            end(UInt8(ascii: "}"), isEmpty: members.isEmpty)
        }
    }

    /// Writes a string in quotes.
    private mutating func write(text: String) {
        // The bytes that the other control characters begin with.
        if text.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) {
            bytes.append(contentsOf: JSONText.quoted(text).utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if let escape = JSONEscape.escape(of: Unicode.Scalar(byte)) {
                bytes.append(contentsOf: escape.utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func begin(_ bracket: UInt8) {
        bytes.append(bracket)
        depth += 1
    }

    private mutating func separate(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine()
    }

    private mutating func end(_ bracket: UInt8, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { breakLine() }
        bytes.append(bracket)
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
}
