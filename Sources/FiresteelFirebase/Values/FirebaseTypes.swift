public import FiresteelFlags

/// How Firebase's texts become values with types.
///
/// Firebase hands every parameter over as a text. Which value it is, is decided by the first of these that is known:
///
/// 1. the type given here for the flag's key, usually that of its declaration;
/// 2. the parameter's type in the template, which only server templates have;
/// 3. the text itself: JSON where it is JSON, else a text. `true` is a truth value then, `3` a number and `grid` a text.
///
/// | type | texts |
/// |---|---|
/// | Bool | `1`, `true`, `t`, `yes`, `y`, `on`, and `0`, `false`, `f`, `no`, `n`, `off`, and nothing; capitals don't matter |
/// | Int, Double | a number as in JSON |
/// | String | every text, as it is |
/// | array, object | JSON of that kind |
///
/// Other texts are an error of that flag (`PARSE_ERROR`), and the next provider is asked.
public struct FirebaseTypes: Sendable {
    private let types: [String: FlagType]
    private let declarations: [FlagDeclaration]

    /// Types by the flags' keys.
    public init(_ types: [String: FlagType] = [:]) {
        self.types = types
        declarations = []
    }

    /// The types that flags are declared with.
    ///
    /// Their keys may come later, with the registration of their container.
    public init(_ declarations: [FlagDeclaration]) {
        types = [:]
        self.declarations = declarations
    }

    /// The value that a text stands for.
    ///
    /// - Parameters:
    ///   - text: What Firebase says.
    ///   - key: The flag's key.
    ///   - hint: The type that the template says.
    func outcome(_ text: String, key: String, hint: FlagType?) -> FlagEvaluation.Outcome {
        guard let type = types[key] ?? declarations.first(where: { $0.key == key })?.type ?? hint else {
            // No flag is nothing.
            guard let value = Self.json(text), value != .null else { return .value(.string(text)) }
            return .value(value)
        }
        if let value = Self.value(text, type) { return .value(value) }
        return .failed(
            FlagError(.parseError, "“\(text.prefix(100))” is no \(type.rawValue), which “\(key)” has to be."))
    }

    private static func value(_ text: String, _ type: FlagType) -> FlagValue? {
        switch type {
        case .string:
            return .string(text)
        case .bool:
            switch text.lowercased() {
            case "1", "true", "t", "yes", "y", "on": return true
            case "0", "false", "f", "no", "n", "off", "": return false
            default: return nil
            }
        case .int, .double:
            guard let value = json(text), value.type == .int || value.type == .double else { return nil }
            return value
        case .array, .object:
            guard let value = json(text), value.type == type else { return nil }
            return value
        }
    }

    private static func json(_ text: String) -> FlagValue? {
        try? FlagValue(json: Array(text.utf8))
    }
}
