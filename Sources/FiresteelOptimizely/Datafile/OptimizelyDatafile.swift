public import FiresteelFlags

/// An Optimizely datafile, compiled.
///
/// It decides as Optimizely's own libraries do, for any user, without network requests. Data from their services is not
/// available: segments of real-time data (no user is in one), predictions of contextual bandits (such a rule results in
/// an error), and stored user profiles (nothing is sticky beyond its bucket).
///
/// ## Keys
///
/// A flag `search` with variables `limit` and `layout` has the keys `search` (a Bool), `search.limit` and
/// `search.layout` (with the types of the datafile).
public struct OptimizelyDatafile: Sendable {
    /// The revision of the datafile.
    public let revision: String
    /// The errors in parts of it; the affected flags result in `PARSE_ERROR`.
    public let errors: [DatafileError]

    package let flags: [String: Result<DatafileFlag, DatafileError>]
    private let rules: [String: any FlagRule]

    /// Reads a datafile.
    ///
    /// - Throws: `PARSE_ERROR` if it isn't JSON or a datafile, or has a version other than 2, 3 and 4.
    public init(json bytes: [UInt8]) throws(FlagError) {
        let value: JSONValue
        do {
            value = try JSONValue(json: bytes)
        } catch {
            throw FlagError(.parseError, "The datafile isn't JSON: \(error)")
        }
        do {
            let reader = try DatafileReader(DatafileNode(value: value, path: "$"))
            revision = reader.revision
            flags = reader.flags
            var faults = reader.faults
            rules = Self.rules(of: reader.flags, &faults)
            self.errors = faults
        } catch {
            throw FlagError(.parseError, "The datafile can't be used. \(error)")
        }
    }

    /// The keys of flags and variables.
    public var keys: Set<String> { Set(rules.keys) }

    /// The keys of flags alone.
    public var flagKeys: Set<String> { Set(flags.keys) }

    /// Returns the rule of a flag or a variable, or `nil` for an unknown key.
    public func rule(for key: String) -> (any FlagRule)? { rules[key] }

    /// Decides a flag for a user.
    ///
    /// - Parameters:
    ///   - flag: The flag's key.
    ///   - userID: The user.
    ///   - attributes: The attributes for conditions. `$opt_bucketing_id`, a string, replaces the user in draws.
    ///   - forced: Forced decisions, which have priority.
    /// - Returns: The decision, or `nil` if the datafile doesn't have the flag.
    /// - Throws: `PARSE_ERROR` if the flag's part of the datafile is invalid, `GENERAL` if a service would be required.
    public func decide(
        _ flag: String, userID: String, attributes: [String: JSONValue] = [:], forced: [OptimizelyForcedDecision] = []
    ) throws(FlagError) -> OptimizelyDecision? {
        guard let found = flags[flag] else { return nil }
        guard case .success(let flag) = found else {
            if case .failure(let fault) = found { throw FlagError(.parseError, fault.description) }
            return nil
        }
        var maker = DecisionMaker(flag: flag, userID: userID, attributes: attributes, forced: forced)
        return OptimizelyDecision(try maker.decide(), of: flag)
    }

    private static func rules(
        of flags: [String: Result<DatafileFlag, DatafileError>], _ faults: inout [DatafileError]
    ) -> [String: any FlagRule] {
        var rules: [String: any FlagRule] = [:]
        // Flags have priority over variables with the same key, regardless of the order of a dictionary.
        for (key, flag) in flags {
            switch flag {
            case .success(let flag): rules[key] = OptimizelyRule(flag: flag, variable: nil)
            case .failure(let fault): rules[key] = ConstantRule(.failed(.parseError, fault.description))
            }
        }
        for case .success(let flag) in flags.values {
            for variable in flag.variables {
                let key = "\(flag.key).\(variable.key)"
                guard rules[key] == nil else {
                    let fault = DatafileError(
                        path: "$.featureFlags", message: "The key “\(key)” belongs to a flag and to a variable.")
                    faults.append(fault)
                    rules[key] = ConstantRule(.failed(.parseError, fault.description))
                    continue
                }
                rules[key] = OptimizelyRule(flag: flag, variable: variable)
            }
        }
        return rules
    }
}
