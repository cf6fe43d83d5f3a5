import FiresteelBase
import Foundation
import Synchronization

/// A session of an agent over HTTP, as protocols before the stateless one have them.
final class AgentSession<Caller: Hashable & Sendable>: Sendable {
    let identifier: String
    let caller: Caller
    /// Whether its client can ask its user.
    let canAsk: Bool
    let questions = AgentQuestions()
    private let used = Mutex(ContinuousClock.now)

    init(_ identifier: String, _ caller: Caller, canAsk: Bool) {
        self.identifier = identifier
        self.caller = caller
        self.canAsk = canAsk
    }

    var lastUse: ContinuousClock.Instant { used.withLock { $0 } }

    func recordUse() { used.withLock { $0 = .now } }
}

/// The sessions of agents over HTTP.
final class AgentSessions<Caller: Hashable & Sendable>: Sendable {
    /// The maximum number of sessions; the least recently used one is closed for another.
    private static var maximum: Int { 256 }
    /// The maximum number of sessions of one caller, whose own is closed for another.
    private static var maximumOfCaller: Int { 32 }

    private let sessions = Mutex<[String: AgentSession<Caller>]>([:])

    /// Opens a session.
    func open(for caller: Caller, canAsk: Bool) -> AgentSession<Caller> {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let session = AgentSession(Hexadecimal.text(bytes), caller, canAsk: canAsk)
        let closed = sessions.withLock { sessions in
            let own = sessions.values.filter { $0.caller == caller }
            sessions[session.identifier] = session
            let hasMany = own.count >= Self.maximumOfCaller
            guard hasMany || sessions.count > Self.maximum else { return nil as AgentSession<Caller>? }
            return (hasMany ? own : Array(sessions.values)).min { $0.lastUse < $1.lastUse }.flatMap {
                sessions.removeValue(forKey: $0.identifier)
            }
        }
        closed?.questions.close()
        return session
    }

    /// Returns a session of a caller, or `nil` if it is closed or another caller's.
    func find(_ identifier: String, of caller: Caller) -> AgentSession<Caller>? {
        guard let session = sessions.withLock({ $0[identifier] }), session.caller == caller else { return nil }
        session.recordUse()
        return session
    }

    func close(_ session: AgentSession<Caller>) {
        _ = sessions.withLock { $0.removeValue(forKey: session.identifier) }
        session.questions.close()
    }
}
