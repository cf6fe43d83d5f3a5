import Synchronization

/// The newest log lines of a run, kept in memory to be looked at.
public final class LogStore: Sendable {
    private struct State {
        var lines: [LogLine] = []
        var oldest = 0
        var total: UInt64 = 0
    }

    /// How many lines are kept.
    public let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many lines are kept, at least 1.
    public init(capacity: Int = 10_000) {
        self.capacity = max(1, capacity)
    }

    /// Adds a line, in place of the oldest where there is no room.
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

    /// How many lines were ever added.
    public var total: UInt64 { state.withLock { $0.total } }

    /// Lines that are kept, the oldest first, and the number of the first of them, counted from 0 in the run.
    ///
    /// - Parameters:
    ///   - first: The first line that is asked for, or the oldest after it that is still kept. To go on where one stopped,
    ///     give the number after the last line that one has.
    ///   - limit: How many lines at most.
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

    /// The number of the first line that is kept and the number after the last, both counted from 0 in the run.
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
    /// The numbers go on.
    public func erase() {
        state.withLock { state in
            state.lines = []
            state.oldest = 0
        }
    }
}
