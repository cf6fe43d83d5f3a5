/// An error thrown when data isn't a certificate.
public struct RootCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, for a developer.
    public let description: String
}
