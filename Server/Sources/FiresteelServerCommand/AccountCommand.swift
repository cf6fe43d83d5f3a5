import ArgumentParser
import FiresteelServer

/// Lets people in who can't sign in, without the dashboard.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Changes an account whose owner can't sign in.",
        discussion: """
            For administrators who lost their password or second factor. Servers that run notice the change within a second. \
            The access log has each change.
            """)

    @OptionGroup var store: DatabaseOptions
    @Argument(help: "The email address of the account.") var email: String
    @Flag(help: "Print the end of a link with which a new password can be chosen within an hour.")
    var resetPassword = false
    @Flag(help: "Remove the second factor, and end all sessions.") var removeSecondFactor = false
    @Flag(help: "Enable the account if it was disabled.") var enable = false
    @Flag(help: "Make the account an administrator of the server.") var makeAdministrator = false

    func run() async throws {
        let options: [(Bool, Maintenance.AccountChange)] = [
            (resetPassword, .resetPassword), (removeSecondFactor, .removeSecondFactor), (enable, .enable),
            (makeAdministrator, .makeAdministrator),
        ]
        let changes = options.filter(\.0).map(\.1)
        guard !changes.isEmpty else {
            throw ValidationError(
                "Say what to change: --reset-password, --remove-second-factor, --enable or --make-administrator.")
        }
        for line in try await withDatabase(store, { try await Maintenance.change(changes, of: email, $0) }) {
            print(line)
        }
    }
}
