import Synchronization

/// The newest log lines of a run, in memory.
public final class LogStore: Sendable {
    private struct State {
        var lines: [LogLine] = []
        var oldest = 0
        var total: UInt64 = 0
    }

    /// The maximum number of lines.
    public let capacity: Int
    private let state = Mutex(State())

    /// Creates a store.
    ///
    /// - Parameter capacity: The maximum number of lines, at least 1.
    public init(capacity: Int = 10_000) {
        self.capacity = max(1, capacity)
    }

    /// Adds a line, replacing the oldest if the store is full.
    public func add(_ line: LogLine) {
        state.withLock { state in
            state.total += 1
            if state.lines.count < capacity {
                state.lines.append(line)
            } else {
                state.lines[state.oldest] = line
                state.oldest = (state.oldest + 1) % capacity
            }
        }
    }

    /// The number of lines ever added.
    public var total: UInt64 { state.withLock { $0.total } }

    /// Returns stored lines, oldest first, and the number of the first, counted from 0 in the run.
    ///
    /// - Parameters:
    ///   - first: The number of the first line, or of the oldest stored line after it. To continue, pass the number
    ///     after the last line received.
    ///   - limit: The maximum number of lines.
    public func lines(from first: UInt64 = 0, limit: Int = .max) -> (first: UInt64, lines: [LogLine]) {
        state.withLock { state in
            let kept = state.lines.count
            let oldest = state.total - UInt64(kept)
            let start = min(max(first, oldest), state.total)
            let offset = Int(start - oldest)
            let count = min(kept - offset, max(0, limit))
            return (start, (0..<count).map { state.lines[(state.oldest + offset + $0) % kept] })
        }
    }

    /// The number of the first stored line and the number after the last, both counted from 0 in the run.
    public var range: Range<UInt64> {
        state.withLock { $0.total - UInt64($0.lines.count)..<$0.total }
    }

    /// Removes the lines that actions of some sessions wrote.
    ///
    /// The numbers of the lines after them change: a reader may see a line twice.
    func erase(_ sessions: Set<UInt32>) {
        state.withLock { state in
            let kept = state.lines.count
            let ordered = (0..<kept).map { state.lines[(state.oldest + $0) % kept] }
            state.lines = ordered.filter { line in
                line.context?.action.map { !sessions.contains($0.session) } ?? true
            }
            state.oldest = 0
        }
    }

    /// Forgets every line.
    ///
    /// The numbering continues.
    public func erase() {
        state.withLock { state in
            state.lines = []
            state.oldest = 0
        }
    }
}
