import FiresteelFlags

/// The flags of a file in one of the formats that providers read.
///
/// - flagd: `{"flags": {key: {"variants": …, "defaultVariant": …, "metadata": …}}}`
/// - Toggles: `{"toggles": [{"variable": key, "bool": true, "metadata": …}]}`
/// - JustTweak: `{feature: {variable: {"Title": …, "Description": …, "Value": …}}}`
struct FlagFile {
    let text: FlagFileText
    /// The flags, in the order of their keys.
    private(set) var flags: [FileFlag] = []
    /// The diagnostics, unordered.
    var diagnostics: [FlagFileDiagnostic] = []
    private var keys: Set<String> = []

    init(_ bytes: [UInt8]) {
        text = FlagFileText(bytes)
        let root: PlacedValue
        do throws(JSONError) {
            root = try PlacedValue(json: bytes)
        } catch {
            diagnostics = [FlagFileDiagnostic(error)]
            return
        }
        guard let members = root.members else {
            report(at: root.offset, "A flag file must be an object.")
            return
        }
        if let toggles = root["toggles"], case .array(let elements) = toggles.content {
            readToggles(elements)
        } else if let definitions = root["flags"], !Self.isFeature(definitions) {
            readDefinitions(definitions)
        } else {
            readTweaks(members)
        }
        flags.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Records an error at a byte of the file.
    mutating func report(at offset: Int, _ message: String) {
        diagnostics.append(text.diagnostic(at: offset, message))
    }

    /// Records a warning.
    mutating func warn(at offset: Int, _ message: String) {
        diagnostics.append(text.diagnostic(.warning, at: offset, message))
    }

    /// Adds a flag, unless its key is none or another's.
    mutating func add(_ flag: FileFlag) {
        guard !flag.key.isEmpty else {
            report(at: flag.offset, "A flag's key is empty.")
            return
        }
        guard keys.insert(flag.key).inserted else {
            report(at: flag.offset, "Two flags of this file have the key “\(flag.key)”.")
            return
        }
        flags.append(flag)
    }

    /// Returns an optional member that must be a text.
    mutating func text(_ name: String, of value: PlacedValue?) -> String? {
        guard let member = value?[name] else { return nil }
        guard let text = member.text else {
            report(at: member.offset, "“\(name)” must be a string.")
            return nil
        }
        return text
    }

    /// Returns the specified name of an accessor.
    mutating func givenName(_ name: String, of value: PlacedValue?) -> FileFlag.GivenName? {
        guard let text = text(name, of: value), let offset = value?[name]?.offset else { return nil }
        guard SwiftName.isPropertyName(text) else {
            report(at: offset, "“\(text)” can't be the name of a Swift property.")
            return nil
        }
        return FileFlag.GivenName(text: text, offset: offset)
    }

    /// Returns whether a member named "flags" is a JustTweak feature of that name.
    private static func isFeature(_ value: PlacedValue) -> Bool {
        guard let members = value.members, !members.isEmpty else { return false }
        return members.allSatisfy { $0.value["Value"] != nil && $0.value["variants"] == nil }
    }
}
