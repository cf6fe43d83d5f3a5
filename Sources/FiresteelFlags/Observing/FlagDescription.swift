/// Everything about a declared flag, for pages and reports.
public struct FlagDescription: Sendable, Equatable {
    /// What providers call it.
    public let key: String
    /// Its name in words: "Editor autosave" for `editor.autosave`.
    public let name: String
    /// What it belongs to: the key without its last part, or an empty text.
    public let group: String
    /// What it decides, in a sentence.
    public let description: String
    /// The kind of value.
    public let type: FlagType
    /// The Swift type of its values.
    public let valueTypeName: String
    /// The only values that there are, or `nil` where there are too many to list.
    public let allowedValues: [FlagValue]?
    /// The program's default.
    public let defaultValue: FlagValue
    /// What it is in the fixed context, and why.
    public let resolution: Resolution<FlagValue>
    /// Whether its value was set by hand on this device, even where a parent or an exclusion keeps it off.
    public let isOverridden: Bool
    /// Whether the value is another than the program's default.
    public let differsFromDefault: Bool
    /// Who to ask about it.
    public let owner: String?
    /// What it is for.
    public let kind: FlagKind
    /// After this day it should be gone from the code.
    public let expires: FlagDate?
    /// Whether it is past that day.
    public let isExpired: Bool
    /// The key of the flag without which it is off.
    public let parent: String?
    /// The group of flags of which one at most is on.
    public let exclusionGroup: String?
    /// What this build says for itself, in its environment: on, off, or nothing.
    public let local: Bool?
    /// Whether another context can get another value.
    public let dependsOnContext: Bool
    /// Whether another time can give another value.
    public let dependsOnTime: Bool
    /// Whether somebody has read it since the start; ``FlagHygiene`` says what counts.
    public let wasRead: Bool
    /// Since when the value has been what it is, in seconds since 1970, as far as this run knows, or the stack's
    /// `hygieneFile`.
    public let since: Double?
    /// Module and file of its declaration.
    public let file: String
    /// The line in the file.
    public let line: UInt

    /// The value in the fixed context.
    public var value: FlagValue { resolution.value }
    /// The provider that gave it.
    public var provider: String? { resolution.provider }
    /// Why.
    public var reason: FlagReason { resolution.reason }
    /// Which of the flag's variants it is.
    public var variant: String? { resolution.variant }
    /// Why no provider could give a value although one knows the flag.
    public var error: FlagError? { resolution.error }
}
