import FiresteelDatabase
import FiresteelStore

/// The client that a person signs in with.
struct SignInClient: Sendable {
    let address: String
    /// The browser, as it describes itself.
    let browser: String
    /// The cookie of a known device.
    let device: String?
}

/// Signs people in and out.
///
/// The responses for unknown accounts, wrong passwords, and accounts that are disabled or damaged are the same, and take as
/// long.
struct SignInService: Sendable {
    let database: any Database
    let hasher: PasswordHasher
    let clock: ServerClock
    let devices: KnownDevices
    let options: Options
    /// The passwords that aren't accepted as new ones, or `nil` for none.
    var breachedPasswords: BreachedPasswords?
    /// Names the rows that can't be read, or `nil` for a command that ends.
    var damage: DamageLog?

    /// The limits of signing in.
    struct Options: Sendable {
        /// The length of a session, in milliseconds.
        var length: Int64 = 14 * 86_400_000
        /// The time after which an unused session ends, in milliseconds.
        var idle: Int64 = 3 * 86_400_000
        /// Attempts for one account from one address, for one account from all, and from one address, before a wait.
        ///
        /// People reach the first, which is also the limit of a device in which the account signed in before. The second is high,
        /// so that others can't lock a person out of new devices with a few attempts; known devices aren't subject to it.
        var perAccount = AttemptTable.Limit(failures: 5, window: 15 * 60_000)
        var perAccountEverywhere = AttemptTable.Limit(failures: 100, window: 15 * 60_000)
        var perAddress = AttemptTable.Limit(failures: 50, window: 15 * 60_000)
        /// The time that the code for the first account is valid, in milliseconds.
        var firstAccountCode: Int64 = 60 * 60_000
        /// The time that an entered password allows changes of protected environments, in milliseconds.
        var confirmation: Int64 = 30 * 60_000
        /// The time that a link for a new password is valid, in milliseconds.
        var passwordReset: Int64 = 60 * 60_000
        /// The time to enter the first code of an authenticator app, in milliseconds.
        var secondFactorSetUp: Int64 = 15 * 60_000
    }

    /// The result of signing in or of confirming: the person, and the new secret for the browser.
    struct Success: Sendable {
        let person: SignedInPerson
        let secret: String
        /// The value by which the browser is recognized as one in which the account signed in, after signing in.
        var device: String?
    }

    /// Signs in with a password, and the code of a second factor if the account has one.
    func signIn(email: String, password: String, code: String?, _ client: SignInClient) async throws -> Success {
        let email = AccountTable.normalized(email)
        let subjects = subjects(of: email, client)
        try await count(subjects)
        let stored = try await database.read { try AccountTable($0).stored(email: email) }
        damage?.report(stored.damaged)
        let account = stored.values.first
        // Without an account, as much is computed.
        let isMatch = try await check(password, account?.password ?? "")
        guard let account, isMatch, !account.isDisabled else {
            let own = subjects[0]
            let remaining = try await database.read { try AttemptTable($0).remaining(own.subject, limit: own.limit) }
            throw SignInError.wrong(remaining: remaining)
        }
        let others = subjects.dropFirst().map(\.subject)
        guard try await database.read({ try SecondFactorTable($0).isOn(for: account.id) }) else {
            return try await begin(account, client, counted: others)
        }
        guard let code, !code.isEmpty else {
            // The password was right, so the attempt isn't a failed one.
            try await database.write { database in
                for subject in subjects.map(\.subject) { try AttemptTable(database).uncount(subject) }
            }
            throw SignInError.codeRequired
        }
        let limit =
            devices.device(client.device, for: account.email).map { "code-device:\($0)" } ?? "code:\(account.id)"
        let method = try await use(code, of: account, limit: limit)
        return try await begin(account, client, by: "password and \(method)", hasCode: true, counted: others)
    }

    /// Creates the first account with the code that the server printed.
    func createFirstAccount(
        code: String, email: String, name: String, password: String, _ client: SignInClient
    ) async throws -> Success {
        try check(password: password, of: [email, name])
        try await countAddress(of: client)
        let hash = try await hashed(password)
        let now = clock.now()
        let account = try await database.write { database -> Account in
            let settings = SettingTable(database)
            guard try AccountTable(database).isEmpty() else { throw SignInError.notFirst }
            guard let expected = try settings.value(.firstAccountCode),
                let expiry = try settings.value(.firstAccountExpiry).flatMap(Int64.init), expiry > now,
                Secret.isEqual(Secret.hash(Self.normalized(code)), expected)
            else { throw SignInError.code }
            let account = try AccountTable(database).create(
                email: email, name: name, password: hash, isAdministrator: true, time: now)
            try settings.set(.firstAccountCode, to: nil)
            try settings.set(.firstAccountExpiry, to: nil)
            try Self.log("firstAccountCreated", account, account.email, now, database)
            return account
        }
        return try await begin(account, client, counted: [Self.address(client)])
    }

    /// Creates an account with the code of an invitation, or gives an existing account its role.
    func accept(
        code: String, email: String, name: String, password: String, _ client: SignInClient
    ) async throws -> Success {
        try check(password: password, of: [email, name])
        try await countAddress(of: client)
        let hash = try await hashed(password)
        let now = clock.now()
        let account = try await database.write { database -> Account in
            let accounts = AccountTable(database)
            guard let invitation = try InvitationTable(database).claim(Secret.hash(code), at: now),
                invitation.email == AccountTable.normalized(email)
            else { throw SignInError.code }
            guard try accounts.account(email: email) == nil else {
                throw StoreError.exists("There is an account with this address already. An admin can give it a role.")
            }
            let account = try accounts.create(
                email: email, name: name, password: hash, isAdministrator: false, time: now)
            try accounts.set(invitation.membership, of: account.id, in: invitation.program)
            try Self.log("invitationAccepted", account, account.email, in: invitation.program, now, database)
            try CounterTable(database).countAccess()
            return account
        }
        return try await begin(account, client, counted: [Self.address(client)])
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

    /// Hashes a new password, unless it is known from a breach.
    ///
    /// Every new password gets its hash here. If the breached ones can't be read, it isn't accepted: what an operator
    /// configured must not lapse unnoticed. Setting a password can wait, everything else continues, and another file is used
    /// without a restart.
    ///
    /// Callers count attempts or check the current password before, so that others can't keep the disk busy.
    func hashed(_ password: String) async throws -> String {
        do {
            if let breachedPasswords, try await breachedPasswords.contains(password) {
                throw SignInError.password(PasswordRules.breached)
            }
            return try await hasher.hash(password)
        } catch is PasswordHasherBusyError {
            throw SignInError.busy
        }
    }

    /// Throws if a password breaks the rules.
    ///
    /// - Parameters:
    ///   - password: The new password.
    ///   - words: The known words about the person.
    func check(password: String, of words: [String]) throws(SignInError) {
        if let complaint = PasswordRules.complaint(about: password, of: words) { throw .password(complaint) }
    }

    /// Begins a session for an account whose password, or identity at a provider, was checked.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - client: Where the person signs in.
    ///   - description: How they were recognized, for the access log.
    ///   - method: How the session begins.
    ///   - hasCode: Whether the code of a second factor was checked.
    ///   - counted: The keys by which this attempt no longer counts. Failures of others remain counted.
    func begin(
        _ account: Account, _ client: SignInClient, by description: String = "password",
        method: SignIn.Method = .password, hasCode: Bool = false, counted: [String]
    ) async throws -> Success {
        let secret = Secret.random()
        let now = clock.now()
        let signIn = SignIn(
            hash: Secret.hash(secret), account: account.id, created: now, lastSeen: now, expires: now + options.length,
            confirmed: now, device: String(client.browser.prefix(200)), method: method)
        let own = subjects(of: account.email, client)[0].subject
        let person = try await database.write { database -> SignedInPerson in
            // Another request may have changed the checked account.
            var damaged: [DamagedRow] = []
            let read = try SignedInPerson(signIn, in: database, damaged: &damaged)
            damage?.report(damaged)
            guard let person = read, person.account.password == account.password else {
                throw SignInError.wrong(remaining: 0)
            }
            guard method != .password || hasCode || !person.hasSecondFactor else { throw SignInError.codeRequired }
            try AttemptTable(database).clear(own)
            for subject in counted { try AttemptTable(database).uncount(subject) }
            try SignInTable(database).removeEnded(at: now, idle: options.idle)
            try SignInTable(database).add(signIn)
            try Self.log(
                "signedIn", account, "By \(description), from \(client.address), \(signIn.device)", now, database)
            return person
        }
        return Success(
            person: person, secret: secret,
            device: devices.value(for: account.email, device: devices.device(client.device, for: account.email)))
    }

    func check(_ password: String, _ hash: String) async throws -> Bool {
        do {
            return try await hasher.isMatch(password, hash: hash)
        } catch is PasswordHasherBusyError {
            throw SignInError.busy
        }
    }

    /// Returns the keys by which attempts for an account are counted; people reach the limit of the first.
    private func subjects(
        of email: String, _ client: SignInClient
    ) -> [(subject: String, limit: AttemptTable.Limit)] {
        if let device = devices.device(client.device, for: email) { return [("device:\(device)", options.perAccount)] }
        return [
            ("\(Self.everywhere(email))@\(client.address)", options.perAccount),
            (Self.address(client), options.perAddress),
            (Self.everywhere(email), options.perAccountEverywhere),
        ]
    }

    private static func everywhere(_ email: String) -> String { "account:\(Secret.hash(email))" }

    /// Counts an attempt from an address.
    func countAddress(of client: SignInClient) async throws {
        try await count([(Self.address(client), options.perAddress)])
    }

    static func address(_ client: SignInClient) -> String { "address:\(client.address)" }

    /// Counts an attempt by its subjects, and stops at the first that has too many: the following ones aren't counted then.
    func count(_ limits: [(subject: String, limit: AttemptTable.Limit)]) async throws {
        let now = clock.now()
        let wait = try await database.write { database -> Int64? in
            for (subject, limit) in limits {
                if let wait = try AttemptTable(database).begin(subject, limit: limit, now: now) { return wait }
            }
            return nil
        }
        if let wait { throw SignInError.tooMany(wait: wait) }
    }

    /// Appends to the access log what an account did, as part of a transaction.
    static func log(
        _ event: String, _ account: Account, _ details: String, in program: String = "", _ now: Int64,
        _ database: any DatabaseConnection
    ) throws {
        try AccessLogTable(database).append(
            AccessLogEntry(
                time: now, program: program, event: event, actor: account.id, actorName: account.name,
                details: details))
    }

    private static func normalized(_ code: String) -> String {
        code.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}
