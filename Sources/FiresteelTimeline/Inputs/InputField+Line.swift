extension InputField {
    /// The values of an encoded summary on one line: the same as `decode(bytes).line`, without the fields in between.
    ///
    /// Empty where nothing is shown.
    public static func line(of bytes: UnsafeRawBufferPointer) -> String {
        guard !bytes.isEmpty else { return "" }
        // A value takes at most its own bytes and the two that separate it, in place of the one that ends its field.
        return withUnsafeTemporaryAllocation(byteCount: bytes.count * 2 + 2, alignment: 1) { line in
            var count = 0
            var start = 0
            var isFirst = true
            while start < bytes.count {
                let rest = bytes[start...]
                let end = rest.firstIndex(of: SummaryCoding.record) ?? bytes.count
                defer { start = end + 1 }
                guard start < end else { continue }
                let label = bytes[start..<end].firstIndex(of: SummaryCoding.unit)
                let value = bytes[(label.map { $0 + 1 } ?? start)..<end]
                if label != nil, value.count == 1, value.first == SummaryCoding.hidden { continue }
                if !isFirst {
                    line[count] = UInt8(ascii: ",")
                    line[count + 1] = UInt8(ascii: " ")
                    count += 2
                }
                isFirst = false
                for byte in value {
                    line[count] = byte
                    count += 1
                }
            }
            return String(decoding: line[..<count], as: UTF8.self)
        }
    }
}
