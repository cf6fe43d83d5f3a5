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

    /// Reads the person of a session; `nil` if the account is disabled.
    init?(_ signIn: SignIn, in database: any DatabaseConnection) throws {
        let accounts = AccountTable(database)
        guard let account = try accounts.account(signIn.account), !account.isDisabled else { return nil }
        self.account = account
        self.signIn = signIn
        memberships = try accounts.memberships(of: account.id)
        hasSecondFactor = try SecondFactorTable(database).isOn(for: account.id)
        let changes = account.isAdministrator || memberships.values.contains { $0.role > .viewer }
        // How strongly the provider recognizes people is a matter of the provider.
        let isSubject = changes && signIn.method == .password && account.hasPassword
        needsSecondFactor = try isSubject && !hasSecondFactor && SettingTable(database).requiresSecondFactor()
    }
}
