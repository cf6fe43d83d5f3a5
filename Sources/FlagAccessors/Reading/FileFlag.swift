import FiresteelFlags

/// A flag as a file describes it, whatever the file's format.
struct FileFlag {
    /// What providers call it.
    var key: String
    /// The parts of its key: those of the groups it is in, and its own as the last.
    var parts: [String]
    /// Where it begins in the file, in bytes.
    var offset: Int
    /// The type of its values.
    var type: ValueType
    /// The value where nobody knows another.
    var defaultValue: FlagValue
    /// What the file says it is for.
    var description = ""
    /// What else people may want to know, a sentence each.
    var remarks: [String] = []
    /// The name that the file gives to its accessor.
    var propertyName: GivenName?
    /// Who to ask about it.
    var owner: String?
    /// After this day it should be gone from the code.
    var expires: FlagDate?
    /// What it is for.
    var kind: FlagKind?
    /// Whether the build decides for itself.
    var local: Local?
    /// The key of a flag without which this one is off.
    var parent: String?
    /// The name of a group of flags of which one at most is on.
    var exclusionGroup: String?

    /// What a build decides for itself.
    enum Local {
        case on
        case off
        /// On in these environments, in the order of their names.
        case onIn([String])
    }

    /// A name that stands in the file, and where.
    struct GivenName {
        let text: String
        let offset: Int
    }

    init(key: String, offset: Int, type: ValueType, defaultValue: FlagValue) {
        self.key = key
        parts = Self.parts(of: key)
        self.offset = offset
        self.type = type
        self.defaultValue = defaultValue
    }

    /// Splits a key at its dots, seven of them at most, so that no key makes types lie in each other without end.
    static func parts(of key: String) -> [String] {
        let parts = key.split(separator: ".", maxSplits: 7, omittingEmptySubsequences: false).map(String.init)
        return parts.contains("") ? [key] : parts
    }
}
