import FiresteelBase
import FiresteelHTTPServer
import FiresteelStore
import Synchronization

/// The events that an open page of the dashboard follows: the program's last change, the count of its requests that were added or
/// ended, and the connected programs, as lines of JSON.
///
/// A line is sent when one of them changes. What is compared is in memory, so many pages cost little.
final class ProgramEvents: HTTPBodyStream {
    private struct State {
        var sent: JSONValue?
        var silence = 0
    }

    /// The time between two comparisons, in milliseconds.
    private static let interval = 250
    /// The number of comparisons after which an empty line says that the stream is alive.
    private static let maximumSilent = 40

    private let current: @Sendable () throws -> JSONValue
    private let isAllowed: @Sendable () async -> Bool
    private let onClose: @Sendable () -> Void
    private let state = Mutex(State())

    init(
        current: @escaping @Sendable () throws -> JSONValue, isAllowed: @escaping @Sendable () async -> Bool,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.current = current
        self.isAllowed = isAllowed
        self.onClose = onClose
    }

    func next() async throws -> [UInt8]? {
        while true {
            let value = try current()
            let (line, isBeat) = state.withLock { state -> ([UInt8]?, Bool) in
                if state.sent != value {
                    state.sent = value
                    state.silence = 0
                    return (Array("\(value.json())\n".utf8), false)
                }
                state.silence += 1
                guard state.silence >= Self.maximumSilent else { return (nil, false) }
                state.silence = 0
                return (nil, true)
            }
            // Someone who signed out elsewhere doesn't follow any longer, also while there are changes.
            if line != nil || isBeat { return await isAllowed() ? line ?? [0x0A] : nil }
            try await Task.sleep(for: .milliseconds(Self.interval))
        }
    }

    func close() async { onClose() }
}

/// The counts of connected programs of all nodes, read once a second.
final class ConnectionCounts: Sendable {
    private let counts = Mutex<[String: [ConnectedCount]]>([:])
    private let pages = Mutex(0)
    /// The maximum number of pages that follow.
    static let maximumPages = 500

    /// Returns the counts of a program.
    func of(_ program: String) -> [ConnectedCount] { counts.withLock { $0[program] ?? [] } }

    func replace(_ all: [ConnectedCount]) {
        let grouped = Dictionary(grouping: all, by: \.program)
        counts.withLock { $0 = grouped }
    }

    /// Counts a page that follows, or returns `false` if there are too many.
    func openPage() -> Bool {
        pages.withLock { pages in
            guard pages < Self.maximumPages else { return false }
            pages += 1
            return true
        }
    }

    /// Counts a page that no longer follows.
    func closePage() { pages.withLock { $0 -= 1 } }
}
