import HTTPTypes

/// A cookie of the server.
///
/// No script can read it, and browsers send it only with requests of the server's own pages.
struct ServerCookie: Sendable {
    /// The name without HTTPS, as on a developer's machine.
    let plainName: String

    /// The name with HTTPS: browsers accept the prefix only from the host itself, for all its paths.
    var secureName: String { "__Host-\(plainName)" }

    /// The secret of a signed-in session.
    static let session = ServerCookie(plainName: "firesteel")
    /// A browser in which an account signed in before.
    static let device = ServerCookie(plainName: "firesteel-device")
    /// A sign-in at the OpenID Connect provider that isn't finished.
    static let openID = ServerCookie(plainName: "firesteel-openid")

    /// Returns the field that sets the cookie, or that removes it without a value.
    ///
    /// - Parameters:
    ///   - value: The value, without characters that end it.
    ///   - isSecure: Whether browsers reach the server over HTTPS.
    ///   - seconds: How long the browser stores it.
    func field(_ value: String?, isSecure: Bool, maxAge seconds: Int64) -> HTTPField {
        let name = isSecure ? secureName : plainName
        let secure = isSecure ? "; Secure" : ""
        let age = value == nil ? 0 : seconds
        return HTTPField(
            name: .setCookie,
            value: "\(name)=\(value ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)\(secure)")
    }

    /// Returns the cookie of a request.
    ///
    /// Another site of the same domain can set a cookie without the secure prefix, so only the name in use counts.
    func value(in fields: HTTPFields, isSecure: Bool) -> String? {
        let expected = isSecure ? secureName : plainName
        for value in fields[values: .cookie] {
            for pair in value.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                let name = parts[0].filter { $0 != " " }
                if name == expected { return String(parts[1]) }
            }
        }
        return nil
    }
}
