import FiresteelDatabase
import FiresteelStore

// Accounts of people who sign in at an OpenID Connect provider.
extension SignInService {
    /// Signs in a person whom the provider identified.
    func signIn(
        _ identity: OpenIDIdentity, at provider: OpenIDConfiguration, _ client: SignInClient
    ) async throws -> Success {
        let now = clock.now()
        let account = try await database.write { database in
            try Self.account(of: identity, at: provider, now: now, database)
        }
        return try await begin(account, client, by: provider.name, method: .openID, counted: [Self.address(client)])
    }

    /// Gives the session of a person a new secret, if the provider identified the same person again.
    func confirm(_ person: SignedInPerson, by identity: OpenIDIdentity, _ client: SignInClient) async throws -> Success
    {
        guard person.account.subject == identity.stored else { throw OpenIDError.wrongAccount }
        let success = try await renew(person)
        // It wasn't an attempt to guess anything.
        try await database.write { try AttemptTable($0).uncount(Self.address(client)) }
        return success
    }

    /// Finds, links or creates the account of an identity, within a transaction.
    private static func account(
        of identity: OpenIDIdentity, at provider: OpenIDConfiguration, now: Int64, _ database: any DatabaseConnection
    ) throws -> Account {
        let accounts = AccountTable(database)
        if let account = try accounts.account(subject: identity.stored) {
            guard !account.isDisabled else { throw OpenIDError.noAccount(email: account.email) }
            // Invitations to further programs, if the address is still the person's.
            if identity.isVerified, identity.email == account.email {
                try acceptInvitations(of: account, now: now, database)
            }
            return account
        }
        // The code for the first account has to remain of use.
        guard try !accounts.isEmpty() else { throw OpenIDError.first }
        guard let email = identity.email, identity.isVerified else { throw OpenIDError.unverified }
        if var account = try accounts.account(email: email) {
            guard !account.isDisabled else { throw OpenIDError.noAccount(email: email) }
            guard account.subject == nil else { throw OpenIDError.wrongAccount }
            account.subject = identity.stored
            try accounts.update(account)
            try log("identityLinked", account, provider.name, now, database)
            try CounterTable(database).countAccess()
            try acceptInvitations(of: account, now: now, database)
            return account
        }
        let isInvited = try InvitationTable(database).isInvited(email, at: now)
        let isAllowed = email.split(separator: "@").last.map { provider.domains.contains(String($0)) } ?? false
        guard isInvited || isAllowed else { throw OpenIDError.noAccount(email: email) }
        let name = identity.name ?? String(email.prefix { $0 != "@" }.prefix(100))
        let account = try accounts.create(
            email: email, name: name, password: "", subject: identity.stored, isAdministrator: false, time: now)
        try log("accountCreated", account, "By \(provider.name): \(email)", now, database)
        if isAllowed, let role = provider.role {
            for program in try ProgramTable(database).all() {
                try accounts.set(Membership(role: role), of: account.id, in: program.id)
            }
        }
        // After the default role: an invitation says more.
        try acceptInvitations(of: account, now: now, database)
        try CounterTable(database).countAccess()
        return account
    }

    private static func acceptInvitations(
        of account: Account, now: Int64, _ database: any DatabaseConnection
    ) throws {
        let accounts = AccountTable(database)
        var current = try accounts.memberships(of: account.id)
        for invitation in try InvitationTable(database).claim(email: account.email, at: now) {
            // An invitation takes no rights away.
            if let own = current[invitation.program], !Self.covers(invitation.membership, own) { continue }
            current[invitation.program] = invitation.membership
            try accounts.set(invitation.membership, of: account.id, in: invitation.program)
            try log("invitationAccepted", account, account.email, in: invitation.program, now, database)
            try CounterTable(database).countAccess()
        }
    }

    /// Returns whether a membership has all rights of another.
    private static func covers(_ new: Membership, _ own: Membership) -> Bool {
        guard new.role >= own.role else { return false }
        guard let environments = new.environments else { return true }
        return own.environments.map { $0.isSubset(of: environments) } ?? false
    }
}
