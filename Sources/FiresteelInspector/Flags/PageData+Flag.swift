import FiresteelFlags
import FiresteelWeb

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
    init(undeclared key: String, _ resolution: Resolution<FlagValue>, override: FlagValue?, stored: Bool?) {
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
