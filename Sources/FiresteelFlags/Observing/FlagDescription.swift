/// Everything about a declared flag, for pages and reports.
public struct FlagDescription: Sendable, Equatable {
    /// The key in providers.
    public let key: String
    /// The display name: "Editor autosave" for `editor.autosave`.
    public let name: String
    /// The key without its last part, or an empty string.
    public let group: String
    /// A sentence that describes what the flag decides.
    public let description: String
    /// The type of the values.
    public let type: FlagType
    /// The Swift type of its values.
    public let valueTypeName: String
    /// All possible values, or `nil` if there are too many to list.
    public let allowedValues: [JSONValue]?
    /// The program's default.
    public let defaultValue: JSONValue
    /// The value in the fixed context, with the reason for it.
    public let resolution: Resolution<JSONValue>
    /// Whether its value is an override on this device, also where a parent or an exclusion group turns it off.
    public let isOverridden: Bool
    /// Whether the value differs from the program's default.
    public let differsFromDefault: Bool
    /// The person or team responsible for it.
    public let owner: String?
    /// Its purpose.
    public let kind: FlagKind
    /// The last day on which the code should contain it.
    public let expires: FlagDate?
    /// Whether that day has passed.
    public let isExpired: Bool
    /// The key of its parent: the flag is off where the parent is.
    public let parent: String?
    /// The group of flags of which at most one is on.
    public let exclusionGroup: String?
    /// Its priority in that group: of the flags that would be on, one with the highest priority is on.
    public let exclusionPriority: Int
    /// Its state in this build and environment; `nil` if that is left to the providers.
    public let local: Bool?
    /// Whether another context can get another value.
    public let dependsOnContext: Bool
    /// Whether another time can give another value.
    public let dependsOnTime: Bool
    /// Whether it was read in this run; see ``FlagHygiene`` for what counts.
    public let wasRead: Bool
    /// The time of the last change of the value, in seconds since 1970, as far as this run or the stack's `hygieneFile`
    /// knows.
    public let since: Double?
    /// Module and file of its declaration.
    public let file: String
    /// The line in the file.
    public let line: UInt

    /// The value in the fixed context.
    public var value: JSONValue { resolution.value }
    /// The provider that returned it.
    public var provider: String? { resolution.provider }
    /// The reason for the value.
    public var reason: FlagReason { resolution.reason }
    /// The name of the variant.
    public var variant: String? { resolution.variant }
    /// The error of the provider that defines the flag, if it could return no value.
    public var error: FlagError? { resolution.error }
}
