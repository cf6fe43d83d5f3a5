import Synchronization

/// Counts the calls that are in progress.
package final class CallSlots: Sendable {
    private let maximum: Int
    private let maximumOfCaller: Int
    private let state = Mutex<(all: Int, byCaller: [String: Int])>((0, [:]))

    /// Creates places for calls.
    ///
    /// - Parameters:
    ///   - maximum: The maximum number of calls at a time.
    ///   - maximumOfCaller: The maximum number of one caller.
    package init(_ maximum: Int, ofCaller maximumOfCaller: Int) {
        self.maximum = maximum
        self.maximumOfCaller = maximumOfCaller
    }

    /// Counts a call, or returns `false` if there are too many.
    package func take(_ caller: String) -> Bool {
        state.withLock { state in
            let own = state.byCaller[caller] ?? 0
            guard state.all < maximum, own < maximumOfCaller else { return false }
            state.all += 1
            state.byCaller[caller] = own + 1
            return true
        }
    }

    package func release(_ caller: String) {
        state.withLock { state in
            state.all -= 1
            let own = (state.byCaller[caller] ?? 1) - 1
            state.byCaller[caller] = own > 0 ? own : nil
        }
    }
}
