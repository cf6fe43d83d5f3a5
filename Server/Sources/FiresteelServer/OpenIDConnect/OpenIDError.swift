/// Why signing in at the OpenID Connect provider failed.
enum OpenIDError: Error, Sendable, Hashable {
    /// No provider is configured.
    case notConfigured
    /// The person, or the provider, declined.
    case denied
    /// The browser didn't begin this sign-in, or did so too long ago.
    case expired
    /// The provider can't be reached, or its responses can't be used; with the reason, for the log.
    case unavailable(String)
    /// The provider's statement about the person can't be trusted; with the reason, for the log.
    case untrusted(String)
    /// The provider didn't verify the person's email address.
    case unverified
    /// No account or invitation has the address, and its domain isn't allowed.
    case noAccount(email: String)
    /// The account with this address is linked with another identity, or the person confirmed with another account.
    case wrongAccount
    /// There is no account yet, and the first one needs the code that the server printed.
    case first
}
