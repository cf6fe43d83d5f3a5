/// A person's signed-in session, known to the browser by a secret that the server stores only as a hash.
package struct SignIn: Sendable, Hashable {
    /// The way a session began.
    package enum Method: String, Sendable {
        /// With a password, and the code of a second factor if the account has one.
        case password
        /// At the OpenID Connect provider.
        case openID = "openid"
    }

    /// The hash of the secret.
    package internal(set) var hash: String
    /// The account.
    package let account: String
    /// The time of signing in, in milliseconds since 1970.
    package let created: Int64
    /// The time of the last request, accurate to a minute.
    package var lastSeen: Int64
    /// The time at which it ends.
    package let expires: Int64
    /// The time at which the password was last entered.
    package var confirmed: Int64
    /// The browser, as it described itself.
    package let device: String
    /// The way the session began.
    package let method: Method

    /// The identifier, with which the person ends the session.
    package var id: String { Self.id(ofHash: hash) }

    /// Returns the identifier of the session whose secret has a hash.
    static func id(ofHash hash: String) -> String { String(hash.prefix(24)) }

    package init(
        hash: String, account: String, created: Int64, lastSeen: Int64, expires: Int64, confirmed: Int64,
        device: String,
        method: Method = .password
    ) {
        self.hash = hash
        self.account = account
        self.created = created
        self.lastSeen = lastSeen
        self.expires = expires
        self.confirmed = confirmed
        self.device = device
        self.method = method
    }

    /// Returns the session with another secret, whose person has just shown again who they are.
    package func renewed(hash: String, at time: Int64) -> SignIn {
        var signIn = self
        signIn.hash = hash
        signIn.confirmed = time
        signIn.lastSeen = time
        return signIn
    }

    /// Whether the session has neither expired nor been unused for too long.
    ///
    /// - Parameters:
    ///   - time: The current time, in milliseconds since 1970.
    ///   - idle: The maximum time without use, in milliseconds.
    package func isValid(at time: Int64, idle: Int64) -> Bool { expires > time && lastSeen + idle > time }
}
