extension InputField {
    /// The values of an encoded summary on one line: the same as `decode(bytes).line`, without the fields in between.
    ///
    /// Empty where nothing is shown.
    public static func line(of bytes: UnsafeRawBufferPointer) -> String {
        guard !bytes.isEmpty else { return "" }
        // A value takes at most its own bytes and the two that separate it, in place of the one that ends its field.
        return withUnsafeTemporaryAllocation(byteCount: bytes.count * 2 + 2, alignment: 1) { memory in
            var line = SummaryLine(memory: memory)
            for byte in bytes { line.add(byte) }
            line.endField()
            return String(decoding: memory[..<line.count], as: UTF8.self)
        }
    }
}

/// The values of a summary on one line, while its bytes are read.
private struct SummaryLine {
    let memory: UnsafeMutableRawBufferPointer
    /// How long the line is.
    private(set) var count = 0
    /// How long it is without the field that is being read.
    private var kept = 0
    /// Where that field's value begins.
    private var value = 0
    private var isInField = false
    private var hasLabel = false
    /// Whether there is a field already, which may be empty.
    private var hasValues = false

    init(memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        guard byte != SummaryCoding.record else { return endField() }
        if !isInField { beginField() }
        if byte == SummaryCoding.unit, !hasLabel {
            // What came before was the label, which isn't shown.
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
