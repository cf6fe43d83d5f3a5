internal import CFiresteelTimeline

/// A run to read: this process's own, one of another process, or one that ended.
///
/// The run of a file may be read while it is recorded. All contents are validated: every record has a checksum and a
/// number that must match its place. Invalid records are counted and skipped.
public final class Run: Sendable {
    /// The program, the host and the start time.
    public let header: RunHeader
    /// The path of its file, or `nil` for a timeline in memory.
    public let path: String?

    let source: JournalSource
    let layout: JournalLayout
    private let live: Timeline?
    private let fixedNames: NameIndex?

    /// Opens the run in a file.
    /// - Throws: ``RunError`` if the file doesn't exist, can't be read, isn't a run, has a damaged header, or has a
    ///   newer format.
    public convenience init(path: String) throws(RunError) {
        try self.init(file: JournalFile(path: path))
    }

    /// Creates a run without its names, to read its header only.
    convenience init(head file: JournalFile) throws(RunError) {
        try self.init(file: file, readsNames: false)
    }

    init(file: JournalFile, readsNames: Bool = true) throws(RunError) {
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: JournalLayout.headerSize, alignment: 16)
        defer { head.deallocate() }
        guard file.read(at: 0, into: head) else { throw .notARun }
        (header, layout) = try RunHeader.read(UnsafeRawBufferPointer(head), fileSize: file.size)
        path = file.path
        source = .file(file)
        live = nil
        fixedNames = readsNames ? Self.readNames(file, layout: layout) : NameIndex()
    }

    /// Creates the run that a timeline is recording.
    init(_ timeline: Timeline) {
        header = timeline.header
        if case .file(let path) = timeline.recording { self.path = path } else { path = nil }
        source = .memory(timeline.memory)
        layout = timeline.memory.layout
        live = timeline
        fixedNames = nil
    }

    private static func readNames(_ file: JournalFile, layout: JournalLayout) -> NameIndex {
        var index = NameIndex()
        let size = layout.namesSize & ~7
        guard size > 0 else { return index }
        let region = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { region.deallocate() }
        if !file.read(at: layout.namesOffset, into: region) {
            // A part that can't be read is zeros, as if it were damaged.
            let part = 4096
            for offset in stride(from: 0, to: size, by: part) {
                let bytes = UnsafeMutableRawBufferPointer(rebasing: region[offset..<min(offset + part, size)])
                if file.read(at: layout.namesOffset + offset, into: bytes) { continue }
                bytes.initializeMemory(as: UInt8.self, repeating: 0)
            }
        }
        let used = JournalSource.file(file).word(at: HeaderField.namesUsed).map { Int(clamping: $0) } ?? 0
        index.read(UnsafeRawBufferPointer(region), used: min(used, size))
        return index
    }

    /// The names of the run.
    ///
    /// For a live timeline, those recorded so far.
    public var names: NameIndex { fixedNames ?? live?.names.index ?? NameIndex() }

    /// Whether events are being recorded to it.
    var isBeingRecorded: Bool {
        switch source {
        case .memory: true
        case .file(let file):
            file.isBeingRecorded(process: header.process, processStart: header.processStart, boot: header.boot)
        }
    }

    /// The number of performs beyond the table of performs in flight, and of names beyond the names region.
    public var refused: (performs: UInt64, names: UInt64) {
        (source.word(at: HeaderField.flightsRefused) ?? 0, source.word(at: HeaderField.namesRefused) ?? 0)
    }

    /// The number of names that are damaged, at least.
    ///
    /// Where an event refers to one, it appears as “(damaged)”.
    public var damagedNames: Int { names.damaged }

    /// The number of damaged entries of the table of performs in flight.
    ///
    /// Their performs are in flight only if their begins are still available. 0 while the run is being recorded.
    public var damagedEntries: Int { isBeingRecorded ? 0 : flightTable.damaged }

    var flightTable: FlightTable { FlightTable(source, layout) }
}

// MARK: - Events

extension Run {
    /// Calls `body` with each available event in chronological order, until it returns `false`.
    ///
    /// Memory holds only a few chunks of the run at a time, whatever its size.
    @discardableResult
    public func forEachEvent(_ body: (TimelineEvent) throws -> Bool) rethrows -> RingCondition {
        try reader.forEach(body)
    }

    /// The slots that were written, by their state.
    var account: RingAccount { reader.survey().account }

    var reader: RingReader {
        RingReader(source: source, layout: layout, isBeingRecorded: isBeingRecorded)
    }

    /// Returns every available event, in chronological order.
    public func events() -> [TimelineEvent] {
        var events: [TimelineEvent] = []
        forEachEvent {
            events.append($0)
            return true
        }
        return events
    }

    /// Returns the begin events of performs in flight, which are retained however many events follow.
    public func inFlightEvents() -> [TimelineEvent] { flightTable.begins }
}
