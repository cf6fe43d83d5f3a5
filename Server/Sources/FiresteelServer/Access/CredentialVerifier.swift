import FiresteelDatabase
import FiresteelStore
import Synchronization

/// Verifies tokens and sessions of requests, from memory where it can.
///
/// Tokens and accounts are held in memory and read again when counters in the database say that they changed; a
/// credential that isn't in memory is looked up, since another node may just have stored it.
final class CredentialVerifier: Sendable {
    private struct State {
        var counts = CounterTable.Counts(access: -1, sessions: -1)
        var tokens: [String: AccessToken] = [:]
        /// The same tokens by their identifiers, which addresses of event streams contain.
        var tokensByIdentifier: [String: AccessToken] = [:]
        var people: [String: SignedInPerson] = [:]
        /// Those before the last change, who only make room for the bodies of their requests.
        var former: [String: SignedInPerson] = [:]
        var renewed = RenewedSessions()
        var uses = UseTimes()
        /// The first uses of tokens, until they are read again.
        var firsts: [String: FirstUses] = [:]
        /// Whether some of that isn't stored.
        var hasNewFirsts = false

        mutating func use(_ token: AccessToken, at now: Int64) {
            uses.use(token: token.id, at: now)
            if token.lastUsed == nil { recordFirst(of: token) { _ in } }
        }

        mutating func recordFirst(of token: AccessToken, _ change: (inout FirstUses) -> Void) {
            let known = firsts[token.id]
            var first = known ?? FirstUses()
            change(&first)
            guard first != known else { return }
            firsts[token.id] = first
            hasNewFirsts = true
        }
    }

    private let database: any Database
    private let clock: ServerClock
    /// The maximum time without use after which a session ends, in milliseconds.
    private let idle: Int64
    private let state = Mutex(State())
    private let tokens: CredentialLookups<AccessToken>
    private let tokensByIdentifier: CredentialLookups<AccessToken>
    private let subscribers = Mutex<[@Sendable (Set<String>) -> Void]>([])
    private let people: CredentialLookups<SignedInPerson>
    /// Sessions in memory, beyond which the memory is cleared.
    private static let maximumPeople = 10_000

    /// - Parameters:
    ///   - database: The database.
    ///   - clock: The time.
    ///   - idle: The maximum time without use after which a session ends, in milliseconds.
    ///   - damage: Names the rows that can't be read.
    init(_ database: any Database, clock: ServerClock, idle: Int64, damage: DamageLog) {
        self.database = database
        self.clock = clock
        self.idle = idle
        tokens = CredentialLookups { hashes in
            let tokens = try await database.read { try TokenTable($0).tokens(hashes: hashes) }
            let now = clock.now()
            return tokens.filter { $0.value.isValid(at: now) }
        }
        tokensByIdentifier = CredentialLookups { identifiers in
            let tokens = try await database.read { try TokenTable($0).tokens(identifiers: identifiers) }
            let now = clock.now()
            return tokens.filter { $0.value.isValid(at: now) }
        }
        people = CredentialLookups { hashes in
            let now = clock.now()
            let (people, damaged) = try await database.read { database in
                var people: [String: SignedInPerson] = [:]
                let sessions = try SignInTable(database).stored(hashes, at: now, idle: idle)
                var damaged = sessions.damaged
                for signIn in sessions.values {
                    people[signIn.hash] = try SignedInPerson(signIn, in: database, damaged: &damaged)
                }
                return (people, damaged)
            }
            damage.report(damaged)
            return people
        }
    }

    /// Calls a function with the identifiers of all tokens that aren't revoked, each time they were read again.
    func onTokens(_ body: @escaping @Sendable (Set<String>) -> Void) { subscribers.withLock { $0.append(body) } }

    /// Reads again the parts that changed according to the database: everything, or only sessions.
    func refresh() async throws {
        let known = state.withLock { $0.counts }
        let (counts, tokens) = try await database.read { database -> (CounterTable.Counts, [String: AccessToken]?) in
            let counts = try CounterTable(database).counts()
            guard counts.access != known.access else { return (counts, nil) }
            return (counts, try TokenTable(database).allByHash())
        }
        guard counts != known else { return }
        state.withLock { state in
            state.counts = counts
            if let tokens {
                state.tokens = tokens
                if !state.hasNewFirsts { state.firsts = [:] }
                state.tokensByIdentifier = Dictionary(tokens.values.map { ($0.id, $0) }) { first, _ in first }
            }
            if !state.people.isEmpty { state.former = state.people }
            state.people = [:]
        }
        people.forget()
        guard let current = tokens else { return }
        self.tokens.forget()
        tokensByIdentifier.forget()
        let identifiers = Set(current.values.map(\.id))
        for subscriber in subscribers.withLock({ $0 }) { subscriber(identifiers) }
    }

    /// Returns the token with a text, if it is valid now.
    func token(_ text: String) async throws -> AccessToken? {
        guard AccessToken.hasForm(text) else { return nil }
        let hash = Secret.hash(text)
        let now = clock.now()
        let (known, count) = state.withLock { state in
            let token = state.tokens[hash]
            if let token, token.isValid(at: now) { state.use(token, at: now) }
            return (token, state.counts.access)
        }
        if let known { return known.isValid(at: now) ? known : nil }
        guard let token = try await tokens.find(hash) else { return nil }
        return state.withLock { state in
            // The rows may be older than a change that was noticed meanwhile.
            if state.counts.access == count { state.tokens[hash] = token }
            guard token.isValid(at: now) else { return nil }
            state.use(token, at: now)
            return token
        }
    }

    /// Returns the token with an identifier, if it is valid now.
    ///
    /// Asking doesn't use the token.
    func token(identifier: String) async throws -> AccessToken? {
        let now = clock.now()
        let (known, count) = state.withLock { ($0.tokensByIdentifier[identifier], $0.counts.access) }
        if let known { return known.isValid(at: now) ? known : nil }
        guard let token = try await tokensByIdentifier.find(identifier) else { return nil }
        state.withLock { state in
            // The rows may be older than a change that was noticed meanwhile.
            if state.counts.access == count { state.tokensByIdentifier[identifier] = token }
        }
        return token.isValid(at: now) ? token : nil
    }

    /// Returns the person with the secret of a session, if it is valid now.
    func person(_ secret: String) async throws -> SignedInPerson? {
        guard secret.utf8.count == 32 else { return nil }
        let now = clock.now()
        let hash = state.withLock { $0.renewed.hash(forRequest: Secret.hash(secret), at: now) }
        guard let person = try await person(hash: hash, at: now) else { return nil }
        state.withLock { state in
            state.people[hash]?.signIn.lastSeen = now
            state.uses.use(session: hash, of: person.account.id, at: now)
        }
        return person
    }

    private func person(hash: String, at now: Int64) async throws -> SignedInPerson? {
        let (known, counts) = state.withLock { ($0.people[hash], $0.counts) }
        // One that was unused for long here may have been used on another node.
        if let known, known.signIn.isValid(at: now, idle: idle) { return known }
        guard let person = try await people.find(hash) else { return nil }
        state.withLock { state in
            // The rows may be older than a change that was noticed meanwhile.
            guard state.counts == counts else { return }
            if state.people.count >= Self.maximumPeople { state.people = [:] }
            state.people[hash] = person
        }
        return person
    }

    /// Notes that a session got another secret, so that requests which are under way aren't refused.
    ///
    /// - Parameters:
    ///   - earlier: The hash of the earlier secret.
    ///   - hash: That of the new one.
    func renew(_ earlier: String, as hash: String) {
        let now = clock.now()
        state.withLock { state in
            state.renewed.add(earlier, as: hash, at: now)
            state.people[earlier] = nil
        }
    }

    /// Returns whether the credential of an earlier request is still valid, as far as this node knows.
    ///
    /// Asking doesn't use the credential: a page that is only open doesn't prolong a session.
    ///
    /// - Parameters:
    ///   - caller: The caller of the earlier request.
    ///   - program: The program in which it has to have a role.
    func isCurrent(_ caller: Caller, in program: String) async -> Bool {
        let now = clock.now()
        switch caller {
        case .anonymous: return false
        case .token(let token), .agent(let token):
            return state.withLock { $0.tokens.values.contains { $0.id == token.id && $0.isValid(at: now) } }
        case .person(let person):
            do {
                let hash = state.withLock { $0.renewed.hash(forStream: person.signIn.hash) }
                guard let current = try await self.person(hash: hash, at: now) else { return false }
                return Caller.person(current).membership(in: program) != nil
            } catch {
                // While the database can't be read, the page remains as it is.
                return person.signIn.expires > now
            }
        }
    }

    /// Returns the caller with a valid token in memory, else an anonymous one.
    ///
    /// A token that isn't in memory may still be valid, since another node may have stored it.
    func known(token: String) -> Caller {
        let now = clock.now()
        let hash = Secret.hash(token)
        guard let token = state.withLock({ $0.tokens[hash] }), token.isValid(at: now) else { return .anonymous }
        return .token(token)
    }

    /// Returns the caller with the secret of a valid session in memory, else an anonymous one.
    func known(secret: String) -> Caller {
        let now = clock.now()
        let secretHash = Secret.hash(secret)
        let person = state.withLock { state in
            let hash = state.renewed.hash(forRequest: secretHash, at: now)
            return state.people[hash] ?? state.former[hash]
        }
        guard let person, person.signIn.isValid(at: now, idle: idle), !person.account.isDisabled else {
            return .anonymous
        }
        return .person(person)
    }

    /// Records that a program received what an environment has, with or without flags.
    func received(by token: AccessToken, version: String, hasFlags: Bool) {
        guard token.firstRead == nil else { return }
        let now = clock.now()
        state.withLock { state in
            state.recordFirst(of: token) { first in
                if !version.isEmpty, first.version == nil { first.version = version }
                if hasFlags, first.read == nil { first.read = now }
            }
        }
    }

    /// Records that a summary or report of a program was stored.
    func reported(by token: AccessToken) {
        guard token.firstReport == nil else { return }
        let now = clock.now()
        state.withLock { $0.recordFirst(of: token) { $0.report = $0.report ?? now } }
    }

    /// Stores the first uses of tokens, which a page may wait for.
    func storeFirstUses() async throws {
        if state.withLock({ $0.hasNewFirsts }) { try await storeUses() }
    }

    /// Stores when tokens and sessions were last used, and what tokens were first used for.
    ///
    /// Times that can't be stored are stored the next time.
    func storeUses() async throws {
        let (uses, firsts) = state.withLock { state in
            defer { (state.uses, state.hasNewFirsts) = (UseTimes(), false) }
            return (state.uses, state.hasNewFirsts ? state.firsts : [:])
        }
        guard !uses.isEmpty || !firsts.isEmpty else { return }
        do {
            try await database.write { database in
                try TokenTable(database).markUsed(uses.tokens, first: firsts)
                let signIns = SignInTable(database)
                // In the same order on all nodes, so that they don't wait for each other.
                for (hash, use) in uses.sessions.sorted(by: { $0.key < $1.key }) {
                    try signIns.markSeen(hash, of: use.account, at: use.time)
                }
            }
        } catch {
            state.withLock { state in
                state.uses.restore(uses)
                if !firsts.isEmpty { state.hasNewFirsts = true }
            }
            throw error
        }
    }
}
