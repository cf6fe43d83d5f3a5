/// The format of a file of flags.
public enum FlagFileFormat: String, Sendable, CaseIterable {
    /// flagd's definitions, with variants and targeting: `{"flags": {"key": {"variants": …}}}`, or an array of them
    /// with their keys in `key`.
    case flagd
    /// JustTweak's: `{"feature": {"variable": {"Title": …, "Value": …}}}`, with the key `feature.variable`.
    case justTweak
    /// Toggles': `{"toggles": [{"variable": …, "bool": true, "metadata": …}]}`.
    case toggles
    /// Values by key: `{"editor.autosave": true}`.
    case values

    /// Detects the format of a file: values by key, unless it has the shape of another format.
    package static func detect(_ document: [String: JSONValue]) -> FlagFileFormat {
        if case .array? = document["toggles"] { return .toggles }
        switch document["flags"] {
        case .object(let flags)? where flags.values.allSatisfy(looksLikeDefinition): return .flagd
        case .array(let flags)? where flags.allSatisfy(looksLikeDefinition): return .flagd
        default: break
        }
        let features = document.values.compactMap { value -> [String: JSONValue]? in
            guard case .object(let variables) = value else { return nil }
            return variables
        }
        let isJustTweak =
            !features.isEmpty && features.count == document.count
            && features.allSatisfy { variables in
                !variables.isEmpty && variables.values.allSatisfy(looksLikeTweak)
            }
        return isJustTweak ? .justTweak : .values
    }

    private static func looksLikeDefinition(_ value: JSONValue) -> Bool {
        guard case .object(let definition) = value else { return false }
        return definition["variants"] != nil || definition["state"] != nil
    }

    private static func looksLikeTweak(_ value: JSONValue) -> Bool {
        guard case .object(let tweak) = value else { return false }
        return tweak["Value"] != nil
    }
}

/// The rules of a file.
struct FlagFileContents: Sendable {
    /// The whole document, to be compared with the next one.
    let document: [String: JSONValue]
    let format: FlagFileFormat
    let rules: [String: any FlagRule]
    /// The errors in parts of the file; the other parts are in effect.
    let diagnostics: [String]

    /// The contents of a missing file.
    static let none = FlagFileContents()

    private init() {
        document = [:]
        format = .values
        rules = [:]
        diagnostics = []
    }

    init(_ bytes: [UInt8], _ specified: FlagFileFormat?) throws(FlagError) {
        let value: JSONValue
        do { value = try JSONValue(json: bytes) } catch { throw FlagError(error) }
        guard case .object(let document) = value else { throw FlagError(.parseError, "It isn't a JSON object.") }
        self.document = document
        format = specified ?? FlagFileFormat.detect(document)
        var reader = FlagFileReader()
        switch format {
        case .flagd: try reader.readDefinitions(bytes)
        case .justTweak: reader.readTweaks(document)
        case .toggles: reader.readToggles(document)
        case .values: reader.readValues(document)
        }
        rules = reader.rules
        diagnostics = reader.diagnostics
    }

    /// Returns the flags that may have changed.
    func changes(since old: FlagFileContents?) -> FlagProviderChange {
        guard let old else { return .all }
        let keys = Set(rules.keys).union(old.rules.keys)
        switch format {
        case .flagd:
            guard old.format == .flagd else { return old.rules.isEmpty ? .keys(keys) : .all }
            func shared(_ document: [String: JSONValue]) -> [String: JSONValue] {
                document.filter { $0.key != "flags" }
            }
            guard shared(document) == shared(old.document), case .object(let new)? = document["flags"],
                case .object(let before)? = old.document["flags"]
            else { return .all }
            return .keys(keys.filter { new[$0] != before[$0] })
        case .justTweak, .toggles, .values:
            return .keys(
                keys.filter { key in
                    guard let new = rules[key] as? ConstantRule, let before = old.rules[key] as? ConstantRule else {
                        return true
                    }
                    return new.evaluation != before.evaluation || new.metadata != before.metadata
                })
        }
    }
}
