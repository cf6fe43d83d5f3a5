extension TimelineCursor {
    /// The source of a cursor: this process's own timeline, or the file that another process records to.
    ///
    /// Everything that a process writes to its mapping of a file can be read from that file immediately.
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
            // Chunks are numbered from 1; an unreadable file has none.
            // This word is outside the header's checksum, so the number of chunks is limited to the number of slots.
            case .file(let run):
                min(run.source.word(at: HeaderField.next) ?? 1, UInt64.max >> 32)
            }
        }

        /// The clock reading before which all events are available, once the next chunk was looked up.
        var before: UInt64 {
            switch self {
            case .timeline(let timeline): timeline.isEnded ? .max : timeline.now
            // A recorder on this machine reads the same clock as this process.
            case .file(let run): run.end == .running ? TimelineClock.system.now : .max
            }
        }

        /// Returns the word of the slot at a position of the ring.
        func slotWord(at position: Int) -> UInt64 {
            switch self {
            case .timeline(let timeline): timeline.memory.slotWord(at: position)
            case .file: source.word(at: offset(of: position)) ?? 0
            }
        }

        /// Returns the time in the slot at a position of the ring, which may be of any record.
        func slotTime(at position: Int) -> UInt64 {
            switch self {
            case .timeline(let timeline): timeline.memory.slotTime(at: position)
            case .file: source.word(at: offset(of: position) + 16) ?? 0
            }
        }

        private func offset(of position: Int) -> Int { layout.slotsOffset + position * JournalLayout.slotSize }
    }
}
