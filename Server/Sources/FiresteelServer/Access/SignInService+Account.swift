import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore

// Actions of a signed-in person on their own account and sessions.
extension SignInService {
    /// Checks the password of a person again, and gives the session a new secret.
    func confirm(_ person: SignedInPerson, password: String) async throws -> Success {
        try await checkOwn(password, of: person)
        return try await renew(person)
    }

    /// Checks a code of a person's second factor, and gives the session a new secret.
    func confirm(_ person: SignedInPerson, code: String) async throws -> Success {
        _ = try await use(code, of: person.account, limit: Self.ownCode(person))
        return try await renew(person)
    }

    /// Gives the session of a person, who has just shown again who they are, a new secret.
    func renew(_ person: SignedInPerson) async throws -> Success {
        let now = clock.now()
        return try await database.write { try Self.renew(person, at: now, $0) }
    }

    /// Gives a session a new secret, within a transaction.
    private static func renew(
        _ person: SignedInPerson, at now: Int64, _ database: any DatabaseConnection
    ) throws -> Success {
        let secret = Secret.random()
        let signIn = person.signIn.renewed(hash: Secret.hash(secret), at: now)
        guard try SignInTable(database).renew(person.signIn.hash, as: signIn) else { throw HTTPProblem.unauthorized }
        // Tokens remain as they were, so nodes read only sessions again.
        try CounterTable(database).countSessions()
        var person = person
        person.signIn = signIn
        return Success(person: person, secret: secret)
    }

    /// Replaces the password of a person, and ends their other sessions.
    func changePassword(of person: SignedInPerson, from current: String, to password: String) async throws -> Success {
        try check(password: password, of: [person.account.email, person.account.name])
        try await checkOwn(current, of: person)
        let hash = try await hashed(password)
        let now = clock.now()
        return try await database.write { database in
            let accounts = AccountTable(database)
            guard var account = try accounts.account(person.account.id) else {
                throw StoreError.notFound("Your account no longer exists.")
            }
            account.password = hash
            try accounts.update(account)
            try SignInTable(database).removeAll(of: account.id, except: person.signIn.hash)
            try PasswordResetTable(database).remove(of: account.id)
            try Self.log("passwordChanged", account, "Other sessions ended", now, database)
            try CounterTable(database).countAccess()
            return try Self.renew(person, at: now, database)
        }
    }

    /// Throws if a password isn't that of a signed-in person.
    ///
    /// The limit is that of the person, who is signed in, so that others can't use it up.
    func checkOwn(_ password: String, of person: SignedInPerson) async throws {
        let subject = "confirm:\(person.account.id)"
        try await count([(subject, options.perAccount)])
        // Another request may have changed it.
        let stored = try await database.read { try AccountTable($0).account(person.account.id)?.password }
        guard try await check(password, stored ?? "") else {
            let remaining = try await database.read {
                try AttemptTable($0).remaining(subject, limit: options.perAccount)
            }
            throw SignInError.wrong(remaining: remaining)
        }
        try await database.write { try AttemptTable($0).clear(subject) }
    }

    /// Returns the sessions of a person, the last used first.
    func sessions(of person: SignedInPerson) async throws -> [SignIn] {
        let now = clock.now()
        let sessions = try await database.read {
            try SignInTable($0).all(of: person.account.id, at: now, idle: options.idle)
        }
        damage?.report(sessions.damaged)
        return sessions.values
    }

    /// Ends one of a person's sessions.
    func endSession(_ id: String, of person: SignedInPerson) async throws {
        let now = clock.now()
        try await database.write { database in
            guard try SignInTable(database).remove(id: id, of: person.account.id) else {
                throw StoreError.notFound("There is no such session. It may have ended already.")
            }
            try Self.log("sessionEnded", person.account, "", now, database)
            try CounterTable(database).countAccess()
        }
    }

    /// Ends a session, or all sessions of the person.
    func signOut(_ person: SignedInPerson, everywhere: Bool) async throws {
        let now = clock.now()
        try await database.write { database in
            if everywhere {
                try SignInTable(database).removeAll(of: person.account.id)
            } else {
                try SignInTable(database).remove(person.signIn.hash)
            }
            try Self.log(everywhere ? "signedOutEverywhere" : "signedOut", person.account, "", now, database)
            try CounterTable(database).countAccess()
        }
    }
}
