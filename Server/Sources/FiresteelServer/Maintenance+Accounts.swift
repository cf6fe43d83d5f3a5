package import FiresteelDatabase
import FiresteelStore
import Foundation

extension Maintenance {
    /// A change of an account on the command line.
    package enum AccountChange: String, Sendable, CaseIterable {
        /// Returns the code of a link that resets the password.
        case resetPassword
        /// Removes the second factor.
        case removeSecondFactor
        /// Enables a disabled account.
        case enable
        /// Makes the account an administrator.
        case makeAdministrator
    }

    /// Changes the account with an address, for administrators who can't sign in.
    ///
    /// - Returns: Lines that describe the change.
    /// - Throws: ``MaintenanceError`` if there is no such account.
    package static func change(
        _ changes: [AccountChange], of email: String, _ database: any Database
    ) async throws -> [String] {
        try await database.migrate(to: .server())
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let length = SignInService.Options().passwordReset
        let author = (id: "command-line", name: NSUserName())
        return try await database.write { database in
            let accounts = AccountTable(database)
            guard var account = try accounts.account(email: email) else {
                throw MaintenanceError("There is no account with the address “\(email)”.")
            }
            var lines: [String] = []
            func log(_ event: String) throws {
                try AccessLogTable(database).append(
                    AccessLogEntry(
                        time: now, event: event, actor: author.id, actorName: author.name,
                        details: "\(account.name), \(account.email)"))
            }
            // A link needs an account that is enabled.
            if changes.contains(.enable) {
                account.isDisabled = false
                try accounts.update(account)
                try log("accountEnabled")
                lines.append("\(account.email) is enabled.")
            }
            if changes.contains(.makeAdministrator) {
                account.isAdministrator = true
                try accounts.update(account)
                try log("administratorAdded")
                lines.append("\(account.email) is an administrator.")
            }
            if changes.contains(.removeSecondFactor) {
                guard try SecondFactorTable(database).remove(of: account.id) else {
                    throw MaintenanceError("\(account.email) has no second factor. Nothing was changed.")
                }
                try SignInTable(database).removeAll(of: account.id)
                try log("secondFactorRemoved")
                lines.append("\(account.email) has no second factor, and all sessions have ended.")
            }
            if changes.contains(.resetPassword) {
                let code = try SignInService.createReset(
                    for: account.id, by: author, at: now, length: length, database)
                lines.append("Open /sign-in#reset=\(code) of the dashboard within an hour, and choose a password.")
            }
            try CounterTable(database).countAccess()
            return lines
        }
    }
}
