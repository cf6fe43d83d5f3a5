package import FiresteelFlags

extension FlagImport {
    /// Converts JustTweak's tweaks to editable flags.
    package init(justTweak members: [String: JSONValue]) {
        let reader = JustTweakReader(members)
        self.init(items: reader.items, diagnostics: reader.diagnostics)
    }
}

/// Converts JustTweak's tweaks to editable flags: `{feature: {variable: {Title, Description, Group, Value}}}`.
struct JustTweakReader {
    private(set) var items = EditableFlags()
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []

    init(_ document: [String: JSONValue]) {
        for (feature, variables) in document.sorted(by: { $0.key < $1.key }) {
            guard case .object(let variables) = variables else {
                report(feature, "It isn't a feature with its variables.")
                continue
            }
            for (variable, tweak) in variables.sorted(by: { $0.key < $1.key }) {
                read(tweak.members, "\(feature).\(variable)", in: feature)
            }
        }
    }

    private mutating func read(_ tweak: [String: JSONValue], _ key: String, in feature: String) {
        guard items.flags[key] == nil else { return report(key, "Two variables have this key. The first is imported.") }
        guard tweak["Encrypted"] != true else { return report(key, "Its value is encrypted.") }
        guard let value = tweak["Value"], value != .null else { return report(key, "It has no “Value”.") }
        guard let type = value.type, type != .array, type != .object else {
            return report(key, "Its value is neither a Bool, a number nor a text.")
        }
        var flag = type == .bool ? EditableFlag.bool() : EditableFlag(type: type, variants: [.init("value", value)])
        flag.name = Self.text(tweak["Title"])
        flag.description = Self.text(tweak["Description"])
        if let group = Self.text(tweak["Group"]) { flag.tags = [group] }
        items.flags[key] = flag
        items.targetings[key] =
            type == .bool
            ? FlagTargeting(isOn: value == true, otherwise: .variant("on"))
            : FlagTargeting(isOn: true, off: .variant("value"), otherwise: .variant("value"))
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value, !text.isEmpty else { return nil }
        return text
    }

    private mutating func report(_ key: String, _ message: String) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", message: message))
    }
}
