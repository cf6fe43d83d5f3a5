internal import CFiresteelTimeline

extension Timeline {
    /// Calls `body` with the encoded input of a perform, for a log line that belongs to it.
    ///
    /// The input is read from the timeline as long as the begin is available; for a perform that has been in flight
    /// longer, its first 58 bytes are retained. Allocates nothing.
    /// - Parameters:
    ///   - perform: The perform that ``begin(_:input:)`` returned.
    ///   - entry: The entry that ``begin(_:input:)`` returned, or -1 if unknown.
    ///   - body: Called with the encoded input, which is valid until it returns.
    /// - Returns: The result of `body`, or `nil` if the input is no longer available.
    public func withInput<Result>(
        of perform: UInt64, entry: Int32, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var result: Result?
        copyInput(of: perform, entry: entry) { result = body($0) }
        return result
    }

    /// Returns the values of a perform's input on one line, or `nil` if there are none or they are no longer available.
    ///
    /// Equals ``withInput(of:entry:_:)`` with ``InputField/line(of:)``, without the cost of calling a generic function
    /// of another module, because every log line calls this.
    package func inputLine(of perform: UInt64, entry: Int32) -> String? {
        var line = ""
        copyInput(of: perform, entry: entry) { line = InputField.line(of: $0) }
        return line.isEmpty ? nil : line
    }

    /// Copies an input.
    ///
    /// Not generic, because looking up the types of a generic function takes longer than the copy.
    private func copyInput(of perform: UInt64, entry: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeTemporaryAllocation(
            byteCount: Int(FST_RECORD_SLOTS) * Int(FST_SLOT_BYTES), alignment: 8
        ) { buffer in
            let length = fst_copy_text(
                memory.journal, perform, entry, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
            guard length >= 0 else { return }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(length)]))
        }
    }
}
