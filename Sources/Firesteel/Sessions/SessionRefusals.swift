import Synchronization

/// The recorded refusals of requests in a session, once for each feature and its reasons.
final class SessionRefusals: Sendable {
    private struct State {
        /// The version of the availability at the last refusal, by feature.
        var latest: [UInt32: UInt64] = [:]
        var recorded = EvictingDictionary<Refusal, Void>(limit: 256)
    }

    private struct Refusal: Hashable {
        let feature: UInt32
        let reasons: [String]
    }

    private let state = Mutex(State())

    /// Returns whether a feature's refusal at a version is already recorded.
    func contains(_ feature: UInt32, at version: UInt64) -> Bool {
        state.withLock { $0.latest[feature] == version }
    }

    /// Adds a refusal, and returns whether these reasons are new to the session.
    func add(_ feature: UInt32, _ reasons: [String], at version: UInt64) -> Bool {
        state.withLock { state in
            state.latest[feature] = version
            let refusal = Refusal(feature: feature, reasons: reasons)
            guard state.recorded[refusal] == nil else { return false }
            state.recorded[refusal] = ()
            return true
        }
    }

    /// Removes all refusals, after the timeline was erased.
    func removeAll() {
        state.withLock { $0 = State() }
    }
}
