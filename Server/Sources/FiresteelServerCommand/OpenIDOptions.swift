import ArgumentParser
import Configuration
import FiresteelServer
import FiresteelStore
import Foundation

/// The OpenID Connect provider at which people sign in.
struct OpenIDOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The OpenID Connect provider at which people can sign in, such as https://login.example.com. Needs --origin.",
            valueName: "address"))
    var oidcIssuer: String?

    @Option(help: ArgumentHelp("The identifier under which the provider knows this server.", valueName: "id"))
    var oidcClientId: String?

    @Option(
        help: ArgumentHelp(
            "A file with the secret that the provider gave this server. The environment can have the secret instead, as FIRESTEEL_OIDC_SECRET.",
            valueName: "file"))
    var oidcSecretFile: String?

    @Option(help: ArgumentHelp("The provider's name on the button (default: its host).", valueName: "name"))
    var oidcName: String?

    @Option(
        help: ArgumentHelp(
            "A domain of email addresses whose owners get an account without an invitation. Repeat it for several.",
            valueName: "domain"))
    var oidcDomain: [String] = []

    @Option(
        help: ArgumentHelp(
            "The role of such an account in all programs that exist then: viewer or editor (default: none).",
            valueName: "role"))
    var oidcRole: String?

    /// Returns the configuration, or `nil` without a provider.
    ///
    /// - Parameters:
    ///   - reader: The options of environment and file.
    ///   - origin: The origin under which browsers reach the server.
    func configuration(_ reader: ConfigReader, origin: String?) throws -> OpenIDConfiguration? {
        let clientID = oidcClientId ?? reader.string(forKey: "oidc.client.id")
        let roleName = oidcRole ?? reader.string(forKey: "oidc.role")
        let domains = oidcDomain.isEmpty ? reader.stringArray(forKey: "oidc.domain", default: []) : oidcDomain
        guard let issuer = oidcIssuer ?? reader.string(forKey: "oidc.issuer") else {
            guard clientID == nil, roleName == nil, domains.isEmpty else {
                throw ValidationError("Other options of OpenID Connect need --oidc-issuer.")
            }
            return nil
        }
        let role = roleName.flatMap(Role.init(rawValue:))
        guard (role == nil) == (roleName == nil) else {
            throw ValidationError("--oidc-role has to be viewer or editor, not “\(roleName ?? "")”.")
        }
        do {
            return try OpenIDConfiguration(
                issuer: issuer, clientID: clientID ?? "", clientSecret: secret(reader),
                name: oidcName ?? reader.string(forKey: "oidc.name"), domains: domains, role: role, origin: origin)
        } catch let error as OpenIDConfigurationError {
            throw ValidationError("\(error)")
        }
    }

    /// A secret isn't an option: other users of the machine can list the arguments of processes.
    private func secret(_ reader: ConfigReader) throws -> String? {
        guard let file = oidcSecretFile ?? reader.string(forKey: "oidc.secret.file") else {
            return ProcessInfo.processInfo.environment["FIRESTEEL_OIDC_SECRET"]
        }
        guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
        else { throw ValidationError("Can't read the client's secret in \(file).") }
        let secret = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !secret.isEmpty else { throw ValidationError("\(file) is empty. It has to have the client's secret.") }
        return secret
    }
}
