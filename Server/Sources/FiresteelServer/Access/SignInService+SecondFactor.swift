import FiresteelDatabase
import FiresteelStore

/// The state of a second factor, for its owner.
struct SecondFactorStatus: Codable, NamedSchema {
    static let schemaName = "SecondFactor"
    let isOn: Bool
    /// The time since which it is on, in milliseconds since 1970.
    let since: Int64?
    /// The number of recovery codes that remain.
    let recoveryCodes: Int
    /// Whether the server requires one of people with more than the role of a viewer.
    let isRequired: Bool
}

// The second factor of accounts with a password: codes of an authenticator app, and recovery codes.
extension SignInService {
    /// Returns the state of a person's second factor.
    func secondFactor(of person: SignedInPerson) async throws -> SecondFactorStatus {
        try await database.read { database in
            let table = SecondFactorTable(database)
            let since = try table.factor(of: person.account.id)?.enabled
            return try SecondFactorStatus(
                isOn: since != nil, since: since, recoveryCodes: table.recoveryCodes(of: person.account.id),
                isRequired: SettingTable(database).requiresSecondFactor())
        }
    }

    /// Returns a new secret for an authenticator app, in Base32, which isn't used before a code shows that the app has it.
    func beginSecondFactor(of person: SignedInPerson) async throws -> String {
        guard person.account.hasPassword else {
            throw StoreError.invalid("Your account has no password. How you sign in is set up at the provider.")
        }
        let secret = Base32.encoded(TimeBasedCode.newSecret())
        let now = clock.now()
        guard try await database.write({ try SecondFactorTable($0).begin(secret, for: person.account.id, at: now) })
        else { throw StoreError.exists("Your second factor is on already. Turn it off to set up another one.") }
        return secret
    }

    /// Turns the second factor on, with a code of the app; ends other sessions, and returns the recovery codes.
    func enableSecondFactor(of person: SignedInPerson, code: String) async throws -> [String] {
        let limit = Self.ownCode(person)
        try await count([(limit, options.perAccount)])
        let now = clock.now()
        let id = person.account.id
        let codes = try await database.write { database -> [String]? in
            let table = SecondFactorTable(database)
            guard let factor = try table.factor(of: id), factor.enabled == nil,
                factor.created + options.secondFactorSetUp > now
            else {
                throw StoreError.notFound("The secret was shown more than 15 minutes ago, or is in use. Begin again.")
            }
            guard let step = try factor.step(of: code, at: now) else { return nil }
            try table.enable(id, step: step, at: now)
            let codes = try table.renewRecoveryCodes(of: id)
            try SignInTable(database).removeAll(of: id, except: person.signIn.hash)
            try AttemptTable(database).clear(limit)
            try Self.log("secondFactorTurnedOn", person.account, "Other sessions ended", now, database)
            try CounterTable(database).countAccess()
            return codes
        }
        guard let codes else { throw try await wrongCode(limit) }
        return codes
    }

    /// Turns the second factor off, with the password and a code.
    func disableSecondFactor(of person: SignedInPerson, password: String, code: String) async throws {
        try await checkOwn(password, of: person)
        _ = try await use(code, of: person.account, limit: Self.ownCode(person))
        let now = clock.now()
        try await database.write { database in
            guard try SecondFactorTable(database).remove(of: person.account.id) else { return }
            try SignInTable(database).removeAll(of: person.account.id, except: person.signIn.hash)
            try Self.log("secondFactorTurnedOff", person.account, "Other sessions ended", now, database)
            try CounterTable(database).countAccess()
        }
    }

    /// Replaces the recovery codes of a person, with a code of the app or one of the earlier ones.
    func renewRecoveryCodes(of person: SignedInPerson, code: String) async throws -> [String] {
        _ = try await use(code, of: person.account, limit: Self.ownCode(person))
        let now = clock.now()
        return try await database.write { database in
            let table = SecondFactorTable(database)
            guard try table.isOn(for: person.account.id) else {
                throw StoreError.notFound("Your second factor is off.")
            }
            try Self.log("recoveryCodesRenewed", person.account, "", now, database)
            return try table.renewRecoveryCodes(of: person.account.id)
        }
    }

    /// Accepts a code of the app or a recovery code, once, and returns which it was, for the access log.
    ///
    /// - Parameters:
    ///   - code: The code as it was entered.
    ///   - account: The account, whose password was checked, or who is signed in.
    ///   - limit: The key by which attempts are counted.
    func use(_ code: String, of account: Account, limit: String) async throws -> String {
        try await count([(limit, options.perAccount)])
        let now = clock.now()
        let used = try await database.write { database -> SecondFactorTable.Used? in
            guard let used = try SecondFactorTable(database).use(code, of: account.id, at: now) else {
                // Who gets this far knows the password, or uses a session.
                try Self.log("wrongCode", account, "", now, database)
                return nil
            }
            try AttemptTable(database).clear(limit)
            if case .recovery(let remaining) = used {
                try Self.log("recoveryCodeUsed", account, "\(remaining) left", now, database)
            }
            return used
        }
        switch used {
        case .app?: return "a code"
        case .recovery?: return "a recovery code"
        case nil: throw try await wrongCode(limit)
        }
    }

    /// The key by which attempts of a signed-in person are counted.
    ///
    /// Others can't use that limit up.
    static func ownCode(_ person: SignedInPerson) -> String { "own-code:\(person.account.id)" }

    private func wrongCode(_ limit: String) async throws -> SignInError {
        .wrongCode(
            remaining: try await database.read { try AttemptTable($0).remaining(limit, limit: options.perAccount) })
    }
}
