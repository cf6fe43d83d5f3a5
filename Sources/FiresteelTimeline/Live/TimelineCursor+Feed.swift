extension TimelineCursor {
    /// Where a cursor reads: in this process's own timeline, or in the file that another process records to.
    ///
    /// What a process writes to its mapping of a file is read from that file at once, whoever reads.
    enum Feed: Sendable {
        case timeline(Timeline)
        case file(Run)

        var layout: JournalLayout {
            switch self {
            case .timeline(let timeline): timeline.memory.layout
            case .file(let run): run.layout
            }
        }

        var source: JournalSource {
            switch self {
            case .timeline(let timeline): .memory(timeline.memory)
            case .file(let run): run.source
            }
        }

        /// The chunk that is claimed next.
        var nextChunk: UInt64 {
            switch self {
            case .timeline(let timeline): timeline.memory.nextChunk
            // Chunks are numbered from 1: of a file that can't be read any more there is nothing to come.
            // The word is not under the header's checksum: no more chunks are believed than slots can be counted.
            case .file(let run):
                min(run.source.word(at: HeaderField.next) ?? 1, UInt64.max >> 32)
            }
        }

        /// What was stamped up to this reading of the clock is all there, once the next chunk was looked up.
        var before: UInt64 {
            switch self {
            case .timeline(let timeline): timeline.isEnded ? .max : timeline.now
            // Who records on this machine reads the clock that this process reads.
            case .file(let run): run.end == .running ? TimelineClock.system.now : .max
            }
        }

        /// The word of the slot at a place of the ring.
        func slotWord(at place: Int) -> UInt64 {
            switch self {
            case .timeline(let timeline): timeline.memory.slotWord(at: place)
            case .file: source.word(at: offset(of: place)) ?? 0
            }
        }

        /// The time in the slot at a place of the ring, which may be of any record.
        func slotTime(at place: Int) -> UInt64 {
            switch self {
            case .timeline(let timeline): timeline.memory.slotTime(at: place)
            case .file: source.word(at: offset(of: place) + 16) ?? 0
            }
        }

        private func offset(of place: Int) -> Int { layout.slotsOffset + place * JournalLayout.slotSize }
    }
}
