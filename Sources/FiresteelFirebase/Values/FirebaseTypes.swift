public import FiresteelFlags

/// The conversion of Firebase's texts to typed values.
///
/// Firebase represents every parameter as text. The type is the first known of:
///
/// 1. the type specified here for the flag's key, usually that of its declaration;
/// 2. the parameter's type in the template, which only server templates contain;
/// 3. the apparent type: JSON if the text is valid JSON, otherwise a text. Then `true` is a Bool, `3` a number and
/// `grid` a text.
///
/// | type | texts |
/// |---|---|
/// | Bool | `1`, `true`, `t`, `yes`, `y`, `on`, and `0`, `false`, `f`, `no`, `n`, `off`, and the empty text; case-insensitive |
/// | Int, Double | a number as in JSON |
/// | String | every text, unchanged |
/// | array, object | JSON of that kind |
///
/// Other texts are an error of that flag (`PARSE_ERROR`), and the next provider is used.
public struct FirebaseTypes: Sendable {
    private let types: [String: FlagType]
    private let declarations: [FlagDeclaration]

    /// Types by the flags' keys.
    public init(_ types: [String: FlagType] = [:]) {
        self.types = types
        declarations = []
    }

    /// Creates the types that flags are declared with.
    ///
    /// Their keys may be determined later, when their container is registered.
    public init(_ declarations: [FlagDeclaration]) {
        types = [:]
        self.declarations = declarations
    }

    /// Returns the value of a text.
    ///
    /// - Parameters:
    ///   - text: The text from Firebase.
    ///   - key: The flag's key.
    ///   - hint: The type in the template.
    func outcome(_ text: String, key: String, hint: FlagType?) -> FlagEvaluation.Outcome {
        guard let type = types[key] ?? declarations.first(where: { $0.key == key })?.type ?? hint else {
            // A flag's value can't be null.
            guard let value = Self.json(text), value != .null else { return .value(.string(text)) }
            return .value(value)
        }
        if let value = Self.value(text, type) { return .value(value) }
        return .failed(
            FlagError(.parseError, "“\(key)” must be \(type.rawValue), but has the value “\(text.prefix(100))”."))
    }

    private static func value(_ text: String, _ type: FlagType) -> JSONValue? {
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

    private static func json(_ text: String) -> JSONValue? {
        try? JSONValue(json: Array(text.utf8))
    }
}
