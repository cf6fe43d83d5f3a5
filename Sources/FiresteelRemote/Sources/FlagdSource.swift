public import FiresteelFlags
public import FiresteelHTTP
public import Foundation
public import HTTPTypes

/// Flag definitions in flagd's format, at an address.
///
/// They are evaluated locally, so they apply to all contexts.
public struct FlagdSource: RemoteFlagSource {
    /// The address of the definitions.
    public let address: URL
    private let credentials: RemoteCredentials
    private let headers: HTTPFields
    let options: FlagDefinitions.Options

    /// Creates a source for the definitions at an address.
    ///
    /// - Parameters:
    ///   - address: The address of the definitions.
    ///   - credentials: The credentials of the program.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - options: The options of reading the definitions.
    public init(
        _ address: URL, credentials: RemoteCredentials = .none, headers: HTTPFields = [:],
        options: FlagDefinitions.Options = FlagDefinitions.Options()
    ) {
        self.address = address
        self.credentials = credentials
        self.headers = headers
        self.options = options
    }

    /// Returns a plain `GET` request.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var request = HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])
        request.replaceFields(with: headers)
        try await credentials.add(to: &request)
        return request
    }

    /// Compiles the definitions.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        do {
            return .values(values(of: try FlagDefinitions(json: body, options: options), kept: body))
        } catch {
            throw FlagError(.parseError, "\(error)")
        }
    }

    /// Returns the rules of definitions, with the response that is cached.
    func values(of definitions: FlagDefinitions, kept: [UInt8]) -> RemoteFlagValues {
        var rules: [String: any FlagRule] = [:]
        for key in definitions.keys { rules[key] = definitions.rule(for: key) }
        return RemoteFlagValues(
            rules: rules, kept: kept, diagnostics: (definitions.errors + definitions.warnings).map { "\($0)" })
    }
}

extension RemoteFlagSource where Self == FlagdSource {
    /// Returns a source for definitions in flagd's format at an address.
    public static func flagd(
        _ address: URL, credentials: RemoteCredentials = .none, headers: HTTPFields = [:]
    ) -> FlagdSource {
        FlagdSource(address, credentials: credentials, headers: headers)
    }
}
