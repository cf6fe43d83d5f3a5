/// Writes values as JSON: names sorted, numbers as short as they can be.
struct JSONWriter {
    let isPretty: Bool
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    init(isPretty: Bool = false) {
        self.isPretty = isPretty
    }

    mutating func write(_ value: FlagValue) {
        switch value {
        case .null: writeRaw("null")
        case .bool(let value): writeRaw(value ? "true" : "false")
        case .int(let value): bytes.append(contentsOf: value.description.utf8)
        case .double(let value):
            // Swift's own digits are the shortest that round trip, and its notation is one that JSON knows.
            if value.isFinite { bytes.append(contentsOf: value.description.utf8) } else { writeRaw("null") }
        case .string(let value): write(text: value)
        case .array(let values):
            writeList(UInt8(ascii: "["), UInt8(ascii: "]"), values) { $0.write($1) }
        case .object(let members):
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            writeList(UInt8(ascii: "{"), UInt8(ascii: "}"), sorted) { writer, member in
                writer.write(text: member.key)
                writer.writeRaw(writer.isPretty ? ": " : ":")
                writer.write(member.value)
            }
        }
    }

    private mutating func writeList<Element>(
        _ begin: UInt8, _ end: UInt8, _ elements: [Element], _ writeElement: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(begin)
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            writeElement(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(end)
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func writeRaw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func write(text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): writeRaw("\\\"")
            case UInt8(ascii: "\\"): writeRaw("\\\\")
            case 0x0A: writeRaw("\\n")
            case 0x0D: writeRaw("\\r")
            case 0x09: writeRaw("\\t")
            case ..<0x20:
                writeRaw("\\u00")
                bytes.append(byte >> 4 + UInt8(ascii: "0"))
                let digit = byte & 0xF
                bytes.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "a"))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
