import FiresteelFlags

extension PageData {
    /// The flags and their providers.
    struct Flags: Codable, Sendable, Equatable {
        /// The environment of the program, for example `development`.
        var environment: String
        /// The flags by key, including undeclared keys of providers.
        var flags: [Flag]
        /// The providers, in order of priority.
        var providers: [FlagProvider]
        /// The overrides; nil if flags can't be overridden.
        var overrides: FlagOverrides?
        /// The fixed context.
        var context: FlagContext
        /// Messages about errors in declarations and definitions.
        var diagnostics: [String] = []
        /// The keys that were evaluated but are neither declared nor defined by a provider.
        var unknown: [UnknownFlag] = []
        /// The session whose values these are; nil for the program's.
        var session: SessionName?
    }

    /// A key that was evaluated but is not defined.
    struct UnknownFlag: Codable, Sendable, Equatable {
        /// The key.
        var key: String
        /// The places in the code that evaluate it, for example `App/Editor.swift:41`.
        var places: [String] = []
    }

    /// The overrides on this device.
    struct FlagOverrides: Codable, Sendable, Equatable {
        /// The name of the provider that stores them.
        var provider: String
        /// The number of overrides.
        var count: Int
        /// Whether overrides can be stored for later runs.
        var stores: Bool = false
    }

    /// The context of evaluations.
    struct FlagContext: Codable, Sendable, Equatable {
        /// The targeting key.
        var targetingKey: String?
        /// The attributes: a JSON object in a text.
        var attributes: String
    }

    /// A provider of values, with its status.
    struct FlagProvider: Codable, Sendable, Equatable {
        /// The display name.
        var name: String
        /// The state: `ready`, `stale`, `notReady` or `failed`.
        var state: String
        /// The time at which its values were current.
        var updated: Int64?
        /// The message of the last error.
        var fault: String?
        /// The number of keys, if the provider can list them.
        var keys: Int?
        /// The address of the server that has the values.
        var address: String?
        /// The server's number for the version of the values.
        var revision: Int?
        /// Whether an earlier run stored the values, and the server hasn't confirmed them; omitted if not.
        var cached: Bool?
    }

    /// A flag with its value, the provider and the reason.
    struct Flag: Codable, Sendable, Equatable {
        /// The key.
        var key: String
        /// The display name.
        var name: String
        /// The display name of the group.
        var group: String
        /// The feature that the flag controls.
        var feature: Name?
        /// Whether the code declares the flag.
        var declared: Bool
        /// The type: `bool`, `int`, `double`, `string`, `array`, `object` or `any`.
        var type: String?
        /// The only valid values, each as JSON.
        var allowed: [String]?
        /// The value in the fixed context, as JSON.
        var value: String
        /// The default in the code, as JSON.
        var `default`: String?
        /// Whether the value differs from the default.
        var differs: Bool
        /// The override, as JSON.
        var override: String?
        /// Whether the override is stored for later runs; nil without one, or if none can be stored.
        var stored: Bool?
        /// The provider of the value; nil for the default in the code.
        var provider: String?
        /// The reason, a code of the protocol.
        var reason: String
        /// The name of the variant.
        var variant: String?
        /// The error that prevents any provider with the key from returning a value.
        var error: FlagErrorInfo?
        /// The expiration date, for example `2026-12-31`.
        var expires: String?
        /// Whether the expiration date has passed.
        var expired: Bool = false
        /// Whether the flag was read in this run.
        var read: Bool?
        /// The number of days for which the value has been the same in all contexts, if it is high.
        var constant: Int?
        /// The purpose.
        var description: String = ""
        /// The contact for questions about the flag.
        var owner: String?
    }

    /// An error of a flag.
    struct FlagErrorInfo: Codable, Sendable, Equatable {
        /// The code of the protocol, for example `TYPE_MISMATCH`.
        var code: String
        /// The message.
        var message: String
    }

    /// A flag with all details: in JSON, the flag with additional members.
    struct FlagDetail: Sendable, Equatable {
        /// The flag.
        var flag: Flag
        /// The additional members.
        var more: FlagMore
    }

    /// The details of a single flag.
    struct FlagMore: Codable, Sendable, Equatable {
        /// The kind of flag, for example `release`.
        var kind: String?
        /// The key of the parent, without which the flag is off.
        var parent: String?
        /// The group of flags of which at most one is on.
        var exclusionGroup: String?
        /// Its priority in that group, unless it is 0.
        var exclusionPriority: Int?
        /// A description of this build's local rule.
        var local: String?
        /// The module and file of the declaration.
        var file: String?
        /// The line in the file.
        var line: Int?
        /// The metadata of the definition, each value as JSON.
        var metadata: [String: String] = [:]
        /// The result of each source, in order, with the default in the code last.
        var answers: [FlagAnswer]
        /// The steps of the evaluation.
        var steps: [FlagStep]
        /// The recommended cleanups.
        var notes: [FlagNote] = []
        /// The error of a change that is nevertheless in effect.
        var problem: String?
    }

    /// The result of one source for a flag.
    struct FlagAnswer: Codable, Sendable, Equatable {
        /// The name of the source; empty for the default in the code.
        var provider: String
        /// The outcome: `value`, `default`, `failed`, or `none` if the source doesn't have the flag.
        var outcome: String
        /// The value, as JSON.
        var value: String?
        /// The name of the variant.
        var variant: String?
        /// The reason.
        var reason: String
        /// The error that prevents a valid value.
        var error: FlagErrorInfo?
        /// Whether this result is in effect.
        var won: Bool
    }

    /// A step of an evaluation.
    struct FlagStep: Codable, Sendable, Equatable {
        /// The evaluated part.
        var text: String
        /// The result; may be empty.
        var result: String
        /// The path in the definition.
        var path: String?
        /// The nesting depth.
        var depth: Int
    }

    /// A recommended cleanup of a flag.
    struct FlagNote: Codable, Sendable, Equatable {
        /// The kind, for example `expired`.
        var kind: String
        /// The message.
        var text: String
    }

    /// A change of an override.
    struct FlagOverrideChange: Codable, Sendable, Equatable {
        /// The flag's key.
        var key: String
        /// The value, as JSON; nil removes the override.
        var value: String?
        /// Whether the override is stored for later runs; nil leaves it as it is, and stores a new one.
        var stored: Bool?
    }

    /// Several overrides, set as one change or not at all.
    struct FlagOverrideChanges: Codable, Sendable, Equatable {
        /// The values, as JSON, by key.
        var values: [String: String]
        /// The keys of those that are for this run only.
        var unstored: [String]?
    }

    /// The state after all overrides were removed: in JSON, the list of flags with one additional member.
    struct FlagsRestored: Sendable, Equatable {
        /// The removed overrides, as JSON, by key.
        var removed: [String: String]
        /// The keys of those that were for this run only.
        var unstored: [String] = []
        /// The current flags.
        var flags: Flags
    }

    /// A request to explain a flag in a context.
    struct FlagQuestion: Codable, Sendable, Equatable {
        /// The flag's key.
        var key: String
        /// The targeting key of the context.
        var targetingKey: String?
        /// The attributes of the context: a JSON object in a text.
        var attributes: String?
        /// The identifier of the session whose context applies, instead of the others.
        var session: UInt32?
    }

    /// An explanation of a flag's value in a context.
    struct FlagExplained: Codable, Sendable, Equatable {
        /// The value, as JSON.
        var value: String
        /// The name of the variant.
        var variant: String?
        /// The reason, a code of the protocol.
        var reason: String
        /// The provider of the value; nil for the default in the code.
        var provider: String?
        /// The error that prevents any provider with the key from returning a value.
        var error: FlagErrorInfo?
        /// The result of each source, in order, with the default in the code last.
        var answers: [FlagAnswer]
        /// The steps of the evaluation.
        var steps: [FlagStep]
    }
}

extension PageData.FlagDetail: Codable {
    /// Decodes both parts from one object.
    init(from decoder: any Decoder) throws {
        flag = try PageData.Flag(from: decoder)
        more = try PageData.FlagMore(from: decoder)
    }

    /// Encodes both parts as one object.
    func encode(to encoder: any Encoder) throws {
        try flag.encode(to: encoder)
        try more.encode(to: encoder)
    }
}

extension PageData.FlagsRestored: Codable {
    private enum Key: String, CodingKey { case removed, unstored }

    /// Decodes both parts from one object.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        removed = try container.decode([String: String].self, forKey: .removed)
        unstored = try container.decode([String].self, forKey: .unstored)
        flags = try PageData.Flags(from: decoder)
    }

    /// Encodes both parts as one object.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(removed, forKey: .removed)
        try container.encode(unstored, forKey: .unstored)
        try flags.encode(to: encoder)
    }
}

extension PageData.Flag {
    /// - Parameters:
    ///   - description: The description of a declared flag.
    ///   - feature: The feature that it switches.
    ///   - group: The display name of its group.
    ///   - override: The override, as JSON.
    ///   - stored: Whether the override is stored for later runs.
    ///   - constant: The number of days for which its value has been the same, if large.
    init(
        _ description: FlagDescription, feature: PageData.Name?, group: String?, override: String?, stored: Bool?,
        constant: Int?
    ) {
        let (own, within) = Self.words(of: description)
        self.init(
            key: description.key, name: feature?.name ?? own, group: feature == nil ? group ?? within : "Features",
            feature: feature,
            declared: true, type: description.type.rawValue,
            allowed: description.allowedValues?.map { $0.json() }, value: description.value.json(),
            default: description.defaultValue.json(), differs: description.differsFromDefault, override: override,
            stored: stored,
            provider: description.provider, reason: description.reason.rawValue, variant: description.variant,
            error: description.error.map(PageData.FlagErrorInfo.init),
            expires: description.expires?.description, expired: description.isExpired, read: description.wasRead,
            constant: constant,
            description: description.description, owner: description.owner)
    }

    /// Creates an undeclared key of a provider.
    init(undeclared key: String, _ resolution: Resolution<JSONValue>, override: JSONValue?, stored: Bool?) {
        self.init(
            key: key, name: key, group: "", declared: false, value: resolution.value.json(), differs: false,
            override: override?.json(), stored: override == nil ? nil : stored, provider: resolution.provider,
            reason: resolution.reason.rawValue, variant: resolution.variant,
            error: resolution.error.map(PageData.FlagErrorInfo.init))
    }

    /// Returns a flag's name without the part that repeats its group, and the group's name: "Fade" in "Text editor" for
    /// `textEditor.fade`.
    private static func words(of flag: FlagDescription) -> (name: String, group: String) {
        guard !flag.group.isEmpty else { return (flag.name, "Others") }
        var rest = Substring(flag.name)
        for character in flag.group where character.isLetter || character.isNumber {
            rest = rest.drop { $0 == " " }
            guard rest.first?.lowercased() == character.lowercased() else { return (flag.name, flag.group) }
            rest.removeFirst()
        }
        guard rest.first == " " else { return (flag.name, flag.group) }
        let own = rest.drop { $0 == " " }
        return (own.prefix(1).uppercased() + own.dropFirst(), String(flag.name[..<rest.startIndex]))
    }
}

extension PageData.UnknownFlag {
    init(_ unknown: FlagHygiene.Unknown) {
        self.init(key: unknown.key, places: unknown.places.map(\.description))
    }
}

extension PageData.FlagErrorInfo {
    init(_ error: FlagError) {
        self.init(code: error.code.rawValue, message: error.message)
    }
}

extension PageData.FlagProvider {
    init(_ provider: any FlagProvider) {
        let status = provider.status
        self.init(
            name: provider.name, state: status.state.rawValue,
            updated: status.updated.map { Int64(clamping: Int($0 * 1_000_000)) }, fault: status.error?.message,
            keys: provider.keys?.count, address: status.address, revision: status.revision,
            cached: status.isCached ? true : nil)
    }
}
