public import FiresteelFlags

/// The part of a flag that all environments share: its type, its variants and facts for people.
///
/// As JSON, an object of these members, of which only `type` and `variants` are required:
///
/// ```json
/// {
///   "type": "boolean", "name": "Fast Save", "description": "Saves in place.", "owner": "Storage team",
///   "kind": "release", "expires": "2027-03-01", "tags": ["saving"],
///   "variants": [{"name": "on", "value": true}, {"name": "off", "value": false}],
///   "parent": "documents", "exclusionGroup": "saving", "isArchived": false, "metadata": {"ticket": "D-12"}
/// }
/// ```
///
/// The key isn't part of it: it is the name of the item. ``EditableFlags`` has flags by their keys.
public struct EditableFlag: Sendable, Hashable {
    /// The type of all variants' values.
    public var type: FlagType
    /// The name for people.
    public var name: String?
    /// The effect of the flag.
    public var description: String?
    /// The person or team that is responsible.
    public var owner: String?
    /// The purpose.
    public var kind: FlagKind?
    /// The day when the flag should be removed.
    public var expires: FlagDate?
    /// The labels for filtering lists.
    public var tags: [String]
    /// The values, in the order of the editor.
    public var variants: [Variant]
    /// The key of the Bool flag that must be on.
    public var parent: String?
    /// The name of the exclusion group, of which only one flag is on.
    public var exclusionGroup: String?
    /// Whether the flag is retired: it is left out of what programs receive.
    public var isArchived: Bool
    /// Further metadata of the definition.
    public var metadata: [String: JSONValue]
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a flag.
    ///
    /// - Parameters:
    ///   - type: The type of all variants' values.
    ///   - variants: The values.
    ///   - name: The name for people.
    public init(type: FlagType, variants: [Variant], name: String? = nil) {
        self.type = type
        self.variants = variants
        self.name = name
        tags = []
        isArchived = false
        metadata = [:]
        unknownMembers = [:]
    }

    /// Returns a Bool flag with the variants `on` and `off`.
    public static func bool(name: String? = nil) -> EditableFlag {
        EditableFlag(type: .bool, variants: [Variant("on", true), Variant("off", false)], name: name)
    }

    /// The first variant of a Bool flag whose value is false; `nil` for other types.
    package var falseVariant: String? {
        type == .bool ? variants.first { $0.value == false }?.name : nil
    }

    /// Returns the variant with a name, compared byte for byte.
    package func variant(named name: String) -> Variant? {
        variants.first { CodeUnits.areEqual($0.name, name) }
    }
}
