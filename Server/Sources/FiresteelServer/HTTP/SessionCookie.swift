/// The cookie of a signed-in session.
enum SessionCookie {
    /// With HTTPS: browsers accept the prefix only from the host itself, for all its paths.
    static let secureName = "__Host-firesteel"
    /// Without HTTPS, as on a developer's machine.
    static let plainName = "firesteel"

    /// Returns the field that sets the cookie, or that removes it without a secret.
    static func field(_ secret: String?, isSecure: Bool, maxAge seconds: Int64) -> String {
        let name = isSecure ? secureName : plainName
        let secure = isSecure ? "; Secure" : ""
        return
            "\(name)=\(secret ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(secret == nil ? 0 : seconds)\(secure)"
    }
}
