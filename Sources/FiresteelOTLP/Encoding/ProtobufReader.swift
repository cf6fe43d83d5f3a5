/// Reads the fields of a Protocol Buffers message, as far as they are valid.
///
/// Used for responses of servers: it terminates for any input, and never reads beyond the bytes.
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    /// Returns the next field and its number, or `nil` at the end or if the bytes are invalid.
    mutating func next() -> (field: Int, value: Value)? {
        guard let key = varint() else { return nil }
        let field = Int(truncatingIfNeeded: key >> 3)
        switch key & 7 {
        case 0: return varint().map { (field, .number($0)) }
        case 1: return read(8).map { (field, .number(Self.number($0))) }
        case 2:
            guard let length = varint(), length <= UInt64(rest.count) else { return nil }
            return read(Int(length)).map { (field, .bytes($0)) }
        case 5: return read(4).map { (field, .number(Self.number($0))) }
        default: return nil
        }
    }

    /// Returns the message in a field, if there is one.
    static func message(_ field: Int, in bytes: some Sequence<UInt8>) -> ArraySlice<UInt8>? {
        var reader = ProtobufReader(bytes)
        while let next = reader.next() {
            if next.field == field, case .bytes(let message) = next.value { return message }
        }
        return nil
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
