public import FiresteelFlags

/// Flags for evaluators that support flagd's format, but not parents and environments.
public struct FlagDefinitionsExport: Sendable, Hashable {
    /// A flag that can't be expressed, and remains unchanged.
    public struct Diagnostic: Sendable, Hashable {
        /// The feature that plain targeting lacks.
        public enum Cause: Sendable, Hashable {
            /// The flag or one of its ancestors is in an exclusion group.
            case exclusionGroup
            /// The definitions themselves: an invalid or missing flag, a default of the program, a limit.
            case definition
        }

        /// The flag.
        public let key: String
        /// The feature that plain targeting lacks.
        public let cause: Cause
        /// A sentence with the reason.
        public let reason: String
    }

    /// The file.
    public let definitions: JSONValue
    /// The flags that can't be expressed, sorted by key.
    public let diagnostics: [Diagnostic]

    /// Returns the file as JSON.
    public func json(pretty: Bool = true) -> String { definitions.json(pretty: pretty) }
}

extension FlagDefinitions {
    /// Returns the file with Firesteel's own metadata expressed as plain targeting.
    ///
    /// - `parent`: a flag of the same file, whose targeting becomes a condition of the child's. A Bool child has its
    ///   false variant while the parent is off, which is added if there is none; a child of another type has the
    ///   program's default.
    /// - `environments`: the state in the environment becomes the flag's `state`.
    /// - `local`: `off` makes the flag false for everyone; a list of environments does so outside of them.
    /// - `exclusionGroup`: can't be expressed, because the active flag of a group depends on all providers.
    ///
    /// Expressed metadata is removed. Costs about as much as loading the file.
    ///
    /// - Parameters:
    ///   - environment: The environment of the export, such as `production`. Without one, a flag with a list of
    ///     environments, or with another state in one of them, can't be expressed.
    ///   - defaultsAreOff: Whether a parent whose value is the program's default counts as off, as in a stack that
    ///     doesn't declare it. Otherwise its children can't be expressed.
    public func exported(for environment: String? = nil, defaultsAreOff: Bool = false) -> FlagDefinitionsExport {
        let file: JSONValue
        do {
            file = try JSONValue(json: source, limits: options.json)
        } catch {
            // Impossible: the same bytes were read when the definitions were created.
            return FlagDefinitionsExport(
                definitions: .object(["flags": .object([:])]),
                diagnostics: [.init(key: "", cause: .definition, reason: error.description)])
        }
        guard case .object(var root) = file, let defined = root["flags"]?.definitions else {
            return FlagDefinitionsExport(definitions: file, diagnostics: [])
        }
        let settled = EnvironmentStates(flags: defined, shared: states, broken: broken, environment: environment)
        var flags = settled.flags
        let gates = FlagGates(
            flags: flags, evaluators: root["$evaluators"], broken: broken, open: settled.open, version: fractional,
            environment: environment, defaultsAreOff: defaultsAreOff)
        var diagnostics: [FlagDefinitionsExport.Diagnostic] = []
        for key in flags.keys.sorted() where gates.isConcerned(key) {
            do {
                flags[key] = try gates.express(key)
            } catch {
                diagnostics.append(.init(key: key, cause: error.cause, reason: error.reason))
            }
        }
        root["flags"] = .object(flags)
        if !states.isEmpty, settled.open.isEmpty, case .object(var metadata)? = root["metadata"] {
            metadata["environments"] = nil
            root["metadata"] = .object(metadata)
        }
        return FlagDefinitionsExport(definitions: .object(root), diagnostics: diagnostics)
    }
}

extension JSONValue {
    /// The flags of a member `flags` by their keys: an object of them, or an array of objects with a `key`.
    fileprivate var definitions: [String: JSONValue]? {
        switch self {
        case .object(let definitions): return definitions
        case .array(let elements):
            var definitions: [String: JSONValue] = [:]
            for case .object(var flag) in elements {
                guard case .string(let key)? = flag.removeValue(forKey: "key"), definitions[key] == nil else {
                    continue
                }
                definitions[key] = .object(flag)
            }
            return definitions
        default: return nil
        }
    }
}
