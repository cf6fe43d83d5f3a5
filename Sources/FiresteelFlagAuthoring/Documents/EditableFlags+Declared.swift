public import FiresteelFlags

extension EditableFlags {
    /// Creates the flags that a program declares, each with its declared default for everyone.
    ///
    /// For the first import into a server, whose flags then change nothing:
    ///
    /// ```swift
    /// let file = try EditableFlags(declared: runtime.flags.descriptions()).compiled().json(pretty: true)
    /// ```
    ///
    /// A Bool flag has the variants `on` and `off`. Another flag has a variant for each possible value if they can be
    /// listed, otherwise one for its default, and the program's default while it is off. A flag whose default is `nil`
    /// has no value to import and is left out.
    ///
    /// - Parameter descriptions: The declared flags, from `FlagStack.descriptions()`.
    public init(declared descriptions: [FlagDescription]) {
        self.init()
        for description in descriptions where description.defaultValue != .null {
            let flag = EditableFlag(declared: description)
            guard let value = flag.variants.first(where: { $0.value == description.defaultValue }) else { continue }
            flags[description.key] = flag
            // A Bool flag that is switched on is on for everyone.
            let name = flag.type == .bool ? "on" : value.name
            targetings[description.key] = FlagTargeting(
                isOn: description.defaultValue != false, otherwise: .variant(name))
        }
        // A parent without a value to import can't be a parent there.
        for (key, flag) in flags where flag.parent.map({ flags[$0] == nil }) ?? false { flags[key]?.parent = nil }
    }
}

extension EditableFlag {
    /// Creates a flag from its declaration.
    fileprivate init(declared description: FlagDescription) {
        self.init(type: description.type, variants: Self.variants(of: description), name: description.name)
        self.description = description.description.isEmpty ? nil : description.description
        owner = description.owner
        kind = description.kind
        expires = description.expires
        parent = description.parent
        exclusionGroup = description.exclusionGroup
    }

    private static func variants(of description: FlagDescription) -> [Variant] {
        guard description.type != .bool else { return EditableFlag.bool().variants }
        let fallback = [Variant("default", description.defaultValue)]
        guard let values = description.allowedValues?.filter({ $0 != .null }),
            values.contains(description.defaultValue), values.count <= FlagDocumentLimits.variants
        else { return fallback }
        let variants = values.map { value in
            if case .string(let text) = value { Variant(text, value) } else { Variant(value.json(), value) }
        }
        let areNames = variants.allSatisfy { FlagDocumentLimits.keyError($0.name, "") == nil }
        return areNames && Set(variants.map(\.name)).count == variants.count ? variants : fallback
    }
}
