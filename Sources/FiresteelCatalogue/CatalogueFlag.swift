public import FiresteelFlags

/// A flag in a ``Catalogue``.
public struct CatalogueFlag: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The kind of value.
    public var type: FlagType
    /// The Swift type of its values.
    public var valueType: String
    /// The program's default.
    public var defaultValue: JSONValue
    /// The purpose, in one sentence; may be empty.
    ///
    /// If the program declares none, it is taken from the provider's definition, as are ``owner``, ``kind`` and
    /// ``expires``.
    public var description: String
    /// The owner.
    public var owner: String?
    /// The purpose.
    public var kind: FlagKind
    /// The day by which the flag should be removed from the code.
    public var expires: FlagDate?
    /// The allowed values, or `nil` if they aren't enumerable.
    public var allowedValues: [JSONValue]?
    /// The key of the flag that must be on.
    public var parent: String?
    /// The group of flags of which one at most is on.
    public var exclusionGroup: String?
    /// Its priority in that group: of the flags that would be on, one with the highest priority is on.
    public var exclusionPriority: Int
    /// Module and file of its declaration, such as `Editor/Flags.swift`, or `nil` if unknown.
    public var file: String?
    /// The line in the file.
    public var line: Int?

    /// Creates a flag.
    public init(
        key: String, type: FlagType, valueType: String, defaultValue: JSONValue, description: String = "",
        owner: String? = nil, kind: FlagKind = .release, expires: FlagDate? = nil, allowedValues: [JSONValue]? = nil,
        parent: String? = nil, exclusionGroup: String? = nil, exclusionPriority: Int = 0,
        file: String? = nil, line: Int? = nil
    ) {
        self.key = key
        self.type = type
        self.valueType = valueType
        self.defaultValue = defaultValue
        self.description = description
        self.owner = owner
        self.kind = kind
        self.expires = expires
        self.allowedValues = allowedValues
        self.parent = parent
        self.exclusionGroup = exclusionGroup
        self.exclusionPriority = exclusionPriority
        self.file = file
        self.line = line
    }
}
