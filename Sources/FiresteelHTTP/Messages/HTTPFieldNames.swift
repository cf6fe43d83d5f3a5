package import HTTPTypes

extension HTTPField.Name {
    /// Creates a name of a literal, which has to be a token (RFC 9110, section 5.6.2).
    package init(literal: StaticString) {
        guard let name = HTTPField.Name(literal.description) else {
            preconditionFailure("“\(literal)” isn't the name of a field.")
        }
        self = name
    }

    /// `X-API-Key`, a server's key.
    package static let apiKey = HTTPField.Name(literal: "X-API-Key")
    /// `X-Goog-Api-Key`, a key of Google's interfaces.
    package static let googleAPIKey = HTTPField.Name(literal: "X-Goog-Api-Key")
    /// `X-Goog-Firebase-Installations-Auth`, the token of an installation.
    package static let firebaseInstallationsAuth = HTTPField.Name(literal: "X-Goog-Firebase-Installations-Auth")
}
