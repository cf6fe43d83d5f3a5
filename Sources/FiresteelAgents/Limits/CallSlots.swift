import Synchronization

/// Counts the calls that are in progress.
package final class CallSlots: Sendable {
    private let maximum: Int
    private let maximumOfGroup: Int
    private let maximumOfCaller: Int
    private let state = Mutex<(all: Int, byGroup: [String: Int], byCaller: [String: Int])>((0, [:], [:]))

    /// Creates places for calls.
    ///
    /// - Parameters:
    ///   - maximum: The maximum number of calls at a time.
    ///   - maximumOfGroup: The maximum number of a group of callers, by default of all.
    ///   - maximumOfCaller: The maximum number of one caller.
    package init(_ maximum: Int, ofGroup maximumOfGroup: Int? = nil, ofCaller maximumOfCaller: Int) {
        self.maximum = maximum
        self.maximumOfGroup = maximumOfGroup ?? maximum
        self.maximumOfCaller = maximumOfCaller
    }

    /// Counts a call, or returns `false` if there are too many.
    package func take(_ caller: String, of group: String = "") -> Bool {
        state.withLock { state in
            let (own, others) = (state.byCaller[caller] ?? 0, state.byGroup[group] ?? 0)
            guard state.all < maximum, others < maximumOfGroup, own < maximumOfCaller else { return false }
            state.all += 1
            state.byGroup[group] = others + 1
            state.byCaller[caller] = own + 1
            return true
        }
    }

    package func release(_ caller: String, of group: String = "") {
        state.withLock { state in
            state.all -= 1
            let (own, others) = ((state.byCaller[caller] ?? 1) - 1, (state.byGroup[group] ?? 1) - 1)
            state.byCaller[caller] = own > 0 ? own : nil
            state.byGroup[group] = others > 0 ? others : nil
        }
    }
}
