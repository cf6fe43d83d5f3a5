import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The limits of a queue.
struct QueueLimits: Sendable, Equatable {
    /// The maximum size of queued events in bytes.
    var bytes: Int
    /// The maximum number of events in a segment.
    var segmentEvents: Int
    /// The maximum size of a segment in bytes, unless a single event is larger.
    var segmentBytes: Int
}

/// Queued events, on disk if possible.
///
/// An event is written when ``append(_:at:)`` returns, so the end of the process loses none. Segments are sent oldest
/// first, and each is removed once it was accepted completely.
///
/// A plain value, guarded by the sender.
struct EventQueue: ~Copyable {
    /// The result of adding an event.
    struct Addition {
        /// Whether it is the first of its segment, whose interval starts now.
        var isFirst = false
        /// Whether a segment is full and can be sent.
        var isFull = false
    }

    /// The pause before a failed disk is retried, in seconds.
    private static let patience = 10.0

    private let limits: QueueLimits
    private var folder: QueueFolder?
    private var writer: SegmentWriter?
    /// The segments ready to be sent, oldest first.
    private var sealed: [QueueSegment] = []
    /// The segment being filled.
    private var open: QueueSegment?
    private var numbers = 0
    private var bytes = 0
    /// The time of the next attempt to write to disk, in seconds since 1970.
    private var retryTime = 0.0
    /// The number of events dropped because the queue was full.
    private var overflow = 0
    /// The errors of moving events of earlier runs.
    private var leftovers: [QueueError] = []
    /// The unreported errors.
    private var faults: [QueueError] = []

    /// Creates a queue in a folder, including the events of earlier runs.
    ///
    /// If the folder can't be used, the queue is in memory, and ``takeErrors()`` returns the reason.
    init(in common: String, limits: QueueLimits) {
        self.limits = limits
        do {
            let folder = try QueueFolder(in: common)
            for file in QueueFolder.segments(in: folder.path) { adopt(file) }
            var unmoved: [QueueError] = []
            let unreachable = folder.adopt { file in
                let target = "\(folder.path)/\(Self.fileName())"
                if rename(file, target) == 0 { return adopt(target) }
                // It remains for the next attempt.
                let words = SystemError.message(errno)
                unmoved.append(QueueError(description: "Can't take over events in \(file): \(words)."))
            }
            leftovers = unreachable + unmoved
            self.folder = consume folder
            faults = leftovers
        } catch {
            let fault = QueueError(description: "\(error) Events are stored in memory only.")
            if QueueFolder.isAnything(in: common) { leftovers = [fault] }
            faults = [fault]
        }
        makeRoom(for: 0)
    }

    /// The number of queued events.
    var count: Int { sealed.reduce(open?.events ?? 0) { $0 + $1.events - min($1.sent, $1.events) } }

    /// Removes and returns the unreported errors.
    mutating func takeErrors() -> [QueueError] {
        defer { faults = [] }
        return faults
    }

    /// Returns the number of events dropped since the last call because the queue was full.
    mutating func takeOverflow() -> Int {
        defer { overflow = 0 }
        return overflow
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - line: One line, with its end.
    ///   - now: The time in seconds since 1970.
    mutating func append(_ line: [UInt8], at now: Double) -> Addition {
        var addition = Addition()
        guard line.count <= limits.bytes else {
            overflow += 1
            return addition
        }
        if let open, open.bytes + line.count > limits.segmentBytes {
            seal()
            addition.isFull = true
        }
        makeRoom(for: line.count)
        addition.isFirst = open == nil
        if !write(line, at: now) { addInMemory(line) }
        bytes += line.count
        if let open, open.events >= limits.segmentEvents {
            seal()
            addition.isFull = true
        }
        return addition
    }

    /// Makes the open segment ready to be sent.
    mutating func seal() {
        writer = nil
        if let segment = open.take() { sealed.append(segment) }
    }

    /// Returns the oldest segment, to be sent.
    mutating func beginSending() -> QueueSegment? {
        guard !sealed.isEmpty else { return nil }
        sealed[0].isBeingSent = true
        return sealed[0]
    }

    /// Changes the segment being sent, or returns `nil` if it was removed meanwhile.
    mutating func update(_ number: Int, _ change: (inout QueueSegment) -> Void) {
        guard let index = sealed.firstIndex(where: { $0.number == number }) else { return }
        change(&sealed[index])
    }

    /// Removes a segment that is done with.
    mutating func remove(_ number: Int) {
        guard let index = sealed.firstIndex(where: { $0.number == number }) else { return }
        remove(at: index)
    }

    /// Forgets everything, on disk too.
    ///
    /// - Throws: The first ``QueueError``; what can be removed is.
    consuming func discard() throws {
        writer = nil
        var first: (any Error)?
        for segment in sealed + [open].compactMap({ $0 }) {
            do { try segment.remove() } catch { first = first ?? error }
        }
        if let folder = folder.take() { folder.remove() }
        if let error = first ?? leftovers.first { throw error }
    }

    /// Closes the queue: events in memory are written to disk if possible, and another process may take over all of
    /// them.
    ///
    /// - Returns: The number of events that could not be stored.
    consuming func close() -> Int {
        seal()
        var lost = 0
        for segment in sealed {
            guard case .memory(let lines) = segment.storage else { continue }
            do {
                guard let path = folder?.path else { throw QueueError(description: "There is no folder.") }
                let writer = try SegmentWriter(path: "\(path)/\(Self.fileName())")
                var size = 0
                for line in lines.dropFirst(segment.sent) {
                    try writer.append(line, at: size)
                    size += line.count
                }
            } catch {
                lost += lines.count - segment.sent
            }
        }
        if sealed.isEmpty, let folder = folder.take() { folder.remove() }
        return lost
    }

    private mutating func write(_ line: [UInt8], at now: Double) -> Bool {
        guard now >= retryTime, let path = folder?.path else { return false }
        if case .memory = open?.storage { seal() }
        do {
            if open == nil {
                let file = "\(path)/\(Self.fileName())"
                writer = try SegmentWriter(path: file)
                open = QueueSegment(number: nextNumber(), .file(file))
            }
            try writer?.append(line, at: open?.bytes ?? 0)
            open?.bytes += line.count
            open?.events += 1
            return true
        } catch {
            retryTime = now + Self.patience
            faults.append(QueueError(description: "\(error) Events are stored in memory until it works again."))
            if let empty = open, empty.events == 0 {
                open = nil
                writer = nil
                do { try empty.remove() } catch { faults.append(QueueError(description: "\(error)")) }
            } else {
                seal()
            }
            return false
        }
    }

    private mutating func addInMemory(_ line: [UInt8]) {
        var segment = open.take() ?? QueueSegment(number: nextNumber(), .memory([]))
        if case .memory(let lines) = segment.storage { segment.storage = .memory(lines + [line]) }
        segment.events += 1
        segment.bytes += line.count
        open = segment
    }

    /// Drops the oldest events, except those being sent.
    private mutating func makeRoom(for count: Int) {
        while bytes + count > limits.bytes {
            if let index = sealed.firstIndex(where: { !$0.isBeingSent }) {
                overflow += sealed[index].events - min(sealed[index].sent, sealed[index].events)
                remove(at: index)
            } else if open != nil {
                seal()
            } else {
                return
            }
        }
    }

    private mutating func remove(at index: Int) {
        let segment = sealed.remove(at: index)
        bytes -= segment.bytes
        // A file that stays is sent again in a later run, with the same identifiers.
        do { try segment.remove() } catch { faults.append(QueueError(description: "\(error)")) }
    }

    private mutating func adopt(_ file: String) {
        let segment = QueueSegment(number: nextNumber(), adopting: file)
        sealed.append(segment)
        bytes += segment.bytes
    }

    private mutating func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Returns a unique file name that sorts by time.
    private static func fileName() -> String {
        UUID.ofTime(Date().timeIntervalSince1970).uuidString.lowercased() + ".jsonl"
    }
}
