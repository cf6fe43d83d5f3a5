import FiresteelBase

/// The compiled flags of one file in flagd's format.
///
/// Rules are compiled, variants resolved and shared rules included when it is created; an evaluation only reads the
/// context. A flag with an invalid definition fails with `PARSE_ERROR` and is listed in ``errors``; the others are not
/// affected.
///
/// ## Environments
///
/// The metadata `environments` of a flag has the environments with another state than its `state`:
///
/// ```json
/// "metadata": {"environments": {"production": "DISABLED", "staging": "ENABLED"}}
/// ```
///
/// A ``FlagStack`` uses the state of its ``FlagStack/environment``, if there is one, and `state` otherwise. The
/// metadata of the file may have `environments` as well, for flags that have none themselves.
///
/// ## Flags as an array
///
/// As in flagd, `flags` may be an array of definitions that have their keys in `key`, instead of an object. Paths of
/// errors name flags by their keys in both cases.
///
/// An immutable value that any number of threads can use. It stores the file's bytes for exports.
public struct FlagDefinitions: Sendable {
    /// Options of reading a file.
    public struct Options: Sendable, Hashable {
        /// The arithmetic of rollouts, unless the file's metadata has `fractional`: `"v2"` or `"v3"`.
        public var fractional: FractionalVersion
        /// The limits on the file's size and depth.
        public var json: JSONLimits
        /// The limits on the evaluation of a rule.
        public var logic: LogicLimits

        /// Creates options.
        public init(
            fractional: FractionalVersion = .v2, json: JSONLimits = JSONLimits(), logic: LogicLimits = LogicLimits()
        ) {
            self.fractional = fractional
            self.json = json
            self.logic = logic
        }
    }

    /// The errors in the file, in its order.
    public let errors: [FlagDefinitionError]
    /// The places where a targeting names a variant that the flag doesn't have, in the file's order.
    ///
    /// The flag is in effect; it fails where the variant is selected.
    public let warnings: [FlagDefinitionError]
    /// The file's own metadata, such as `flagSetId`.
    public let metadata: [String: JSONValue]
    /// The arithmetic of rollouts.
    public let fractional: FractionalVersion

    /// Flags with invalid definitions.
    package let broken: Set<String>
    /// The states by environment of flags that have no `environments` themselves.
    package let states: [String: Bool]
    private let rules: [String: any FlagRule]
    package let source: [UInt8]
    package let options: Options

    /// Reads a file.
    ///
    /// - Throws: ``FlagDefinitionsError`` if the bytes aren't JSON, or have neither an object nor an array `flags`.
    public init(json bytes: [UInt8], options: Options = Options()) throws(FlagDefinitionsError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, within: options.json)
        } catch {
            throw .notJSON(error)
        }
        try self.init(document, options: options)
    }

    /// Reads parsed definitions.
    package init(_ document: JSONDocument, options: Options) throws(FlagDefinitionsError) {
        var reader = FlagDefinitionsReader(document, options: options)
        rules = try reader.read()
        errors = reader.locatedErrors()
        warnings = reader.locatedWarnings()
        metadata = reader.metadata
        broken = reader.broken
        states = reader.states
        fractional = reader.version
        source = document.bytes
        self.options = options
    }

    /// The keys of all flags, including those with errors.
    ///
    /// Creates a set of them.
    public var keys: Set<String> { Set(rules.keys) }

    /// Returns the rule of a flag, or `nil` if the file doesn't have it.
    ///
    /// A ``FlagStack`` applies the flag's `environments`; the rule by itself uses `state`.
    public func rule(for key: String) -> (any FlagRule)? { rules[key] }
}
