public import FiresteelFlags
public import FiresteelHTTP
public import FiresteelRemote
public import Foundation
public import HTTPTypes

/// Firebase Remote Config as apps fetch it: final values, evaluated by Firebase.
///
/// Firebase evaluates them for an installation and the sent signals, which are the text and number attributes of the
/// fixed context. So the values are valid only for that context; see `FlagProvider.fixedContextChanged(_:)`. Every
/// value is a text; ``FirebaseTypes`` defines the conversion.
public struct FirebaseSource: RemoteFlagSource {
    /// The address of the values.
    public let address: URL
    private let app: FirebaseApp
    private let headers: HTTPFields
    private let types: FirebaseTypes
    private let keys: FlagKeyMapping
    private let installation: @Sendable () async throws -> FirebaseInstallation

    /// Creates the source of an app's values.
    ///
    /// - Parameters:
    ///   - app: The app's identifiers in Firebase.
    ///   - address: The address, if not Firebase's.
    ///   - headers: More fields of each request; Firebase's own replace them. They are not sent to another server: a
    ///     redirect to one is refused.
    ///   - types: The conversion of texts to values.
    ///   - keys: The mapping of flags to Firebase's names.
    ///   - installation: Returns the installation; called for each request.
    /// - Throws: `GENERAL` if the project's identifier is invalid in an address.
    public init(
        _ app: FirebaseApp, address: URL? = nil, headers: HTTPFields = [:], types: FirebaseTypes = FirebaseTypes(),
        keys: FlagKeyMapping = .firebase, installation: @escaping @Sendable () async throws -> FirebaseInstallation
    ) throws(FlagError) {
        if let address {
            self.address = address
        } else {
            self.address = try FirebaseAddress.of(app.project, "namespaces/firebase:fetch")
        }
        self.app = app
        self.headers = headers
        self.types = types
        self.keys = keys
        self.installation = installation
    }

    /// `true`, because Firebase evaluates the values.
    public var isContextSpecific: Bool { true }

    /// Returns the Firebase name of a flag.
    public func name(for key: String) throws(FlagError) -> String { try keys.name(for: key) }

    /// Returns the request for all values.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        let installation = try await self.installation()
        var members: [String: JSONValue] = [
            "app_id": .string(app.appID), "app_instance_id": .string(installation.id),
            "app_instance_id_token": .string(installation.token),
        ]
        members["app_version"] = app.version.map { .string($0) }
        members["language_code"] = app.language.map { .string($0) }
        members["country_code"] = app.country.map { .string($0) }
        let signals = context.attributes.filter { Self.isSignal($0.value) }
        if !signals.isEmpty { members["custom_signals"] = .object(signals) }
        var fields = headers
        fields[.contentType] = "application/json"
        fields[.accept] = "application/json"
        fields[.googleAPIKey] = app.apiKey
        fields[.firebaseInstallationsAuth] = installation.token
        return HTTPRequestMessage(
            .post, address, fields: fields, body: Array(JSONValue.object(members).json().utf8))
    }

    private static func isSignal(_ value: JSONValue) -> Bool {
        switch value {
        case .string, .int, .double: true
        case .null, .bool, .array, .object: false
        }
    }

    /// Reads the values.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        let members = try FirebaseJSON.object(body)
        switch members["state"]?.text {
        case "NO_CHANGE":
            return .notModified
        case "NO_TEMPLATE", "EMPTY_CONFIG":
            return .values(RemoteFlagValues(rules: [:], kept: body))
        case "UPDATE":
            guard let entries = members["entries"]?.members else {
                throw FlagError(.parseError, "The response has no object “entries”.")
            }
            return values(entries, body)
        case let state:
            throw FlagError(.parseError, "The response has the unknown state “\(state ?? "")”.")
        }
    }

    private func values(_ entries: [String: JSONValue], _ body: [UInt8]) -> RemoteFlagResponse {
        var rules = KeyedRules()
        var faults: [String] = []
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            let key = keys.key(for: name)
            guard let text = value.text else {
                faults.append("$.entries['\(name)'] isn't a text.")
                continue
            }
            let outcome = types.outcome(text, key: key, hint: nil)
            if case .failed(let error) = outcome { faults.append(error.message) }
            let isError = if case .failed = outcome { true } else { false }
            // Firebase doesn't return whether a condition decided.
            rules.add(ConstantRule(FlagEvaluation(outcome, reason: isError ? .error : .unknown)), name: name, key: key)
        }
        return .values(RemoteFlagValues(rules: rules.rules, kept: body, diagnostics: faults + rules.diagnostics))
    }
}

extension RemoteFlagSource where Self == FirebaseSource {
    /// Returns the source of an app's values of Firebase Remote Config.
    ///
    /// - Parameters:
    ///   - app: The app's identifiers in Firebase.
    ///   - headers: More fields of each request; Firebase's own replace them.
    ///   - types: The conversion of texts to values.
    ///   - keys: The mapping of flags to Firebase's names.
    ///   - installation: Returns the installation; called for each request.
    /// - Throws: `GENERAL` if the project's identifier is invalid in an address.
    public static func firebase(
        _ app: FirebaseApp, headers: HTTPFields = [:], types: FirebaseTypes = FirebaseTypes(),
        keys: FlagKeyMapping = .firebase,
        installation: @escaping @Sendable () async throws -> FirebaseInstallation
    ) throws(FlagError) -> FirebaseSource {
        try FirebaseSource(app, headers: headers, types: types, keys: keys, installation: installation)
    }
}
