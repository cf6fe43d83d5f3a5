import FiresteelBase

/// The flags of one file in flagd's format, compiled.
///
/// Everything is done when it is made: rules are compiled, variants found, shared rules joined in. What is left for an
/// evaluation is to look at the context. A flag whose definition is wrong answers `PARSE_ERROR` and is listed in ``faults``;
/// the others aren't touched by it.
///
/// ## Environments
///
/// The metadata `environments` of a flag says where it has another state than its `state`:
///
/// ```json
/// "metadata": {"environments": {"production": "DISABLED", "staging": "ENABLED"}}
/// ```
///
/// A ``FlagStack`` goes by the one of its ``FlagStack/environment``, if it is there, and by `state` otherwise. The metadata
/// of the file may have it as well, for flags that say nothing of it themselves.
///
/// An immutable value that any number of threads can use. It keeps the file's bytes, which exporting needs.
public struct FlagDefinitions: Sendable {
    /// How a file is read.
    public struct Options: Sendable, Hashable {
        /// How shares are drawn, where the file's own metadata doesn't say: its key `fractional`, `"v2"` or `"v3"`, wins.
        public var fractional: FractionalVersion
        /// How large the file may be.
        public var json: JSONLimits
        /// How much one of its rules may ask of an evaluation.
        public var logic: LogicLimits

        /// Options.
        public init(
            fractional: FractionalVersion = .v2, json: JSONLimits = JSONLimits(), logic: LogicLimits = LogicLimits()
        ) {
            self.fractional = fractional
            self.json = json
            self.logic = logic
        }
    }

    /// What is wrong in the file, in its order.
    public let errors: [FlagDefinitionError]
    /// The file's own metadata, such as `flagSetId`.
    public let metadata: [String: FlagValue]
    /// How shares are drawn.
    public let fractional: FractionalVersion

    /// Flags whose definitions are wrong.
    let broken: Set<String>
    /// The states by environment of flags that have none themselves.
    let states: [String: Bool]
    private let rules: [String: any FlagRule]
    let source: [UInt8]
    let options: Options

    /// Reads a file.
    ///
    /// - Throws: Where the bytes aren't JSON, or have no object `flags`.
    public init(json bytes: [UInt8], options: Options = Options()) throws(FlagDefinitionsError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(bytes, within: options.json)
        } catch {
            throw .notJSON(error)
        }
        var reader = FlagDefinitionsReader(document, options: options)
        rules = try reader.read()
        errors = reader.locatedFaults()
        metadata = reader.metadata
        broken = reader.broken
        states = reader.states
        fractional = reader.version
        source = bytes
        self.options = options
    }

    /// The keys of all flags, those with faults included.
    ///
    /// Makes a set of them.
    public var keys: Set<String> { Set(rules.keys) }

    /// How a flag is decided, or `nil` where the file doesn't have it.
    ///
    /// What it has of environments holds in a ``FlagStack``; the rule by itself goes by `state`.
    public func rule(for key: String) -> (any FlagRule)? { rules[key] }
}
