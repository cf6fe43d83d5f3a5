public import FiresteelFlags
public import FiresteelHTTP
import FiresteelOptimizely
public import FiresteelRemote
public import Foundation
public import HTTPTypes

/// The datafile of an Optimizely project, from Optimizely's or another address.
///
/// Flags are evaluated locally, as in Optimizely's libraries, so values are for all contexts. For keys and unsupported
/// parts, see `OptimizelyDatafile`.
///
/// Optimizely's keys are letters, digits, `-` and `_`. Flags are mapped with the style
/// `FlagKeyMapping.Style.letters(maximum:)`; a variable's key consists of its flag's key, a period, and its own
/// unchanged key. Explicit names are those of flags, or of a flag and a variable separated by a period.
public struct OptimizelySource: RemoteFlagSource {
    /// The address of the datafile.
    public let address: URL
    private let credentials: RemoteCredentials
    private let headers: HTTPFields
    private let keys: FlagKeyMapping

    /// Creates a source for the datafile at an address.
    ///
    /// - Parameters:
    ///   - address: The address of the datafile.
    ///   - credentials: The credentials of the program.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - keys: The mapping of flags to Optimizely's keys.
    public init(
        _ address: URL, credentials: RemoteCredentials = .none, headers: HTTPFields = [:],
        keys: FlagKeyMapping = FlagKeyMapping(.letters(maximum: 64))
    ) {
        self.address = address
        self.credentials = credentials
        self.headers = headers
        self.keys = keys
    }

    /// Returns Optimizely's key for a flag, or for a flag's variable.
    ///
    /// - Throws: `GENERAL` if no flag or variable can have the key.
    public func name(for key: String) throws(FlagError) -> String {
        let failure: FlagError
        do throws(FlagError) { return try flagName(for: key) } catch { failure = error }
        for point in key.indices where key[point] == "." && key.index(after: point) < key.endIndex {
            guard let flag = try? flagName(for: String(key[..<point])), !flag.isEmpty else { continue }
            return flag + key[point...]
        }
        throw failure
    }

    /// Returns Optimizely's key for a flag: the mapped key, or the key itself if Optimizely has it already.
    private func flagName(for key: String) throws(FlagError) -> String {
        do throws(FlagError) {
            return try keys.name(for: key)
        } catch {
            let signs = key.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
            guard signs, key.utf8.count <= Self.longestKey, keys.key(for: key) == key else { throw error }
            return key
        }
    }

    /// The maximum length of Optimizely's keys.
    private static let longestKey = 64

    /// Returns a plain `GET` request.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var request = HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])
        request.replaceFields(with: headers)
        try await credentials.add(to: &request)
        return request
    }

    /// Compiles the datafile.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        let datafile = try OptimizelyDatafile(json: body)
        var rules = KeyedRules()
        for name in datafile.keys.sorted() {
            guard let rule = datafile.rule(for: name) else { continue }
            rules.add(rule, name: name, key: key(for: name))
        }
        return .values(
            RemoteFlagValues(
                rules: rules.rules, kept: body, diagnostics: datafile.errors.map(\.description) + rules.diagnostics))
    }

    private func key(for name: String) -> String {
        let whole = keys.key(for: name)
        guard whole == name, let point = name.firstIndex(of: ".") else { return whole }
        return keys.key(for: String(name[..<point])) + name[point...]
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension RemoteFlagSource where Self == OptimizelySource {
    /// Returns a source for the datafile of a project's environment, by its SDK key.
    ///
    /// - Parameters:
    ///   - sdkKey: The environment's SDK key.
    ///   - headers: More fields of each request. They are not sent to another server after a redirect.
    ///   - keys: The mapping of flags to Optimizely's keys.
    /// - Throws: `GENERAL` if the key is invalid in an address.
    public static func optimizely(
        sdkKey: String, headers: HTTPFields = [:], keys: FlagKeyMapping = FlagKeyMapping(.letters(maximum: 64))
    ) throws -> OptimizelySource {
        let key = try PathSegment.encoded(sdkKey)
        guard let address = URL(string: "https://cdn.optimizely.com/datafiles/\(key).json") else {
            throw FlagError(.general, "“\(sdkKey)” is not a valid SDK key.")
        }
        return OptimizelySource(address, headers: headers, keys: keys)
    }
}
