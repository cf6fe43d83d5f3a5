/// How a file says what flags are.
public enum FlagFileFormat: String, Sendable, CaseIterable {
    /// flagd's definitions, with variants and targeting: `{"flags": {"key": {"variants": …}}}`.
    case flagd
    /// JustTweak's: `{"feature": {"variable": {"Title": …, "Value": …}}}`, with the key `feature.variable`.
    case justTweak
    /// Toggles': `{"toggles": [{"variable": …, "bool": true, "metadata": …}]}`.
    case toggles
    /// Values by key: `{"editor.autosave": true}`.
    case values

    /// The format that a file looks like.
    ///
    /// Values by key, unless it has the shape of another.
    package static func detect(_ document: [String: FlagValue]) -> FlagFileFormat {
        if case .array? = document["toggles"] { return .toggles }
        if case .object(let flags)? = document["flags"], flags.values.allSatisfy(looksLikeDefinition) { return .flagd }
        let features = document.values.compactMap { value -> [String: FlagValue]? in
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

    private static func looksLikeDefinition(_ value: FlagValue) -> Bool {
        guard case .object(let definition) = value else { return false }
        return definition["variants"] != nil || definition["state"] != nil
    }

    private static func looksLikeTweak(_ value: FlagValue) -> Bool {
        guard case .object(let tweak) = value else { return false }
        return tweak["Value"] != nil
    }
}

/// What ``FileProvider`` reads, for what looks for inputs that it can't read.
@_spi(Fuzzing) public enum FlagFileBytes {
    /// The rules of a file by key, and what is wrong with parts of it.
    ///
    /// - Parameters:
    ///   - bytes: What the file has.
    ///   - format: Its format; `nil` for the one that it looks like.
    /// - Throws: ``FlagError`` where it isn't a file of flags.
    public static func read(
        _ bytes: [UInt8], as format: FlagFileFormat?
    ) throws(FlagError) -> (rules: [String: any FlagRule], faults: [String]) {
        let contents = try FlagFileContents(bytes, format)
        return (contents.rules, contents.faults)
    }
}

/// What a file says, ready to be asked.
struct FlagFileContents: Sendable {
    /// Everything of it, to compare with what comes after it.
    let document: [String: FlagValue]
    let format: FlagFileFormat
    let rules: [String: any FlagRule]
    /// What is wrong with parts of it; the rest holds.
    let faults: [String]

    init(_ bytes: [UInt8], _ told: FlagFileFormat?) throws(FlagError) {
        let value: FlagValue
        do { value = try FlagValue(json: bytes) } catch { throw FlagError(error) }
        guard case .object(let document) = value else { throw FlagError(.parseError, "It is no JSON object.") }
        self.document = document
        format = told ?? FlagFileFormat.detect(document)
        var reader = FlagFileReader()
        switch format {
        case .flagd: try reader.readDefinitions(bytes)
        case .justTweak: reader.readTweaks(document)
        case .toggles: reader.readToggles(document)
        case .values: reader.readValues(document)
        }
        rules = reader.rules
        faults = reader.faults
    }

    /// Which flags may be other ones after this than before.
    func changes(since old: FlagFileContents?) -> FlagProviderChange {
        guard let old else { return .all }
        let keys = Set(rules.keys).union(old.rules.keys)
        switch format {
        case .flagd:
            guard old.format == .flagd else { return .all }
            func shared(_ document: [String: FlagValue]) -> [String: FlagValue] {
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
