public import FiresteelFlags

/// A flag in a ``Catalogue``.
public struct CatalogueFlag: Sendable, Hashable {
    /// What providers call it.
    public var key: String
    /// The kind of value.
    public var type: FlagType
    /// The Swift type of its values.
    public var valueType: String
    /// The program's default.
    public var defaultValue: FlagValue
    /// What it decides, in a sentence; may be empty.
    ///
    /// Where the program says nothing, what a provider's definition says; so are ``owner``, ``kind`` and ``expires``.
    public var description: String
    /// Who to ask about it.
    public var owner: String?
    /// What it is for.
    public var kind: FlagKind
    /// After this day it should be gone from the code.
    public var expires: FlagDate?
    /// The only values that there are, or `nil` where there are too many to list.
    public var allowedValues: [FlagValue]?
    /// The key of the flag without which it is off.
    public var parent: String?
    /// The group of flags of which one at most is on.
    public var exclusionGroup: String?

    /// A flag.
    public init(
        key: String, type: FlagType, valueType: String, defaultValue: FlagValue, description: String = "",
        owner: String? = nil, kind: FlagKind = .release, expires: FlagDate? = nil, allowedValues: [FlagValue]? = nil,
        parent: String? = nil, exclusionGroup: String? = nil
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
    }
}
