public import FiresteelFlags
public import FiresteelHTTP
public import FiresteelRemote
public import Foundation
import HTTPTypes

/// A project's server template of Firebase Remote Config.
///
/// For servers: it takes an OAuth 2 token of a service account, which has no place in a program that people can take
/// apart. Conditions are evaluated here, so it answers for every context; see ``FirebaseTemplate``.
public struct FirebaseTemplateSource: RemoteFlagSource {
    /// Where the template is.
    public let address: URL
    private let credentials: RemoteCredentials
    private let types: FirebaseTypes
    private let keys: FlagKeyMapping

    /// The template at an address.
    ///
    /// - Parameters:
    ///   - address: Where it is; `firebaseTemplate(project:token:types:keys:)` knows Firebase's own.
    ///   - credentials: What the server knows the program by.
    ///   - types: How texts become values.
    ///   - keys: How Firebase calls the flags.
    public init(
        _ address: URL, credentials: RemoteCredentials, types: FirebaseTypes = FirebaseTypes(),
        keys: FlagKeyMapping = .firebase
    ) {
        self.address = address
        self.credentials = credentials
        self.types = types
        self.keys = keys
    }

    /// What Firebase calls a flag.
    public func name(for key: String) throws(FlagError) -> String { try keys.name(for: key) }

    /// A plain `GET`.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var request = HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])
        try await credentials.add(to: &request)
        return request
    }

    /// Compiles the template.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagAnswer {
        let template = try FirebaseTemplate(json: body, types: types, keys: keys)
        return .values(RemoteFlagValues(rules: template.rules, kept: body, diagnostics: template.diagnostics))
    }
}

extension RemoteFlagSource where Self == FirebaseTemplateSource {
    /// A project's server template, from Firebase.
    ///
    /// - Parameters:
    ///   - project: The project's identifier.
    ///   - token: Gives an OAuth 2 token that may read Remote Config; asked with each request.
    ///   - types: How texts become values.
    ///   - keys: How Firebase calls the flags.
    public static func firebaseTemplate(
        project: String, token: @escaping @Sendable () async throws -> String, types: FirebaseTypes = FirebaseTypes(),
        keys: FlagKeyMapping = .firebase
    ) throws -> FirebaseTemplateSource {
        let address = try FirebaseAddress.of(project, "namespaces/firebase-server/serverRemoteConfig")
        return FirebaseTemplateSource(address, credentials: .bearer(token), types: types, keys: keys)
    }
}
