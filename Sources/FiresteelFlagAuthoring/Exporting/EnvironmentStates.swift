import FiresteelFlags

/// The states of a file's flags by environment, converted to the one state that other evaluators support.
struct EnvironmentStates {
    private(set) var flags: [String: JSONValue]
    /// Flags whose state depends on the environment, if none is given.
    private(set) var open: Set<String> = []
    private let environment: String?

    /// Converts the states.
    ///
    /// - Parameters:
    ///   - flags: The flags as in the file.
    ///   - shared: The states of flags that have no `environments` themselves.
    ///   - broken: Flags with invalid definitions, which remain unchanged.
    ///   - environment: The environment of the export, if there is one.
    init(flags: [String: JSONValue], shared: [String: Bool], broken: Set<String>, environment: String?) {
        self.flags = flags
        self.environment = environment
        for (key, flag) in flags where !broken.contains(key) {
            guard case .object(let members) = flag else { continue }
            settle(key, members, shared)
        }
    }

    private mutating func settle(_ key: String, _ flag: [String: JSONValue], _ shared: [String: Bool]) {
        let own = Self.states(of: flag)
        let states = own ?? shared
        guard !states.isEmpty || own != nil else { return }
        var flag = flag
        if let environment {
            if let isEnabled = states[environment] { flag["state"] = isEnabled ? "ENABLED" : "DISABLED" }
        } else if states.values.contains(where: { $0 != (flag["state"] == "ENABLED") }) {
            open.insert(key)
            return
        }
        if case .object(var metadata)? = flag["metadata"] {
            metadata["environments"] = nil
            flag["metadata"] = .object(metadata)
        }
        flags[key] = .object(flag)
    }

    private static func states(of flag: [String: JSONValue]) -> [String: Bool]? {
        guard case .object(let metadata)? = flag["metadata"], case .object(let states)? = metadata["environments"]
        else {
            return nil
        }
        return states.mapValues { $0 == "ENABLED" }
    }
}
