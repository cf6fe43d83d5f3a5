internal import CFiresteelTimeline

extension Timeline {
    /// Erases the user's timeline: removes all ended runs, and from this run all events, all data of performs in flight
    /// except their identifiers, the session names and the flag values.
    ///
    /// Recording continues. The bytes are overwritten in place; copies retained by a file system or a disk are not
    /// affected. Takes some milliseconds.
    /// - Throws: ``RunError`` if an earlier run couldn't be removed. Everything else is erased nevertheless.
    public func erase() throws(RunError) {
        names.blankPersonal()
        fst_blank(memory.journal)
        guard let folder else { return }
        var failure: RunError?
        for run in try folder.runs() where run.id != runIdentifier && !run.isRunning {
            do throws(RunError) {
                try folder.remove(run.id)
            } catch {
                if case .running = error { continue }
                if case .notFound = error { continue }
                failure = error
            }
        }
        if let failure { throw failure }
    }
}

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

extension Timeline {
    /// Erases the sessions of one principal: every record of them in this run, and in the earlier runs of the folder.
    ///
    /// A record names its session, and the opening and the closing of a session name its principal. A session of which
    /// both were overwritten in the ring can't be attributed: its remaining records are erased as well, other than
    /// those of the run's first session, which is the program's own. Records of other principals remain.
    ///
    /// Recording continues meanwhile. The bytes are overwritten in place; what a file system or a disk retains of
    /// overwritten bytes is beyond this. A run that another process is recording isn't changed: erase it there.
    /// - Parameters:
    ///   - principal: The principal's identifier, as given to ``SessionFields/principal``.
    ///   - last: The highest number of a session when erasing began: sessions after that are left alone.
    ///   - openSessions: Returns the sessions of this run that are open, with their principals, so that all of their
    ///     records are found. Called before and after the records are read.
    /// - Returns: The sessions of this run whose records were erased.
    /// - Throws: ``RunError`` for the first run that couldn't be read or changed. The others are erased.
    @discardableResult
    public func erase(
        principal: String, lastSession last: UInt32 = .max,
        openSessions: () -> [(session: UInt32, principal: String?)] = { [] }
    ) throws(RunError) -> Set<UInt32> {
        let recorded = Self.recorded(principal: principal)
        let before = openSessions()
        let attribution = SessionAttribution(run)
        let open = before + openSessions()
        var sessions = attribution.sessions(of: recorded, open: open)
        sessions.formUnion(open.filter { $0.principal == principal }.map(\.session))
        sessions = sessions.filter { $0 <= last }
        let sorted = sessions.sorted()
        sorted.withUnsafeBufferPointer { fst_blank_sessions(memory.journal, $0.baseAddress, $0.count) }
        guard let folder else { return sessions }
        var failure: RunError?
        for earlier in try folder.runs() where earlier.id != runIdentifier && !earlier.isRunning {
            do throws(RunError) {
                try folder.erase(principal: recorded, in: earlier.id)
            } catch {
                switch error {
                case .running, .notFound: continue
                default: failure = failure ?? error
                }
            }
        }
        if let failure { throw failure }
        return sessions
    }

    /// Returns a principal as stored in records.
    package static func recorded(principal: String) -> String {
        var text = harmless(principal)
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let length =
                bytes.count > TextLimits.principal
                ? TextCut.length(of: bytes, within: TextLimits.principal) : bytes.count
            return String(decoding: bytes[..<length], as: UTF8.self)
        }
    }
}

/// The known principals of a run's sessions.
private struct SessionAttribution {
    private var principals: [UInt32: String] = [:]
    private var attributed: Set<UInt32> = []
    private var seen: Set<UInt32> = []

    init(_ run: Run) {
        run.forEachEvent { event in
            if event.session != 0 { seen.insert(event.session) }
            if event.kind == .sessionOpened || event.kind == .sessionClosed {
                attributed.insert(event.session)
                principals[event.session] = event.principal
            }
            return true
        }
        seen.formUnion(run.inFlightEvents().map(\.session))
    }

    /// Returns the sessions of a principal, and those that can't be attributed.
    func sessions(of principal: String, open: [(session: UInt32, principal: String?)] = []) -> Set<UInt32> {
        let known = attributed.union(open.map(\.session)).union([1])
        return Set(principals.filter { $0.value == principal }.keys).union(seen.subtracting(known))
    }
}

extension RunFolder {
    /// Erases the sessions of a principal from a run that is over.
    fileprivate func erase(principal: String, in id: String) throws(RunError) {
        let run = try open(id)
        let sessions = SessionAttribution(run).sessions(of: principal)
        guard !sessions.isEmpty, let path = run.path else { return }
        let file = try WritableJournalFile(path: path)
        try file.blank(sessions, run.layout)
    }
}

/// The file of a run that is over, to erase records of it.
///
/// Locked, so that nothing else changes it meanwhile.
private struct WritableJournalFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    init(path: String) throws(RunError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .notFound(path) : .system(path: path, code: errno) }
        let code = fst_lock(descriptor, true)
        guard code != EWOULDBLOCK else {
            close(descriptor)
            throw .running(path)
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Makes every record of some sessions void, and frees their entries of the table of performs in flight.
    func blank(_ sessions: Set<UInt32>, _ layout: JournalLayout) throws(RunError) {
        let size = JournalLayout.slotSize
        let slot = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { slot.deallocate() }
        // From the end, so that the first slot of a record is last: as long as it is there, the rest can be found. A
        // slot of text whose first slot is no longer there belongs to no session that can be found, and is erased.
        var text: [(position: Int, sequence: UInt64)] = []
        for position in (0..<layout.slotCount).reversed() {
            try read(layout.slotsOffset + position * size, into: slot)
            guard
                case .whole(let sequence) = RecordCheck.slot(
                    at: 0, in: UnsafeRawBufferPointer(slot), position: position, layout: layout)
            else { continue }
            let head = slot.load(as: fst_slot.self)
            guard head.kind != RecordKind.void.rawValue else { continue }
            if head.index > 0 {
                text.append((position, sequence))
                continue
            }
            let own = (sequence + 1)..<(sequence + UInt64(max(1, head.slots)))
            let erases = sessions.contains(head.session)
            for part in text where erases || !own.contains(part.sequence) {
                try void(part.sequence, at: part.position, slot, layout)
            }
            text = []
            if erases { try void(sequence, at: position, slot, layout) }
        }
        for part in text { try void(part.sequence, at: part.position, slot, layout) }
        for entry in 0..<layout.flightCount {
            let offset = layout.flightsOffset + entry * size
            try read(offset, into: slot)
            guard sessions.contains(slot.load(as: fst_slot.self).session) else { continue }
            slot.initializeMemory(as: UInt8.self, repeating: 0)
            slot.storeBytes(of: UInt64(FST_BLANKED), toByteOffset: 16, as: UInt64.self)
            try write(slot, at: offset)
        }
    }

    private func void(
        _ sequence: UInt64, at position: Int, _ slot: UnsafeMutableRawBufferPointer, _ layout: JournalLayout
    ) throws(RunError) {
        fst_void_words(sequence, slot.baseAddress?.assumingMemoryBound(to: UInt64.self))
        try write(slot, at: layout.slotsOffset + position * JournalLayout.slotSize)
    }

    private func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RunError) {
        guard pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) == buffer.count else {
            throw .system(path: path, code: errno == 0 ? EIO : errno)
        }
    }

    private func write(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(RunError) {
        guard pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) == buffer.count else {
            throw .system(path: path, code: errno == 0 ? EIO : errno)
        }
    }
}
