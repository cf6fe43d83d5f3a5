import Configuration
import FiresteelFlags

/// Reads one flag's value from a snapshot of a configuration.
struct ConfigurationLookup {
    /// A value that was found.
    struct Found {
        /// The key in the configuration.
        let encodedKey: String
        let outcome: FlagEvaluation.Outcome
    }

    let snapshot: any ConfigSnapshot
    let key: AbsoluteConfigKey
    /// The flag's key.
    let name: String

    /// A result of the configuration.
    private enum Answer {
        case missing
        case refused
        case value(String, ConfigValue)
    }

    /// Returns the value, read as a type or, without one, as its apparent type; `nil` if there is none.
    func find(_ type: FlagType?) -> Found? {
        let kinds: [ConfigType] =
            switch type {
            case .bool?: [.bool]
            case .int?: [.int]
            case .double?: [.double]
            case .string?: [.string]
            case .array?: [.string, .intArray, .doubleArray, .boolArray, .stringArray]
            case .object?: [.string]
            case nil: [.string, .int, .double, .bool, .intArray, .doubleArray, .boolArray, .stringArray]
            }
        var isThere = false
        for kind in kinds {
            switch ask(kind) {
            // A provider of arrays may report an array as missing if it is read as text.
            case .missing: continue
            case .refused: isThere = true
            case .value(let encodedKey, let value):
                isThere = true
                guard !value.isSecret else {
                    return Found(
                        encodedKey: encodedKey,
                        outcome: failed(.general, "“\(name)” is marked as secret, and flags are visible in tools."))
                }
                guard let value = flagValue(value.content, type) else { continue }
                return Found(encodedKey: encodedKey, outcome: .value(value))
            }
        }
        guard isThere else { return nil }
        let wanted = type.map { "as \($0.rawValue)" } ?? "as a flag's value"
        return Found(encodedKey: name, outcome: failed(.typeMismatch, "“\(name)” can't be read \(wanted)."))
    }

    private func ask(_ kind: ConfigType) -> Answer {
        // A provider's error may contain the value, so it isn't shown.
        guard let result = try? snapshot.value(forKey: key, type: kind) else { return .refused }
        return result.value.map { .value(result.encodedKey, $0) } ?? .missing
    }

    private func failed(_ code: FlagError.Code, _ message: String) -> FlagEvaluation.Outcome {
        .failed(FlagError(code, message))
    }

    private func flagValue(_ content: ConfigContent, _ type: FlagType?) -> JSONValue? {
        switch content {
        case .bool(let value): return .bool(value)
        case .int(let value):
            if type == nil { return guessed(value) }
            return .int(value)
        case .double(let value):
            guard value.isFinite else { return nil }
            return .double(value)
        case .string(let text): return flagValue(text, type)
        case .stringArray(let values): return .array(values.map { .string($0) })
        case .intArray(let values): return .array(values.map { .int($0) })
        case .doubleArray(let values):
            guard values.allSatisfy(\.isFinite) else { return nil }
            return .array(values.map { .double($0) })
        case .boolArray(let values): return .array(values.map { .bool($0) })
        case .bytes, .byteChunkArray: return nil
        }
    }

    private func flagValue(_ text: String, _ type: FlagType?) -> JSONValue? {
        if type == .string { return .string(text) }
        guard let value = try? JSONValue(json: Array(text.utf8)), value != .null else {
            return type == nil ? .string(text) : nil
        }
        return type == nil || value.type == type ? value : nil
    }

    /// Returns 0 and 1 as Bool if the configuration permits both types.
    private func guessed(_ number: Int) -> JSONValue {
        guard number == 0 || number == 1, case .value(_, let value) = ask(.bool), case .bool(let isTrue) = value.content
        else { return .int(number) }
        return .bool(isTrue)
    }
}
