/// Writes Protocol Buffers, with fields in the order in which they are added.
///
/// As in proto3, zero and empty values are omitted, unless requested.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    private mutating func add(varint value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }

    private mutating func key(_ field: Int, _ wire: UInt64) { add(varint: UInt64(field) << 3 | wire) }

    /// Adds a number, even if it is 0.
    mutating func add(_ field: Int, always value: UInt64) {
        key(field, 0)
        add(varint: value)
    }

    mutating func add(_ field: Int, _ value: Int) {
        if value != 0 { add(field, always: UInt64(bitPattern: Int64(value))) }
    }

    mutating func add(_ field: Int, fixed64 value: UInt64) {
        guard value != 0 else { return }
        add(field, always64: value)
    }

    /// Adds eight bytes, even if they are 0.
    mutating func add(_ field: Int, always64 value: UInt64) {
        key(field, 1)
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ field: Int, _ text: String) {
        if !text.isEmpty { add(field, always: text) }
    }

    /// Adds a text, even if it is empty.
    mutating func add(_ field: Int, always text: String) {
        key(field, 2)
        add(varint: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ field: Int, _ content: [UInt8]) {
        key(field, 2)
        add(varint: UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Adds a message, even if it is empty.
    mutating func add(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
        var message = ProtobufWriter()
        write(&message)
        add(field, message.bytes)
    }
}
