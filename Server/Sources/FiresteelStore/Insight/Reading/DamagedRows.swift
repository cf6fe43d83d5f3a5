package import FiresteelDatabase
import Synchronization

/// The damaged rows that readers left out, so that they are logged once, and not with each answer.
package final class DamagedRows: Sendable {
    /// Those of this process.
    package static let shared = DamagedRows()

    /// The number beyond which further rows aren't counted.
    private static let maximum = 10_000

    private struct State {
        var rows: Set<[DatabaseValue]> = []
        /// The number of rows that were taken.
        var taken = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a row that was left out.
    package func add(_ table: String, _ key: [DatabaseValue]) {
        state.withLock { state in
            guard state.rows.count < Self.maximum else { return }
            state.rows.insert([.text(table)] + key)
        }
    }

    /// Returns the number of rows that were added since the last call, each once.
    package func takeCount() -> Int {
        state.withLock { state in
            defer { state.taken = state.rows.count }
            return state.rows.count - state.taken
        }
    }
}
