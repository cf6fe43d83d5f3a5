import FiresteelFlags

/// A flag in a file of any format.
struct FileFlag {
    var key: String
    /// The parts of its key: those of its groups, and its own as the last.
    var parts: [String]
    /// The position in the file, in bytes.
    var offset: Int
    /// The type of its values.
    var type: ValueType
    var defaultValue: JSONValue
    /// The description in the file.
    var description = ""
    /// Additional remarks, one sentence each.
    var remarks: [String] = []
    /// The specified name of its accessor.
    var propertyName: GivenName?
    var owner: String?
    /// The day by which it should be removed from the code.
    var expires: FlagDate?
    var kind: FlagKind?
    /// Whether the build decides for itself.
    var local: Local?
    /// The key of a flag without which this one is off.
    var parent: String?
    /// The name of a group of flags of which one at most is on.
    var exclusionGroup: String?
    var exclusionPriority: Int?

    /// The local state of a build.
    enum Local {
        case on
        case off
        /// On in these environments, in the order of their names.
        case onIn([String])
    }

    /// A name in the file, with its position.
    struct GivenName {
        let text: String
        let offset: Int
    }

    init(key: String, offset: Int, type: ValueType, defaultValue: JSONValue) {
        self.key = key
        parts = Self.parts(of: key)
        self.offset = offset
        self.type = type
        self.defaultValue = defaultValue
    }

    /// Splits a key at its dots, at most seven of them, which limits the nesting of types.
    static func parts(of key: String) -> [String] {
        let parts = key.split(separator: ".", maxSplits: 7, omittingEmptySubsequences: false).map(String.init)
        return parts.contains("") ? [key] : parts
    }
}
