public import FiresteelFlags
public import FiresteelHTTP
import FiresteelOptimizely
public import FiresteelRemote
public import Foundation
import HTTPTypes

/// An Optimizely project's datafile, at Optimizely's or at another address.
///
/// Decisions are made here, as Optimizely's own libraries make them, so they answer for every context; see
/// `OptimizelyDatafile` for the keys and for what is left out.
///
/// Optimizely's keys are letters, digits, `-` and `_`. Flags are mapped in the style
/// `FlagKeyMapping.Style.letters(maximum:)`; a variable's key is its flag's, a point, and its own, as it is. Names given
/// by hand are a flag's, or a flag's and a variable's with a point between.
public struct OptimizelySource: RemoteFlagSource {
    /// Where the datafile is.
    public let address: URL
    private let credentials: RemoteCredentials
    private let keys: FlagKeyMapping

    /// The datafile at an address.
    public init(
        _ address: URL, credentials: RemoteCredentials = .none,
        keys: FlagKeyMapping = FlagKeyMapping(.letters(maximum: 64))
    ) {
        self.address = address
        self.credentials = credentials
        self.keys = keys
    }

    /// What Optimizely calls a flag, or a flag's variable.
    ///
    /// - Throws: `GENERAL` where no flag's and no variable's name there can lead to the key.
    public func name(for key: String) throws(FlagError) -> String {
        let failure: FlagError
        do throws(FlagError) { return try flagName(for: key) } catch { failure = error }
        for point in key.indices where key[point] == "." && key.index(after: point) < key.endIndex {
            guard let flag = try? flagName(for: String(key[..<point])), !flag.isEmpty else { continue }
            return flag + key[point...]
        }
        throw failure
    }

    /// What Optimizely calls a flag: what its key becomes or, where it has that name already, the key.
    private func flagName(for key: String) throws(FlagError) -> String {
        do throws(FlagError) {
            return try keys.name(for: key)
        } catch {
            let signs = key.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
            guard signs, key.utf8.count <= Self.longestKey, keys.key(for: key) == key else { throw error }
            return key
        }
    }

    /// How long Optimizely's own keys may be.
    private static let longestKey = 64

    /// A plain `GET`.
    public func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        var request = HTTPRequestMessage(.get, address, fields: [.accept: "application/json"])
        try await credentials.add(to: &request)
        return request
    }

    /// Compiles the datafile.
    public func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagAnswer {
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
    /// The datafile of a project's environment, by its SDK key.
    public static func optimizely(
        sdkKey: String, keys: FlagKeyMapping = FlagKeyMapping(.letters(maximum: 64))
    ) throws -> OptimizelySource {
        let key = try PathSegment.encoded(sdkKey)
        guard let address = URL(string: "https://cdn.optimizely.com/datafiles/\(key).json") else {
            throw FlagError(.general, "“\(sdkKey)” is no SDK key.")
        }
        return OptimizelySource(address, keys: keys)
    }
}
