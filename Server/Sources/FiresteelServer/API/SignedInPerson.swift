import FiresteelDatabase
import FiresteelStore

/// A person with the session in which they are signed in.
struct SignedInPerson: Sendable {
    var account: Account
    var memberships: [String: Membership]
    var signIn: SignIn
    /// Whether the account has a second factor.
    let hasSecondFactor: Bool
    /// Whether the person has to set up a second factor before anything else.
    let needsSecondFactor: Bool

    /// Reads the person of a session; `nil` if the account is disabled, or its row is damaged.
    ///
    /// - Parameters:
    ///   - signIn: The session.
    ///   - database: The transaction.
    ///   - damaged: Where the rows are added that can't be read. A role among them gives no rights.
    init?(_ signIn: SignIn, in database: any DatabaseConnection, damaged: inout [DamagedRow]) throws {
        let accounts = AccountTable(database)
        let stored = try accounts.stored(signIn.account)
        damaged += stored.damaged
        guard let account = stored.values.first, !account.isDisabled else { return nil }
        self.account = account
        self.signIn = signIn
        let roles = try accounts.storedMemberships(of: account.id)
        damaged += roles.damaged
        memberships = roles.readable
        hasSecondFactor = try SecondFactorTable(database).isOn(for: account.id)
        let changes = account.isAdministrator || memberships.values.contains { $0.role > .viewer }
        // How strongly the provider recognizes people is a matter of the provider.
        let isSubject = changes && signIn.method == .password && account.hasPassword
        if isSubject, !hasSecondFactor {
            let rule = try SettingTable(database).secondFactorRule()
            damaged += rule.damaged
            needsSecondFactor = rule.isRequired
        } else {
            needsSecondFactor = false
        }
    }
}
