import FiresteelHTTP
import FiresteelRemote
import Synchronization

/// The number of times that each event happened.
final class Happenings: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func value(_ name: String) -> Int { counts.withLock { $0[name] ?? 0 } }

    /// Counts one more, and returns how many it are now.
    func count(_ name: String) -> Int {
        counts.withLock { counts in
            counts[name, default: 0] += 1
            return counts[name] ?? 0
        }
    }
}

/// The streams that were opened; the newest is written to.
final class Writers: Sendable {
    private let writers = Mutex<[HTTPBodyWriter]>([])

    var count: Int { writers.withLock { $0.count } }

    func add(_ writer: HTTPBodyWriter) { writers.withLock { $0.append(writer) } }

    func write(_ text: String) { _ = writers.withLock { $0.last }?.write(Array(text.utf8)) }

    func finish() { writers.withLock { $0.last }?.finish() }
}
