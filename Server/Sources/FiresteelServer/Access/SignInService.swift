import FiresteelDatabase
import FiresteelStore

/// Signs people in and out.
///
/// The responses for unknown accounts, wrong passwords and disabled accounts are the same, and take as long.
struct SignInService: Sendable {
    let database: any Database
    let hasher: PasswordHasher
    let clock: ServerClock
    let options: Options

    /// The limits of signing in.
    struct Options: Sendable {
        /// The length of a session, in milliseconds.
        var length: Int64 = 14 * 86_400_000
        /// Attempts for one account from one address, for one account from all, and from one address, before a wait.
        ///
        /// The first is what people meet. The second is high, so that others can't lock a person out with a few attempts.
        var perAccount = AttemptTable.Limit(failures: 5, window: 15 * 60_000)
        var perAccountEverywhere = AttemptTable.Limit(failures: 100, window: 15 * 60_000)
        var perAddress = AttemptTable.Limit(failures: 50, window: 15 * 60_000)
        /// How long the code for the first account is valid, in milliseconds.
        var firstAccountCode: Int64 = 60 * 60_000
        /// How long an entered password allows changes of protected environments, in milliseconds.
        var confirmation: Int64 = 30 * 60_000
    }

    /// Why signing in failed.
    enum Refusal: Error, Sendable, Equatable {
        /// Wrong address or password; the number of attempts that remain.
        case wrong(remaining: Int64)
        /// Too many attempts; the milliseconds to wait.
        case tooMany(wait: Int64)
        /// Too many passwords are being checked.
        case busy
        /// The code is unknown, used or expired.
        case code
        /// The password is too short or too long.
        case password(String)
        /// There is an account already.
        case notFirst
    }

    /// The result of signing in: the person, and the secret for the browser.
    struct Success: Sendable {
        let person: SignedInPerson
        let secret: String
    }

    /// Signs in with a password.
    func signIn(email: String, password: String, address: String, device: String) async throws -> Success {
        let email = AccountTable.normalized(email)
        let subject = "account:\(Secret.hash(email))"
        try await count([
            ("address:\(address)", options.perAddress), ("\(subject)@\(address)", options.perAccount),
            (subject, options.perAccountEverywhere),
        ])
        let account = try await database.read { try AccountTable($0).account(email: email) }
        let isMatch = try await check(password, account?.password ?? "")
        guard let account, isMatch, !account.isDisabled else {
            let remaining = try await database.read {
                try AttemptTable($0).remaining("\(subject)@\(address)", limit: options.perAccount)
            }
            throw Refusal.wrong(remaining: remaining)
        }
        return try await begin(account, address: address, device: device)
    }

    /// Creates the first account with the code that the server printed.
    func createFirstAccount(
        code: String, email: String, name: String, password: String, address: String, device: String
    ) async throws -> Success {
        try check(password: password)
        try await count([("address:\(address)", options.perAddress)])
        let hash = try await hashed(password)
        let now = clock.now()
        let account = try await database.write { database -> Account in
            let settings = SettingTable(database)
            guard try AccountTable(database).isEmpty() else { throw Refusal.notFirst }
            guard let expected = try settings.value(.firstAccountCode),
                let expiry = try settings.value(.firstAccountExpiry).flatMap(Int64.init), expiry > now,
                Secret.isEqual(Secret.hash(Self.normalized(code)), expected)
            else { throw Refusal.code }
            let account = try AccountTable(database).create(
                email: email, name: name, password: hash, isAdministrator: true, time: now)
            try settings.set(.firstAccountCode, to: nil)
            try settings.set(.firstAccountExpiry, to: nil)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, event: "firstAccountCreated", actor: account.id, actorName: account.name,
                    details: account.email))
            return account
        }
        return try await begin(account, address: address, device: device)
    }

    /// Creates an account with the code of an invitation, or gives an existing account its role.
    func accept(
        code: String, email: String, name: String, password: String, address: String, device: String
    ) async throws -> Success {
        try check(password: password)
        try await count([("address:\(address)", options.perAddress)])
        let hash = try await hashed(password)
        let now = clock.now()
        let account = try await database.write { database -> Account in
            let accounts = AccountTable(database)
            guard let invitation = try InvitationTable(database).take(Secret.hash(code), at: now),
                invitation.email == AccountTable.normalized(email)
            else { throw Refusal.code }
            guard try accounts.account(email: email) == nil else {
                throw StoreError.exists("There is an account with this address already. An admin can give it a role.")
            }
            let account = try accounts.create(
                email: email, name: name, password: hash, isAdministrator: false, time: now)
            try accounts.set(invitation.membership, of: account.id, in: invitation.program)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, program: invitation.program, event: "invitationAccepted", actor: account.id,
                    actorName: account.name, details: account.email))
            try CounterTable(database).countAccess()
            return account
        }
        return try await begin(account, address: address, device: device)
    }

    /// Returns a new code for the first account, or `nil` if there is an account.
    func newFirstAccountCode() async throws -> String? {
        let now = clock.now()
        let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
        let code = (0..<12).map { _ in String(alphabet.randomElement() ?? "2") }.joined()
        return try await database.write { database in
            guard try AccountTable(database).isEmpty() else { return nil }
            let settings = SettingTable(database)
            try settings.set(.firstAccountCode, to: Secret.hash(code))
            try settings.set(.firstAccountExpiry, to: String(now + options.firstAccountCode))
            return "\(code.prefix(4))-\(code.dropFirst(4).prefix(4))-\(code.suffix(4))"
        }
    }

    /// Checks the password of a person again, and stores that they entered it.
    func confirm(_ person: SignedInPerson, password: String, address: String) async throws {
        let subject = "confirm:\(person.account.id)"
        try await count([("address:\(address)", options.perAddress), (subject, options.perAccount)])
        guard try await check(password, person.account.password) else {
            let remaining = try await database.read {
                try AttemptTable($0).remaining(subject, limit: options.perAccount)
            }
            throw Refusal.wrong(remaining: remaining)
        }
        let now = clock.now()
        try await database.write { database in
            try SignInTable(database).confirm(person.signIn.hash, at: now)
            try AttemptTable(database).clear(subject)
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
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, event: everywhere ? "signedOutEverywhere" : "signedOut", actor: person.account.id,
                    actorName: person.account.name, details: ""))
            try CounterTable(database).countAccess()
        }
    }

    /// Hashes a new password.
    func hashed(_ password: String) async throws -> String {
        do {
            return try await hasher.hash(password)
        } catch is PasswordHasher.Busy {
            throw Refusal.busy
        }
    }

    /// Throws if a password can't be used.
    func check(password: String) throws(Refusal) {
        guard password.count >= 12 else { throw .password("Use at least 12 characters. A passphrase works well.") }
        guard password.utf8.count <= 1_000 else { throw .password("Use at most 1,000 bytes.") }
    }

    /// Begins a session for an account whose password, or identity at a provider, was checked.
    func begin(_ account: Account, address: String, device: String) async throws -> Success {
        let secret = Secret.random()
        let now = clock.now()
        let signIn = SignIn(
            hash: Secret.hash(secret), account: account.id, created: now, lastSeen: now, expires: now + options.length,
            confirmed: now, device: String(device.prefix(200)))
        let memberships = try await database.write { database in
            let subject = "account:\(Secret.hash(account.email))"
            for subject in ["\(subject)@\(address)", "address:\(address)"] { try AttemptTable(database).clear(subject) }
            try SignInTable(database).removeExpired(at: now)
            try SignInTable(database).add(signIn)
            try AccessLogTable(database).append(
                AccessLogEntry(
                    time: now, event: "signedIn", actor: account.id, actorName: account.name,
                    details: signIn.device))
            return try AccountTable(database).memberships(of: account.id)
        }
        return Success(
            person: SignedInPerson(account: account, memberships: memberships, signIn: signIn), secret: secret)
    }

    private func check(_ password: String, _ hash: String) async throws -> Bool {
        do {
            return try await hasher.isMatch(password, hash: hash)
        } catch is PasswordHasher.Busy {
            throw Refusal.busy
        }
    }

    /// Counts an attempt by its subjects, and stops at the first that has too many: what follows isn't counted then.
    private func count(_ limits: [(subject: String, limit: AttemptTable.Limit)]) async throws {
        let now = clock.now()
        let wait = try await database.write { database -> Int64? in
            for (subject, limit) in limits {
                if let wait = try AttemptTable(database).begin(subject, limit: limit, now: now) { return wait }
            }
            return nil
        }
        if let wait { throw Refusal.tooMany(wait: wait) }
    }

    private static func normalized(_ code: String) -> String {
        code.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}
