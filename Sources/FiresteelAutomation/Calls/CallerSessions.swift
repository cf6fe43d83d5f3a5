import Firesteel
import Synchronization

/// The sessions of callers, one for each, of which the least recently used are closed.
final class CallerSessions: Sendable {
    /// The maximum number of open sessions.
    static let maximum = 1_000

    private struct State {
        var sessions: [AutomationCaller: (session: ActionSession, use: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let runtime: FeatureRuntime
    private let state = Mutex(State())

    init(_ runtime: FeatureRuntime) { self.runtime = runtime }

    /// Returns the session of a caller.
    ///
    /// A session that is no longer listed stays open until its calls end, since they retain it.
    func session(of caller: AutomationCaller) -> ActionSession {
        state.withLock { state in
            state.uses += 1
            if let known = state.sessions[caller]?.session {
                state.sessions[caller]?.use = state.uses
                return known
            }
            if state.sessions.count >= Self.maximum {
                let oldest = state.sessions.sorted { $0.value.use < $1.value.use }.prefix(Self.maximum / 10)
                for (caller, _) in oldest { state.sessions[caller] = nil }
            }
            let session = open(caller)
            state.sessions[caller] = (session, state.uses)
            return session
        }
    }

    private func open(_ caller: AutomationCaller) -> ActionSession {
        guard let context = caller.context else { return runtime.session(caller.name, userInitiated: false) }
        return runtime.session(caller.name, context: context, principal: caller.principal, userInitiated: false)
    }
}
