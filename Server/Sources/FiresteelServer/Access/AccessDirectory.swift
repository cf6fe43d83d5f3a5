import FiresteelDatabase
import FiresteelStore
import Synchronization

/// Finds who sends a request, from memory where it can.
///
/// Tokens and accounts are held in memory and read again when a counter in the database says that they changed; a
/// credential that isn't in memory is looked up, since another node may just have stored it.
final class AccessDirectory: Sendable {
    private struct State {
        var counter: Int64 = -1
        var tokens: [String: AccessToken] = [:]
        var people: [String: SignedInPerson] = [:]
        var used: [String: Int64] = [:]
        var seen: [String: Int64] = [:]
    }

    private let database: any Database
    private let clock: ServerClock
    private let state = Mutex(State())
    /// Sessions in memory, beyond which the memory is cleared.
    private static let mostPeople = 10_000

    init(_ database: any Database, clock: ServerClock) {
        self.database = database
        self.clock = clock
    }

    /// Reads everything again if the database says that it changed.
    func refresh() async throws {
        let known = state.withLock { $0.counter }
        let (counter, tokens) = try await database.read { database -> (Int64, [String: AccessToken]?) in
            let counter = try CounterTable(database).access()
            guard counter != known else { return (counter, nil) }
            return (counter, try TokenTable(database).allByHash())
        }
        guard let tokens else { return }
        state.withLock { state in
            state.counter = counter
            state.tokens = tokens
            state.people = [:]
        }
    }

    /// Returns the token with a text, if it is valid now.
    func token(_ text: String) async throws -> AccessToken? {
        guard AccessToken.hasForm(text) else { return nil }
        let hash = Secret.hash(text)
        let now = clock.now()
        if let token = state.withLock({ $0.tokens[hash] }) { return used(token, now) }
        let counter = state.withLock { $0.counter }
        guard let token = try await database.read({ try TokenTable($0).token(hash: hash) }), token.isValid(at: now)
        else { return nil }
        state.withLock { state in
            // What was read may be older than a change that was noticed meanwhile.
            if state.counter == counter { state.tokens[hash] = token }
        }
        return used(token, now)
    }

    /// Returns the person with the secret of a session, if it is valid now.
    func person(_ secret: String) async throws -> SignedInPerson? {
        guard secret.utf8.count == 32 else { return nil }
        return try await person(hash: Secret.hash(secret))
    }

    private func person(hash: String) async throws -> SignedInPerson? {
        let now = clock.now()
        if let person = state.withLock({ $0.people[hash] }) {
            guard person.signIn.expires > now, !person.account.isDisabled else { return nil }
            state.withLock { $0.seen[hash] = now }
            return person
        }
        let counter = state.withLock { $0.counter }
        let person: SignedInPerson? = try await database.read { database in
            guard let signIn = try SignInTable(database).signIn(hash, at: now),
                let account = try AccountTable(database).account(signIn.account), !account.isDisabled
            else { return nil }
            return SignedInPerson(
                account: account, memberships: try AccountTable(database).memberships(of: account.id), signIn: signIn)
        }
        guard let person else { return nil }
        state.withLock { state in
            // What was read may be older than a change that was noticed meanwhile.
            guard state.counter == counter else { return }
            if state.people.count >= Self.mostPeople { state.people = [:] }
            state.people[hash] = person
            state.seen[hash] = now
        }
        return person
    }

    /// Returns whether the credential of an earlier request is still valid, as far as this node knows.
    ///
    /// - Parameters:
    ///   - caller: The caller of the earlier request.
    ///   - program: The program in which it has to have a role.
    func isCurrent(_ caller: Caller, in program: String) async -> Bool {
        let now = clock.now()
        switch caller {
        case .anonymous: return false
        case .token(let token):
            return state.withLock { $0.tokens.values.contains { $0.id == token.id && $0.isValid(at: now) } }
        case .person(let person):
            do {
                guard let current = try await self.person(hash: person.signIn.hash) else { return false }
                return Caller.person(current).membership(in: program) != nil
            } catch {
                // While the database can't be read, the page remains as it is.
                return person.signIn.expires > now
            }
        }
    }

    /// Whether memory has a valid token with a text, or a session with a secret.
    ///
    /// What isn't in memory may still be valid, since another node may have stored it.
    func isKnown(token: String?, secret: String?) -> Bool {
        let now = clock.now()
        return state.withLock { state in
            if let token, state.tokens[Secret.hash(token)]?.isValid(at: now) == true { return true }
            guard let secret, let person = state.people[Secret.hash(secret)] else { return false }
            return person.signIn.expires > now && !person.account.isDisabled
        }
    }

    /// Stores when tokens and sessions were last used.
    func storeUses() async throws {
        let (used, seen, people) = state.withLock { state in
            defer {
                state.used = [:]
                state.seen = [:]
            }
            return (state.used, state.seen, state.people)
        }
        guard !used.isEmpty || !seen.isEmpty else { return }
        let signIns = seen.compactMap { hash, time -> SignIn? in
            guard var signIn = people[hash]?.signIn else { return nil }
            signIn.lastSeen = time
            return signIn
        }
        try await database.write { database in
            try TokenTable(database).markUsed(used)
            for signIn in signIns { try SignInTable(database).markSeen(signIn) }
        }
    }

    private func used(_ token: AccessToken, _ now: Int64) -> AccessToken? {
        guard token.isValid(at: now) else { return nil }
        state.withLock { $0.used[token.id] = now }
        return token
    }
}

/// The time in milliseconds since 1970.
struct ServerClock: Sendable {
    let now: @Sendable () -> Int64
}
