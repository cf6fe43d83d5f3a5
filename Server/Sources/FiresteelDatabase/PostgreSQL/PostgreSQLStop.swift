internal import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends a thread that waits for a socket: a file that can be read once it is stopped.
final class PostgreSQLStop: Sendable {
    let file: Int32
    private let writer: Mutex<Int32?>

    /// Creates a stop, or returns `nil` if the process has no more files.
    init?() {
        var files: [Int32] = [-1, -1]
        guard pipe(&files) == 0 else { return nil }
        for file in files { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
        file = files[0]
        writer = Mutex(files[1])
    }

    deinit {
        stop()
        _ = close(file)
    }

    /// Whether the thread has to end.
    var isStopped: Bool { writer.withLock { $0 == nil } }

    func stop() {
        writer.withLock { writer in
            // Closing the other end makes the file readable.
            if let file = writer { _ = close(file) }
            writer = nil
        }
    }
}

/// The running listeners of a database.
struct PostgreSQLListeners {
    var running: [UInt64: PostgreSQLStop] = [:]
    var isClosed = false
    private var lastNumber: UInt64 = 0

    /// Adds a listener and returns its number, or `nil` if the database is closed.
    mutating func add(_ stop: PostgreSQLStop) -> UInt64? {
        guard !isClosed else { return nil }
        lastNumber += 1
        running[lastNumber] = stop
        return lastNumber
    }
}
