/// A person who can sign in.
public struct Account: Sendable, Hashable {
    /// The identifier.
    public let id: String
    /// The address to sign in with, in lowercase.
    public var email: String
    /// The name that changes show.
    public var name: String
    /// The hash of the password, empty without one.
    package var password: String
    /// The identity at the OpenID Connect provider, if it was used.
    public var subject: String?
    /// Whether the account has all rights in all programs.
    public var isAdministrator: Bool
    /// Whether the account can't sign in.
    public var isDisabled: Bool
    /// The time of creation, in milliseconds since 1970.
    public var created: Int64
    /// The time of the last request, in milliseconds since 1970, accurate to a minute.
    public var lastSeen: Int64

    /// Whether the account has a password.
    public var hasPassword: Bool { !password.isEmpty }
}
