/// The kinds of values that flags have.
public enum FlagType: String, Sendable, Hashable, CaseIterable {
    /// A Boolean.
    case bool
    /// An integer.
    case int
    /// A number.
    case double
    /// A string.
    case string
    /// An array of values.
    case array
    /// Values by name, as in a JSON object.
    case object
}

extension FlagType {
    /// Creates a type from its name in a file or a protocol, regardless of case.
    ///
    /// | type | names |
    /// |---|---|
    /// | ``bool`` | bool, boolean |
    /// | ``int`` | int, integer |
    /// | ``double`` | double, float, number |
    /// | ``string`` | string, text, secure |
    /// | ``array`` | array, list |
    /// | ``object`` | object, structure, json |
    ///
    /// They are those of Toggles' files, of OpenFeature's manifests, of Optimizely's and Firebase's variables, and of
    /// `rawValue`. `nil` for other names.
    public init?(name: String) {
        switch name.lowercased() {
        case "bool", "boolean": self = .bool
        case "int", "integer": self = .int
        case "double", "float", "number": self = .double
        case "string", "text", "secure": self = .string
        case "array", "list": self = .array
        case "object", "structure", "json": self = .object
        default: return nil
        }
    }
}
