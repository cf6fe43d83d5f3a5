/// Why something can't be written as plain targeting.
struct InexpressibleError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// What has to hold for a flag to be on at all, beside its own targeting.
enum FlagGate {
    case always
    case never
    case when(FlagValue)

    func and(_ other: FlagGate) -> FlagGate {
        switch (self, other) {
        case (.never, _), (_, .never): .never
        case (.always, let gate), (let gate, .always): gate
        case (.when(let first), .when(let second)): .when(["and": [first, second]])
        }
    }
}

/// The parents and environments of a file's flags, as conditions.
struct FlagGates {
    let flags: [String: FlagValue]
    let evaluators: FlagValue?
    /// Flags whose definitions are wrong.
    let broken: Set<String>
    /// Flags whose state depends on the environment, which isn't given.
    let open: Set<String>
    let version: FractionalVersion
    let environment: String?

    /// Whether there is anything to express.
    func isConcerned(_ key: String) -> Bool {
        open.contains(key) || ["parent", "local", "exclusionGroup"].contains { text($0, of: key) != nil }
    }

    /// A flag with its gate written into its targeting.
    func express(_ key: String) throws(InexpressibleError) -> FlagValue {
        guard case .object(var flag)? = flags[key], !broken.contains(key) else {
            throw InexpressibleError("Its definition is wrong.")
        }
        if let group = text("exclusionGroup", of: key) {
            throw InexpressibleError(
                "Which flag of the exclusion group “\(group)” is on is decided over all providers.")
        }
        guard !open.contains(key) else {
            throw InexpressibleError("Its state depends on the environment: export for one of them.")
        }
        let gate = try gate(of: key, below: [])
        if case .always = gate {
            flag["metadata"] = withoutGates(flag["metadata"])
            return .object(flag)
        }
        guard let values = boolVariants(of: key) else {
            throw InexpressibleError("Only a Bool flag can be switched off by plain targeting.")
        }
        guard let off = values.keys.sorted().first(where: { values[$0] == false }) else {
            throw InexpressibleError("It has no variant that is false.")
        }
        if case .when(let condition) = gate {
            guard flag["state"] == "ENABLED" else {
                throw InexpressibleError("It is disabled, and the program's default can't depend on a parent.")
            }
            // Without targeting, nothing is chosen, and the default variant holds.
            flag["targeting"] = ["if": [condition, targeting(of: flag) ?? .null, .string(off)]]
        } else {
            flag["targeting"] = nil
            flag["defaultVariant"] = .string(off)
            flag["state"] = "ENABLED"
        }
        flag["metadata"] = withoutGates(flag["metadata"])
        return .object(flag)
    }

    /// What has to hold for a flag beside its own targeting.
    private func gate(of key: String, below children: [String]) throws(InexpressibleError) -> FlagGate {
        let local = try localGate(of: key)
        guard let parent = text("parent", of: key) else { return local }
        if case .never = local { return .never }
        let children = children + [key]
        guard !children.contains(parent) else { throw InexpressibleError("Its parents go in a circle at “\(parent)”.") }
        guard children.count < 32 else { throw InexpressibleError("It has more than 32 parents above each other.") }
        return local.and(try isOn(parent, below: children))
    }

    private func localGate(of key: String) throws(InexpressibleError) -> FlagGate {
        switch text("local", of: key) {
        case nil, "on"?: return .always
        case "off"?: return .never
        case let list?:
            guard let environment else {
                throw InexpressibleError("It is on in some environments only: export for one of them.")
            }
            let names = list.split(separator: ",").map { name in
                name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
            }
            return names.contains { String($0) == environment } ? .always : .never
        }
    }

    /// When a parent is on, its own gates included.
    private func isOn(_ key: String, below children: [String]) throws(InexpressibleError) -> FlagGate {
        guard case .object(let flag)? = flags[key] else {
            throw InexpressibleError("Its parent “\(key)” is not in this file.")
        }
        guard !broken.contains(key) else { throw InexpressibleError("The definition of its parent “\(key)” is wrong.") }
        guard !open.contains(key) else {
            throw InexpressibleError(
                "The state of its parent “\(key)” depends on the environment: export for one of them.")
        }
        guard let values = boolVariants(of: key) else {
            throw InexpressibleError("Its parent “\(key)” is no Bool flag.")
        }
        guard text("exclusionGroup", of: key) == nil else {
            throw InexpressibleError(
                "Its parent “\(key)” is in an exclusion group, which is decided over all providers.")
        }
        let gate = try gate(of: key, below: children)
        if case .never = gate { return .never }
        guard flag["state"] == "ENABLED" else {
            throw InexpressibleError("Its parent “\(key)” is disabled, so that the program's default decides.")
        }
        let fallback = flag["defaultVariant"]?.variantName.flatMap { values[$0] }
        guard let targeting = targeting(of: flag) else {
            guard let fallback else {
                throw InexpressibleError(
                    "Its parent “\(key)” has no default variant, so that the program's default decides.")
            }
            return fallback ? gate : .never
        }
        var inliner = LogicInliner(key: key, evaluators: evaluators, version: version)
        let rule = try inliner.inline(targeting)
        return gate.and(try LogicOutcomes.gate(rule, of: key, variants: values, fallback: fallback))
    }

    private func targeting(of flag: [String: FlagValue]) -> FlagValue? {
        switch flag["targeting"] {
        case nil, .null?, .object([:])?: nil
        case let rule?: rule
        }
    }

    private func boolVariants(of key: String) -> [String: Bool]? {
        guard case .object(let flag)? = flags[key], case .object(let variants)? = flag["variants"] else { return nil }
        var values: [String: Bool] = [:]
        for (name, value) in variants {
            guard case .bool(let value) = value else { return nil }
            values[name] = value
        }
        return values
    }

    private func text(_ name: String, of key: String) -> String? {
        guard case .object(let flag)? = flags[key], case .object(let metadata)? = flag["metadata"],
            case .string(let text)? = metadata[name], !text.isEmpty
        else { return nil }
        return text
    }

    private func withoutGates(_ metadata: FlagValue?) -> FlagValue? {
        guard case .object(var members)? = metadata else { return metadata }
        members["parent"] = nil
        members["local"] = nil
        return .object(members)
    }
}
