/// Why signing in failed.
enum SignInError: Error, Sendable, Equatable {
    /// Wrong address or password; the number of attempts that remain.
    case wrong(remaining: Int64)
    /// Too many attempts; the milliseconds to wait.
    case tooMany(wait: Int64)
    /// Too many passwords are being checked.
    case busy
    /// The code is unknown, used or expired.
    case code
    /// The new password can't be used; the reason.
    case password(String)
    /// The password is right, and the code of the second factor is needed as well.
    case codeRequired
    /// A wrong code of a second factor, or one that was used; the number of attempts that remain.
    case wrongCode(remaining: Int64)
    /// The link that resets a password is unknown, used or expired.
    case reset
    /// There is an account already.
    case notFirst
}
