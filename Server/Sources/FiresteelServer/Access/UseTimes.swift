/// The times of the last use of tokens and sessions, until they are stored.
struct UseTimes: Sendable {
    /// The use of a session.
    struct Session: Sendable {
        let account: String
        let time: Int64
    }

    /// Times by the identifiers of tokens, in milliseconds since 1970.
    private(set) var tokens: [String: Int64] = [:]
    /// Uses by the hashes of sessions.
    private(set) var sessions: [String: Session] = [:]

    var isEmpty: Bool { tokens.isEmpty && sessions.isEmpty }

    /// Records the use of a token.
    mutating func use(token: String, at time: Int64) { tokens[token] = max(tokens[token] ?? time, time) }

    /// Records the use of a session.
    mutating func use(session: String, of account: String, at time: Int64) {
        if let known = sessions[session], known.time >= time { return }
        sessions[session] = Session(account: account, time: time)
    }

    /// Adds times that could not be stored, where there are no later ones.
    mutating func restore(_ earlier: UseTimes) {
        for (token, time) in earlier.tokens { use(token: token, at: time) }
        for (session, use) in earlier.sessions { self.use(session: session, of: use.account, at: use.time) }
    }
}
