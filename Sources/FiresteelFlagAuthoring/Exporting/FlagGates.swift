import FiresteelFlags

/// An error of a flag that plain targeting can't express.
struct InexpressibleError: Error {
    let cause: FlagDefinitionsExport.Diagnostic.Cause
    let reason: String

    init(_ reason: String, cause: FlagDefinitionsExport.Diagnostic.Cause = .definition) {
        self.cause = cause
        self.reason = reason
    }
}

/// The condition under which a flag may be on, besides its own targeting.
enum FlagGate {
    case always
    case never
    case when(JSONValue)

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
    let flags: [String: JSONValue]
    let evaluators: JSONValue?
    /// Flags with invalid definitions.
    let broken: Set<String>
    /// Flags whose state depends on the environment, if none is given.
    let open: Set<String>
    let version: FractionalVersion
    let environment: String?
    /// Whether a parent whose value is the program's default counts as off.
    let defaultsAreOff: Bool

    /// Returns whether a flag has metadata to express.
    func isConcerned(_ key: String) -> Bool {
        open.contains(key) || local(of: key) != nil
            || ["parent", "exclusionGroup"].contains { text($0, of: key) != nil }
    }

    /// Returns a flag with its gate in its targeting.
    func express(_ key: String) throws(InexpressibleError) -> JSONValue {
        guard case .object(var flag)? = flags[key], !broken.contains(key) else {
            throw InexpressibleError("Its definition is invalid.")
        }
        if let group = text("exclusionGroup", of: key) {
            throw InexpressibleError(
                "Its exclusion group “\(group)” is evaluated across all providers.", cause: .exclusionGroup)
        }
        guard !open.contains(key) else {
            throw InexpressibleError("Its state depends on the environment. Export for one environment.")
        }
        let gate = try gate(of: key, below: [])
        if case .always = gate {
            flag["metadata"] = withoutGates(flag["metadata"])
            return .object(flag)
        }
        flag["metadata"] = withoutGates(flag["metadata"])
        if isBool(key) {
            switchOff(&flag, unless: gate)
        } else {
            useProgramDefault(&flag, unless: gate)
        }
        return .object(flag)
    }

    /// Gives a Bool flag its false variant where its gate is closed.
    private func switchOff(_ flag: inout [String: JSONValue], unless gate: FlagGate) {
        let off = Self.falseVariant(of: &flag)
        guard case .when(let condition) = gate else {
            flag["targeting"] = nil
            flag["defaultVariant"] = .string(off)
            flag["state"] = "ENABLED"
            return
        }
        if flag["state"] == "ENABLED" {
            // Without targeting, the result is null, and the default variant applies.
            flag["targeting"] = ["if": [condition, targeting(of: flag) ?? .null, .string(off)]]
        } else {
            // The program's default while the gate is open.
            flag["targeting"] = ["if": [condition, .null, .string(off)]]
            flag["defaultVariant"] = nil
            flag["state"] = "ENABLED"
        }
    }

    /// Leaves a flag of another type to the program's default where its gate is closed.
    ///
    /// Only a flag without a default variant has the program's default for some contexts.
    private func useProgramDefault(_ flag: inout [String: JSONValue], unless gate: FlagGate) {
        guard case .when(let condition) = gate else {
            flag["targeting"] = nil
            flag["state"] = "DISABLED"
            return
        }
        guard flag["state"] == "ENABLED" else { return }
        let fallback = flag["defaultVariant"]?.variantName.flatMap { $0.isEmpty ? nil : JSONValue.string($0) }
        flag["defaultVariant"] = nil
        let result: JSONValue
        switch (targeting(of: flag), fallback) {
        case (nil, let fallback): result = fallback ?? .null
        case (let targeting?, nil): result = targeting
        case (let targeting?, let fallback?): result = LogicOutcomes.replacingNull(of: targeting, with: fallback)
        }
        flag["targeting"] = ["if": [condition, result, .null]]
    }

    /// Returns the false variant of a Bool flag, which is added if there is none.
    private static func falseVariant(of flag: inout [String: JSONValue]) -> String {
        var variants: [String: JSONValue] = if case .object(let known)? = flag["variants"] { known } else { [:] }
        if let known = variants.keys.sorted().first(where: { variants[$0] == false }) { return known }
        var name = "off"
        while variants[name] != nil { name += "-" }
        variants[name] = false
        flag["variants"] = .object(variants)
        return name
    }

    private func gate(of key: String, below children: [String]) throws(InexpressibleError) -> FlagGate {
        let local = try localGate(of: key)
        guard let parent = text("parent", of: key) else { return local }
        if case .never = local { return .never }
        let children = children + [key]
        guard !children.contains(parent) else { throw InexpressibleError("Its parents form a cycle at “\(parent)”.") }
        guard children.count < 32 else { throw InexpressibleError("It has more than 32 ancestors.") }
        return local.and(try isOn(parent, below: children))
    }

    private func localGate(of key: String) throws(InexpressibleError) -> FlagGate {
        guard let local = local(of: key) else { return .always }
        guard let environment else {
            guard !local.dependsOnEnvironment else {
                throw InexpressibleError("It is on only in some environments. Export for one environment.")
            }
            return local == .off ? .never : .always
        }
        return local.isOn(in: FlagEnvironment(rawValue: environment)) == false ? .never : .always
    }

    /// Returns the condition under which a parent is on, including its own gate.
    private func isOn(_ key: String, below children: [String]) throws(InexpressibleError) -> FlagGate {
        guard case .object(let flag)? = flags[key] else {
            throw InexpressibleError("Its parent “\(key)” is not in this file.")
        }
        guard !broken.contains(key) else {
            throw InexpressibleError("The definition of its parent “\(key)” is invalid.")
        }
        guard !open.contains(key) else {
            throw InexpressibleError(
                "The state of its parent “\(key)” depends on the environment. Export for one environment.")
        }
        // Only true is on: a flag of another type never is.
        let values = onVariants(of: key)
        guard text("exclusionGroup", of: key) == nil else {
            throw InexpressibleError(
                "Its parent “\(key)” is in an exclusion group, which is evaluated across all providers.",
                cause: .exclusionGroup)
        }
        let gate = try gate(of: key, below: children)
        if case .never = gate { return .never }
        guard flag["state"] == "ENABLED" else {
            if defaultsAreOff { return .never }
            throw InexpressibleError("Its parent “\(key)” is disabled, so its value is the program's default.")
        }
        // An empty name counts as missing, whatever the variants are.
        let fallback = flag["defaultVariant"]?.variantName.flatMap { $0.isEmpty ? nil : values[$0] }
        guard let targeting = targeting(of: flag) else {
            guard let fallback = fallback ?? (defaultsAreOff ? false : nil) else {
                throw InexpressibleError(
                    "Its parent “\(key)” has no default variant, so its value can be the program's default.")
            }
            return fallback ? gate : .never
        }
        var inliner = LogicInliner(key: key, evaluators: evaluators, version: version)
        let rule = try inliner.inline(targeting)
        let outcomes = LogicOutcomes(key: key, variants: values, fallback: fallback, defaultsAreOff: defaultsAreOff)
        return gate.and(try outcomes.gate(rule))
    }

    private func targeting(of flag: [String: JSONValue]) -> JSONValue? {
        switch flag["targeting"] {
        case nil, .null?, .object([:])?: nil
        case let rule?: rule
        }
    }

    private func variants(of key: String) -> [String: JSONValue] {
        guard case .object(let flag)? = flags[key], case .object(let variants)? = flag["variants"] else { return [:] }
        return variants
    }

    private func isBool(_ key: String) -> Bool { variants(of: key).values.allSatisfy { $0.type == .bool } }

    /// Returns whether a flag is on, by variant.
    private func onVariants(of key: String) -> [String: Bool] { variants(of: key).mapValues { $0 == true } }

    private func text(_ name: String, of key: String) -> String? {
        guard case .string(let text)? = metadata(name, of: key), !text.isEmpty else { return nil }
        return text
    }

    private func local(of key: String) -> LocalState? {
        metadata("local", of: key).flatMap { LocalState(metadata: $0) }
    }

    private func metadata(_ name: String, of key: String) -> JSONValue? {
        guard case .object(let flag)? = flags[key], case .object(let metadata)? = flag["metadata"] else { return nil }
        return metadata[name]
    }

    private func withoutGates(_ metadata: JSONValue?) -> JSONValue? {
        guard case .object(var members)? = metadata else { return metadata }
        members["parent"] = nil
        members["local"] = nil
        return .object(members)
    }
}
