public import FiresteelFlags
public import FiresteelRemote

/// A server template of Firebase Remote Config, compiled.
///
/// Its conditions are evaluated locally, with the same results as Firebase's server libraries: `percent` draws by the
/// context's targeting key, custom signals are the context's attributes, and the first true condition with a value
/// decides, in the template's order. As in those libraries, a signal that is 0 or empty counts as missing, and an
/// invalid condition is false; ``diagnostics`` contains it.
///
/// If a parameter uses the in-app default, or has no default, the program's default applies.
public struct FirebaseTemplate: Sendable {
    /// The rule of each flag, by key.
    package let rules: [String: any FlagRule]
    /// The diagnostics of single parameters and conditions.
    public let diagnostics: [String]

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - body: The template from the API: `conditions`, `parameters`, `parameterGroups`.
    ///   - types: The conversion of texts to values.
    ///   - keys: The mapping of flags to Firebase's names.
    /// - Throws: `PARSE_ERROR` if it isn't a template.
    public init(
        json body: [UInt8], types: FirebaseTypes = FirebaseTypes(), keys: FlagKeyMapping = .firebase
    ) throws(FlagError) {
        var reader = FirebaseTemplateReader(types: types, keys: keys)
        try reader.read(try FirebaseJSON.object(body))
        rules = reader.rules.rules
        diagnostics = reader.allDiagnostics
    }

    /// The keys of its flags.
    public var keys: Set<String> { Set(rules.keys) }

    /// Returns the rule of a flag, or `nil` for an unknown key.
    public func rule(for key: String) -> (any FlagRule)? { rules[key] }
}

extension FlagKeyMapping {
    /// Keys as Firebase Remote Config allows them: letters, digits and `_`, at most 256, not beginning with a digit.
    public static let firebase = FlagKeyMapping(.letters(maximum: 256))
}
