internal import CFiresteelTimeline

extension Timeline {
    /// Records that an action begins.
    /// - Parameters:
    ///   - fields: Everything but its input.
    ///   - input: The encoded ``InputSummary`` of its input, or empty. At most ``TextLimits/input`` bytes are recorded.
    /// - Returns: What ``complete(_:_:error:)`` needs. Its perform identifies this perform in its run.
    public func begin(_ fields: BeginFields, input: UnsafeRawBufferPointer) -> PerformToken {
        var slot = fst_slot()
        slot.kind = RecordKind.begin.rawValue
        slot.time = fields.time
        slot.parent = fields.parent
        slot.other = fields.root
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.action.rawValue
        slot.source = fields.source.rawValue
        slot.flags =
            (fields.isUserInitiated ? RecordFlags.userInitiated : 0)
            | (fields.isInputCut ? RecordFlags.textCut : 0)
        slot.depth = fields.depth
        let length = fit(input, within: TextLimits.input, flags: &slot.flags)
        let token = fst_begin(memory.journal, &slot, input.baseAddress, length)
        bell.ring()
        return PerformToken(perform: token.perform, entry: token.entry)
    }

    /// Records how a perform ended.
    /// - Parameters:
    ///   - token: What ``begin(_:input:)`` gave. Each is completed once.
    ///   - fields: Everything but its error.
    ///   - error: What went wrong, in UTF-8, or an encoded ``InputSummary`` whose value without a label is the message
    ///     and whose field `Type` is the error's type; empty without an error. At most ``TextLimits/error`` bytes are
    ///     recorded.
    public func complete(_ token: PerformToken, _ fields: CompletionFields, error: UnsafeRawBufferPointer) {
        var slot = fst_slot()
        slot.kind = RecordKind.completion.rawValue
        slot.time = fields.time
        slot.parent = fields.parent
        slot.other = fields.began
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.action.rawValue
        slot.source = fields.source.rawValue
        slot.flags = fields.isUserInitiated ? RecordFlags.userInitiated : 0
        slot.depth = fields.depth
        slot.code = fields.outcome.rawValue
        let length = fit(error, within: TextLimits.error, flags: &slot.flags)
        _ = fst_complete(
            memory.journal, &slot, error.baseAddress, length, fst_token(perform: token.perform, entry: token.entry))
        bell.ring()
    }

    /// Records a log line.
    /// - Parameters:
    ///   - fields: Everything but its message.
    ///   - message: The message in UTF-8, or an encoded ``InputSummary`` whose value without a label is the message and
    ///     whose fields are its metadata. At most ``TextLimits/message`` bytes are recorded.
    public func log(_ fields: LogFields, message: UnsafeRawBufferPointer) {
        var slot = fst_slot()
        slot.kind = RecordKind.log.rawValue
        slot.time = fields.time
        slot.perform = fields.perform
        slot.other = UInt64(fields.label.rawValue)
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.subject.rawValue
        slot.code = fields.severity.rawValue
        append(&slot, text: message, limit: TextLimits.message)
    }

    /// Records that a session opened.
    public func sessionOpened(_ fields: SessionFields) {
        append(.sessionOpened, fields)
    }

    /// Records that a session closed.
    public func sessionClosed(_ fields: SessionFields) {
        append(.sessionClosed, fields)
    }

    /// Records that an action stack opened.
    public func stackOpened(_ fields: StackFields) {
        append(.stackOpened, fields)
    }

    /// Records that an action stack closed.
    public func stackClosed(_ fields: StackFields) {
        append(.stackClosed, fields)
    }

    /// Records a note.
    /// - Parameters:
    ///   - fields: Everything but its text.
    ///   - text: What it says, in UTF-8. At most ``TextLimits/note`` bytes are recorded.
    public func note(_ fields: NoteFields, text: UnsafeRawBufferPointer) {
        var slot = fst_slot()
        slot.kind = RecordKind.note.rawValue
        slot.time = fields.time
        slot.perform = fields.perform
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.subject.rawValue
        slot.code = fields.kind.rawValue
        append(&slot, text: text, limit: TextLimits.note)
    }

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
        withUnsafeTemporaryAllocation(
            byteCount: Int(FST_RECORD_SLOTS) * Int(FST_SLOT_BYTES), alignment: 8
        ) { buffer in
            let length = fst_copy_text(
                memory.journal, perform, entry, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self))
            guard length >= 0 else { return nil }
            return body(UnsafeRawBufferPointer(rebasing: buffer[..<Int(length)]))
        }
    }

    // MARK: Appending

    private func append(_ kind: RecordKind, _ fields: SessionFields) {
        var slot = fst_slot()
        slot.kind = kind.rawValue
        slot.time = fields.time
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.flags = fields.isUserInitiated ? RecordFlags.userInitiated : 0
        append(&slot, text: UnsafeRawBufferPointer(start: nil, count: 0), limit: 0)
    }

    private func append(_ kind: RecordKind, _ fields: StackFields) {
        var slot = fst_slot()
        slot.kind = kind.rawValue
        slot.time = fields.time
        slot.perform = fields.perform
        slot.parent = UInt64(fields.parent)
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.feature.rawValue
        append(&slot, text: UnsafeRawBufferPointer(start: nil, count: 0), limit: 0)
    }

    private func append(_ slot: inout fst_slot, text: UnsafeRawBufferPointer, limit: Int) {
        let length = fit(text, within: limit, flags: &slot.flags)
        _ = fst_append(memory.journal, &slot, text.baseAddress, length)
        bell.ring()
    }

    /// How much of a text is recorded; if that is not all, the record says so.
    @inline(__always)
    private func fit(_ text: UnsafeRawBufferPointer, within limit: Int, flags: inout UInt8) -> Int {
        guard text.count > limit else { return text.count }
        flags |= RecordFlags.textCut
        return TextCut.length(of: text, within: limit)
    }
}
