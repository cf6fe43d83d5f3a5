internal import CFiresteelTimeline

extension Timeline {
    /// Calls `body` with the encoded input of a perform, for a log line below it.
    ///
    /// The input is taken from the timeline as long as the begin is there; of a perform that has been in flight for
    /// longer than that, its first 58 bytes are kept. Allocates nothing.
    /// - Parameters:
    ///   - perform: The perform, as ``begin(_:input:)`` gave it.
    ///   - entry: Its entry, as ``begin(_:input:)`` gave it, or -1 if that isn't known.
    ///   - body: Called with the encoded input, which is valid until it returns.
    /// - Returns: What `body` returns, or nil if nothing of the input is there any more.
    public func withInput<Result>(
        of perform: UInt64, entry: Int32, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        var result: Result?
        copyInput(of: perform, entry: entry) { result = body($0) }
        return result
    }

    /// The values of a perform's input on one line, or nil if there are none, or none any more.
    ///
    /// As ``withInput(of:entry:_:)`` with ``InputField/line(of:)``, without what calling a generic function of another
    /// module costs: each line of the log asks for this.
    package func inputLine(of perform: UInt64, entry: Int32) -> String? {
        var line = ""
        copyInput(of: perform, entry: entry) { line = InputField.line(of: $0) }
        return line.isEmpty ? nil : line
    }

    /// Not generic: what is generic looks up the types that it is used with, which takes longer than the copy.
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
