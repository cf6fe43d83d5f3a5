public import FiresteelFlags
public import FiresteelRemote

/// A server template of Firebase Remote Config, compiled.
///
/// Its conditions are evaluated here, to the same answers as Firebase's server libraries give: `percent` draws by the
/// context's targeting key, custom signals are the context's attributes, and the first condition in the template's order
/// that is true and has a value decides. As in those libraries, a signal that is 0 or empty counts as missing, and a
/// condition that nobody understands is never true; ``faults`` names it.
///
/// Where a parameter says "use the in-app default", or has no default at all, the program's default is the answer.
public struct FirebaseTemplate: Sendable {
    /// How each flag is decided, by key.
    let rules: [String: any FlagRule]
    /// What is wrong with single parameters and conditions, for people.
    public let diagnostics: [String]

    /// Compiles a template.
    ///
    /// - Parameters:
    ///   - body: The template as the API gives it: `conditions`, `parameters`, `parameterGroups`.
    ///   - types: How texts become values.
    ///   - keys: How Firebase calls the flags.
    /// - Throws: `PARSE_ERROR` where it isn't a template.
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

    /// How it decides a flag, or `nil` where it doesn't know the key.
    public func rule(for key: String) -> (any FlagRule)? { rules[key] }
}

extension FlagKeyMapping {
    /// Keys as Firebase Remote Config allows them: letters, digits and `_`, at most 256, not beginning with a digit.
    public static let firebase = FlagKeyMapping(.letters(maximum: 256))
}
