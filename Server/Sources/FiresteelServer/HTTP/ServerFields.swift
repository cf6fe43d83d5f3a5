import HTTPTypes

/// The fields of every response.
enum ServerFields {
    static let all: HTTPFields = [
        .contentSecurityPolicy:
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        .xContentTypeOptions: "nosniff",
        HTTPField.Name(known: "Referrer-Policy"): "no-referrer",
        HTTPField.Name(known: "Cross-Origin-Opener-Policy"): "same-origin",
        HTTPField.Name(known: "Cross-Origin-Resource-Policy"): "same-origin",
        .cacheControl: "no-store",
    ]
}
