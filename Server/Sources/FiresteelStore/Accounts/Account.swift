/// A person who can sign in.
package struct Account: Codable, Sendable, Hashable {
    // What others may see: neither the hash of the password nor the identity at the provider.
    private enum CodingKeys: CodingKey {
        case id, email, name, isAdministrator, isDisabled, lastSeen
    }

    /// The identifier.
    package let id: String
    /// The address to sign in with, in lowercase.
    package var email: String
    /// The name that changes show.
    package var name: String
    /// The hash of the password, empty without one.
    package var password = ""
    /// The identity at the OpenID Connect provider, if it was used.
    package var subject: String?
    /// Whether the account has all rights in all programs.
    package var isAdministrator: Bool
    /// Whether the account can't sign in.
    package var isDisabled: Bool
    /// The time of creation, in milliseconds since 1970.
    package var created: Int64 = 0
    /// The time of the last request, in milliseconds since 1970, accurate to a minute.
    package var lastSeen: Int64

    /// Whether the account has a password.
    package var hasPassword: Bool { !password.isEmpty }
}
