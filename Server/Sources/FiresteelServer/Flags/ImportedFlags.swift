import FiresteelFlags
import FiresteelStore

/// The edits that import a file into a program.
struct ImportedFlags {
    /// The edits; items that are equal already are omitted.
    private(set) var edits: [Edit] = []
    /// The parts of the file that can't be imported or differ afterwards, as sentences.
    private(set) var notes: [String] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - format: `flagd`, or `firesteel` for an export of this server.
    ///   - environment: The environment that gets the rules of a file in flagd's format.
    ///   - state: The program.
    init(_ bytes: [UInt8], format: String, environment: String, into state: ProgramState) throws {
        switch format {
        case "firesteel":
            let value: FlagValue
            do {
                value = try FlagValue(json: bytes, limits: APIRequest.jsonLimits)
            } catch {
                throw APIError.invalid("The file isn't JSON: \(error)")
            }
            for (key, value) in try FlagFile(json: value).items.sorted(by: { $0.key < $1.key }) {
                guard
                    key.environment.isEmpty || state.program.environments.contains(where: { $0.id == key.environment })
                else {
                    notes.append("The \(key) is omitted: there is no environment “\(key.environment)”.")
                    continue
                }
                add(key, value, state)
            }
        case "flagd":
            guard state.program.environments.contains(where: { $0.id == environment }) else {
                throw APIError.invalid("Name the environment that gets the file's rules.")
            }
            let imported: FlagImport
            do {
                imported = try FlagImport(flagd: bytes, environment: environment)
            } catch {
                throw APIError.invalid("The file can't be read: \(error)")
            }
            notes = imported.diagnostics.map { "\($0)" }
            if imported.items.metadata["fractional"] == "v3" {
                // A program has no metadata, so it always has the default version.
                notes.append(
                    "$.metadata.fractional: Version v3 of “fractional” is omitted. Rollouts are drawn by v2, so "
                        + "people may get other variants.")
            }
            for (key, segment) in imported.items.segments.sorted(by: { $0.key < $1.key }) {
                add(ItemKey(.segment, key), segment.json, state)
            }
            for (key, flag) in imported.items.flags.sorted(by: { $0.key < $1.key }) {
                add(ItemKey(.flag, key), flag.json, state)
            }
            for (key, targeting) in imported.items.targetings.sorted(by: { $0.key < $1.key }) {
                add(ItemKey(.targeting, key, environment: environment), targeting.json, state)
            }
        default: throw APIError.invalid("“\(format)” is no format of files. Use flagd or firesteel.")
        }
    }

    private mutating func add(_ key: ItemKey, _ value: FlagValue, _ state: ProgramState) {
        guard let current = state.items[key] else {
            edits.append(Edit(key, base: 0, .create(value)))
            return
        }
        var fields: [String: FlagValue?] = [:]
        for (name, member) in value.members where current.value.members[name] != member { fields[name] = .some(member) }
        for name in current.value.members.keys where value.members[name] == nil {
            fields.updateValue(nil, forKey: name)
        }
        if !fields.isEmpty { edits.append(Edit(key, base: current.change, .set(fields))) }
    }
}
