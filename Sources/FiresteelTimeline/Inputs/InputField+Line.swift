extension InputField {
    /// Returns the values of an encoded summary on one line.
    ///
    /// The result equals `decode(bytes).line`, without creating the fields. It is empty if no value is shown.
    public static func line(of bytes: UnsafeRawBufferPointer) -> String {
        let end = bytes.last == SummaryCoding.record ? bytes.count - 1 : bytes.count
        let field = bytes[..<end]
        // One value without a label, as most inputs have, is the line itself.
        if !field.contains(where: { $0 == SummaryCoding.record || $0 == SummaryCoding.unit }) {
            return String(decoding: field, as: UTF8.self)
        }
        // A value takes at most its own bytes and the two that separate it, which replace the one that ends its field.
        return withUnsafeTemporaryAllocation(byteCount: bytes.count * 2 + 2, alignment: 1) { memory in
            var line = SummaryLine(memory: memory)
            for byte in bytes { line.add(byte) }
            line.endField()
            return String(decoding: memory[..<line.count], as: UTF8.self)
        }
    }
}

/// Builds the values of a summary on one line while reading its bytes.
private struct SummaryLine {
    let memory: UnsafeMutableRawBufferPointer
    /// The length of the line.
    private(set) var count = 0
    /// The length of the line without the field being read.
    private var kept = 0
    /// The start of that field's value.
    private var value = 0
    private var isInField = false
    private var hasLabel = false
    /// Whether there is a field, which may be empty.
    private var hasValues = false

    init(memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        guard byte != SummaryCoding.record else { return endField() }
        if !isInField { beginField() }
        if byte == SummaryCoding.unit, !hasLabel {
            // The preceding text is the label, which isn't shown.
            hasLabel = true
            count = value
        } else {
            memory[count] = byte
            count += 1
        }
    }

    private mutating func beginField() {
        isInField = true
        if hasValues {
            memory[count] = UInt8(ascii: ",")
            memory[count + 1] = UInt8(ascii: " ")
            count += 2
        }
        value = count
    }

    @inline(__always)
    mutating func endField() {
        guard isInField else { return }
        isInField = false
        let isHidden = hasLabel && count == value + 1 && memory[value] == SummaryCoding.hidden
        hasLabel = false
        if isHidden {
            count = kept
        } else {
            kept = count
            hasValues = true
        }
    }
}
