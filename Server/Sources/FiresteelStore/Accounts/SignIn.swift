/// A person's signed-in session, known to the browser by a secret that the server stores only as a hash.
public struct SignIn: Sendable, Hashable {
    /// The hash of the secret.
    public let hash: String
    /// The account.
    public let account: String
    /// The time of signing in, in milliseconds since 1970.
    public let created: Int64
    /// The time of the last request, accurate to a minute.
    public var lastSeen: Int64
    /// The time at which it ends.
    public let expires: Int64
    /// The time at which the password was last entered.
    public var confirmed: Int64
    /// The browser, as it described itself.
    public let device: String

    /// Creates a session.
    package init(
        hash: String, account: String, created: Int64, lastSeen: Int64, expires: Int64, confirmed: Int64, device: String
    ) {
        self.hash = hash
        self.account = account
        self.created = created
        self.lastSeen = lastSeen
        self.expires = expires
        self.confirmed = confirmed
        self.device = device
    }
}
