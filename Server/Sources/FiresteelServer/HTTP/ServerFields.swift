import HTTPTypes

/// The fields of every response.
enum ServerFields {
    /// Returns the fields.
    ///
    /// - Parameter isSecure: Whether browsers reach the server over HTTPS, and may never use anything else from then on.
    static func all(isSecure: Bool) -> HTTPFields {
        var fields = common
        if isSecure { fields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
        return fields
    }

    private static let common: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
        .xContentTypeOptions: "nosniff",
        HTTPField.Name(known: "Referrer-Policy"): "no-referrer",
        HTTPField.Name(known: "Permissions-Policy"): "camera=(), geolocation=(), microphone=()",
        HTTPField.Name(known: "Cross-Origin-Opener-Policy"): "same-origin",
        HTTPField.Name(known: "Cross-Origin-Resource-Policy"): "same-origin",
        .cacheControl: "no-store",
    ]
}
