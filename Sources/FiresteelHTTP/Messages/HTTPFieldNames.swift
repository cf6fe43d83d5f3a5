package import HTTPTypes

extension HTTPField.Name {
    /// Creates a name from a literal, which must be a token (RFC 9110, section 5.6.2).
    package init(literal: StaticString) {
        guard let name = HTTPField.Name(literal.description) else {
            preconditionFailure("“\(literal)” isn't a valid field name.")
        }
        self = name
    }

    /// `X-API-Key`, an API key of a server.
    package static let apiKey = HTTPField.Name(literal: "X-API-Key")
    /// `Last-Event-ID`, the last event that a client of an event stream received.
    package static let lastEventID = HTTPField.Name(literal: "Last-Event-ID")
    /// `X-Firesteel-Instance`, the random identifier of a program's run.
    package static let firesteelInstance = HTTPField.Name(literal: "X-Firesteel-Instance")
    /// Whether a Firesteel server lacks the catalogue of the program's version: `wanted`.
    package static let firesteelCatalogue = HTTPField.Name(literal: "X-Firesteel-Catalogue")
    /// The digest of a body (RFC 9530).
    package static let contentDigest = HTTPField.Name(literal: "Content-Digest")
    /// `X-Firesteel-Version`, a program's version.
    package static let firesteelVersion = HTTPField.Name(literal: "X-Firesteel-Version")
    /// `X-Goog-Api-Key`, an API key of Google.
    package static let googleAPIKey = HTTPField.Name(literal: "X-Goog-Api-Key")
    /// `X-Goog-Firebase-Installations-Auth`, the token of an installation.
    package static let firebaseInstallationsAuth = HTTPField.Name(literal: "X-Goog-Firebase-Installations-Auth")
}
