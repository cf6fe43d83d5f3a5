/// The first pass over a ring: the start times of its chunks, and an account of its slots.
struct RingSurvey {
    /// The chunks with records, in order of their start times.
    private(set) var spans: [RingReader.Span] = []
    private(set) var account = RingAccount()
    /// The newest slots of the threads.
    private(set) var lanes = LanePositions()

    private let layout: JournalLayout
    private let isBeingRecorded: Bool
    /// The number of cells that have a chunk.
    private let cells: Int
    /// The number of threads that had claimed a chunk and were about to mark it.
    private let claims: Int
    /// The number of the last chunk that was claimed.
    private let last: UInt64
    /// The highest number of a chunk that was found.
    fileprivate var latest: UInt64 = 0
    private var starts: [(span: RingReader.Span, number: UInt64)] = []
    /// The chunks with an unwritten end.
    private var ends: [(number: UInt64, slots: Int)] = []
    /// The number of chunks that were claimed and have no slot.
    private var missing = 0
    /// The unwritten slots before written ones.
    private var skipped = 0
}

extension RingReader {
    /// Returns the start times of the chunks with records, in order, and the account of the ring.
    func survey() -> RingSurvey {
        // Read first: a chunk that is claimed meanwhile isn't missing.
        let next = min(source.word(at: HeaderField.next) ?? 0, UInt64.max >> 32)
        let survey = RingSurvey(self, last: next > 0 ? next - 1 : 0)
        // The word has no checksum. The chunks that were found are a lower bound, and are of the last two laps.
        return survey.isConsistent ? survey : RingSurvey(self, last: survey.latest)
    }
}

extension RingSurvey {
    fileprivate init(_ reader: RingReader, last: UInt64) {
        layout = reader.layout
        isBeingRecorded = reader.isBeingRecorded
        self.last = last
        let word = reader.source.word(at: HeaderField.cellsUsed) ?? 0
        cells = word == 0 ? layout.cellCount : Int(min(word - 1, UInt64(layout.cellCount)))
        let claims = word == 0 ? UInt64(cells) : reader.source.word(at: HeaderField.claims) ?? 0
        self.claims = Int(min(claims, UInt64(layout.chunkCount)))
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: reader.chunkSize, alignment: 16)
        defer { bytes.deallocate() }
        var chunk = Chunk(bytes: bytes)
        chunk.lanes = LanePositions()
        for position in 0..<layout.chunkCount {
            if chunk.read(at: position, from: reader.source, layout: layout) {
                add(chunk, at: position)
            } else {
                addUnreadable(at: position)
            }
        }
        lanes = chunk.lanes ?? lanes
        addMissing()
        addEnds()
        addSkipped()
        if isBeingRecorded {
            // A slot that is being written may look like a damaged one.
            account.condition.torn += account.condition.damaged
            account.condition.damaged = 0
        }
        starts.sort { ($0.span.start, $0.number) < ($1.span.start, $1.number) }
        spans = starts.map(\.span)
        starts = []
        ends = []
    }

    fileprivate var isConsistent: Bool {
        latest <= last && (latest == 0 || last - latest <= 2 * UInt64(layout.chunkCount))
    }

    // MARK: Chunks

    private mutating func add(_ chunk: Chunk, at position: Int) {
        latest = max(latest, chunk.number)
        if let start = chunk.records.lazy.map(\.time).min() {
            starts.append((RingReader.Span(position: position, start: start), chunk.number))
        }
        let slots = chunk.slots
        let newest = max(chunk.number, newestClaimed(at: position))
        guard newest > 0 else { return }
        account.condition.lost += earlierSlots(before: newest, at: position)
        account.condition.torn += slots.torn + slots.reused
        account.condition.damaged += slots.damaged
        skipped += slots.skipped
        if chunk.number == 0 {
            // Slots of a chunk 0, which isn't claimed, can't be whole.
            account.condition.damaged += slots.recorded
            if slots.unwritten == layout.chunkSlots { missing += 1 } else { addEnd(newest, slots.unwritten) }
            return
        }
        account.recorded += UInt64(slots.recorded)
        account.condition.lost += UInt64(slots.lost)
        addEnd(chunk.number, slots.unwritten)
        guard chunk.number < newest else { return }
        // The chunk that was found is one of the earlier ones, but for the slots that the newest one has taken.
        account.condition.lost -= UInt64(layout.chunkSlots - slots.reused)
        if slots.reused > 0 { addEnd(newest, layout.chunkSlots - slots.reused) } else { missing += 1 }
    }

    private mutating func addUnreadable(at position: Int) {
        let newest = newestClaimed(at: position)
        guard newest > 0 else { return }
        account.condition.lost += earlierSlots(before: newest, at: position)
        account.condition.damaged += layout.chunkSlots
    }

    /// Counts the chunks that were claimed and have no slot.
    ///
    /// As many as there were claims may be of a thread that was about to mark them.
    private mutating func addMissing() {
        // Their writers may be about to write them.
        guard !isBeingRecorded else { return }
        account.condition.torn += min(missing, claims) * layout.chunkSlots
        account.condition.damaged += max(0, missing - claims) * layout.chunkSlots
    }

    private mutating func addEnd(_ number: UInt64, _ slots: Int) {
        if slots > 0 { ends.append((number, slots)) }
    }

    /// Counts the unwritten ends that no cell and no claim accounts for: each leaves at most one.
    private mutating func addEnds() {
        guard !isBeingRecorded else { return }
        ends.sort { $0.number > $1.number }
        for end in ends.dropFirst(cells + claims) { account.condition.damaged += end.slots }
    }

    /// Counts the unwritten slots before written ones.
    ///
    /// If threads share the cells, one may have been about to write them while another continued.
    private mutating func addSkipped() {
        let isShared = cells > 0 && lanes.count > cells
        if isShared { account.condition.torn += skipped } else { account.condition.damaged += skipped }
    }

    // MARK: Numbers

    /// Returns the number of the newest chunk that was claimed at a position, or 0 if there is none.
    private func newestClaimed(at position: Int) -> UInt64 {
        let position = UInt64(position)
        guard last >= position else { return 0 }
        return last - (last - position) % UInt64(layout.chunkCount)
    }

    /// Returns the number of slots of the chunks before this one at the same position.
    private func earlierSlots(before number: UInt64, at position: Int) -> UInt64 {
        // Chunks are numbered from 1.
        let laps = number / UInt64(layout.chunkCount) - (position == 0 ? 1 : 0)
        return laps * UInt64(layout.chunkSlots)
    }
}
