public import FiresteelFlags
public import FiresteelHTTP
public import FiresteelRemote
public import Foundation
public import HTTPTypes

/// A project's server template of Firebase Remote Config.
///
/// For servers: it requires an OAuth 2 token of a service account, which must not be part of a distributed program.
/// Conditions are evaluated locally, so it supports every context; see ``FirebaseTemplate``.
public struct FirebaseTemplateSource: RemoteFlagSource {
    /// The address of the template.
    public let address: URL
    private let credentials: RemoteCredentials
    private let headers: HTTPFields
    private let types: FirebaseTypes
    private let keys: FlagKeyMapping

    /// Creates the source of a template at an address.
    ///
    /// - Parameters:
    ///   - address: The address; `firebaseTemplate(project:token:types:keys:)` uses Firebase's own.
    ///   - credentials: The credentials.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - types: The conversion of texts to values.
    ///   - keys: The mapping of flags to Firebase's names.
    public init(
        _ address: URL, credentials: RemoteCredentials, headers: HTTPFields = [:],
        types: FirebaseTypes = FirebaseTypes(), keys: FlagKeyMapping = .firebase
    ) {
        self.address = address
        self.credentials = credentials
        self.headers = headers
        self.types = types
        self.keys = keys
    }

    /// Returns the Firebase name of a flag.
    public func name(for key: String) throws(FlagError) -> String { try keys.name(for: key) }

    /// Returns a plain `GET` request.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var request = HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])
        request.replaceFields(with: headers)
        try await credentials.add(to: &request)
        return request
    }

    /// Compiles the template.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        let template = try FirebaseTemplate(json: body, types: types, keys: keys)
        return .values(RemoteFlagValues(rules: template.rules, kept: body, diagnostics: template.diagnostics))
    }
}

extension RemoteFlagSource where Self == FirebaseTemplateSource {
    /// Returns the source of a project's server template.
    ///
    /// - Parameters:
    ///   - project: The project's identifier.
    ///   - token: Returns an OAuth 2 token with read access to Remote Config; called for each request.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - types: The conversion of texts to values.
    ///   - keys: The mapping of flags to Firebase's names.
    public static func firebaseTemplate(
        project: String, token: @escaping @Sendable () async throws -> String, headers: HTTPFields = [:],
        types: FirebaseTypes = FirebaseTypes(), keys: FlagKeyMapping = .firebase
    ) throws -> FirebaseTemplateSource {
        let address = try FirebaseAddress.of(project, "namespaces/firebase-server/serverRemoteConfig")
        return FirebaseTemplateSource(address, credentials: .bearer(token), headers: headers, types: types, keys: keys)
    }
}
