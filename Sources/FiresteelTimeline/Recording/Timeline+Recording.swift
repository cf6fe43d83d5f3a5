internal import CFiresteelTimeline

extension Timeline {
    /// Records that an action begins.
    /// - Parameters:
    ///   - fields: All fields except the input.
    ///   - input: The encoded ``InputSummary`` of its input, or empty. At most ``TextLimits/input`` bytes are recorded.
    /// - Returns: The token for ``complete(_:_:error:)``. Its perform identifies this perform in its run.
    public func begin(_ fields: BeginFields, input: UnsafeRawBufferPointer) -> PerformToken {
        var slot = slot(.begin, fields.perform)
        slot.time = fields.time
        slot.other = fields.root
        if fields.isInputCut { slot.flags |= RecordFlags.textCut }
        let length = fit(input, within: TextLimits.input, flags: &slot.flags)
        let token = fst_begin(memory.journal, &slot, input.baseAddress, length)
        bell.ring()
        return PerformToken(perform: token.perform, entry: token.entry)
    }

    /// Records the completion of a perform.
    /// - Parameters:
    ///   - token: The token that ``begin(_:input:)`` returned. Each token is completed once.
    ///   - fields: All fields except the error.
    ///   - error: The error message in UTF-8, or an encoded ``InputSummary`` whose value without a label is the message
    ///     and whose fields `Type` and `Case` are the error's type and case, with a field `Report` if it is reported; empty
    ///     without an error. At most ``TextLimits/error`` bytes are recorded.
    public func complete(_ token: PerformToken, _ fields: CompletionFields, error: UnsafeRawBufferPointer) {
        var slot = slot(.completion, fields.perform)
        slot.time = fields.time
        slot.other = fields.began
        slot.code = fields.outcome.rawValue
        let length = fit(error, within: TextLimits.error, flags: &slot.flags)
        _ = fst_complete(
            memory.journal, &slot, error.baseAddress, length, fst_token(perform: token.perform, entry: token.entry))
        bell.ring()
    }

    /// Records a log line.
    /// - Parameters:
    ///   - fields: All fields except the message.
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
    ///   - fields: All fields except the text.
    ///   - text: The text in UTF-8. At most ``TextLimits/note`` bytes are recorded.
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

    // MARK: Appending

    /// Appends a record of a flag or of availability.
    func append(
        _ kind: RecordKind, _ fields: ChangeFields, above: UInt64, other: UInt64, code: UInt8, text: [UInt8],
        isCut: Bool, source: ActionSource = .application, isUserInitiated: Bool = false
    ) {
        var slot = fst_slot()
        slot.kind = kind.rawValue
        slot.time = fields.time
        slot.perform = fields.perform
        slot.parent = above
        slot.other = other
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.subject.rawValue
        slot.code = code
        slot.source = source.rawValue
        slot.flags = (isCut ? RecordFlags.textCut : 0) | (isUserInitiated ? RecordFlags.userInitiated : 0)
        text.withUnsafeBytes { append(&slot, text: $0, limit: TextLimits.change) }
    }

    /// Returns a slot with the fields that a begin and a completion share.
    @inline(__always)
    private func slot(_ kind: RecordKind, _ fields: PerformFields) -> fst_slot {
        var slot = fst_slot()
        slot.kind = kind.rawValue
        slot.parent = fields.parent
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.stack = fields.stack
        slot.subject = fields.action.rawValue
        slot.source = fields.source.rawValue
        slot.flags = fields.isUserInitiated ? RecordFlags.userInitiated : 0
        slot.depth = fields.depth
        return slot
    }

    private func append(_ kind: RecordKind, _ fields: SessionFields) {
        var slot = fst_slot()
        slot.kind = kind.rawValue
        slot.time = fields.time
        slot.session = fields.session
        slot.session_name = fields.sessionName.rawValue
        slot.flags = fields.isUserInitiated ? RecordFlags.userInitiated : 0
        guard var principal = fields.principal.map(Self.harmless) else {
            append(&slot, text: UnsafeRawBufferPointer(start: nil, count: 0), limit: 0)
            return
        }
        principal.withUTF8 { append(&slot, text: UnsafeRawBufferPointer($0), limit: TextLimits.principal) }
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

    /// Returns the recorded size of a text; a truncated text is marked in the record.
    @inline(__always)
    private func fit(_ text: UnsafeRawBufferPointer, within limit: Int, flags: inout UInt8) -> Int {
        guard text.count > limit else { return text.count }
        flags |= RecordFlags.textCut
        return TextCut.length(of: text, within: limit)
    }
}
