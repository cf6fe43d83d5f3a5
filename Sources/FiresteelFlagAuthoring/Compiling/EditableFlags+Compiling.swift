public import FiresteelFlags

extension EditableFlags {
    /// Returns the definitions in flagd's format.
    ///
    /// Archived flags and unused segments are left out. The same items result in an equal value, whose JSON is the same
    /// byte for byte. A segment that uses others has copies of their rules: flagd resolves no references between shared
    /// rules. A flag that is off has its off variant for everyone, without targeting; without an off variant its
    /// state is `DISABLED`, and the program's default applies.
    ///
    /// - Throws: All errors of the items.
    public func compiled() throws(FlagDocumentError) -> JSONValue {
        try Self.throwErrors(diagnostics())
        return definitions(of: flags.keys.filter { flags[$0]?.isArchived == false })
    }

    /// Returns the definition of one flag in flagd's format, with the segments that it needs.
    ///
    /// Other flags, also its parent, are neither included nor validated.
    ///
    /// - Throws: All errors of the flag and its segments, or one error if there is no such flag.
    public func compiled(flag key: String) throws(FlagDocumentError) -> JSONValue {
        guard flags[key] != nil else {
            throw FlagDocumentError([
                FlagDocumentDiagnostic(item: .flag(key), path: "$", message: "There is no flag “\(key)”.")
            ])
        }
        var validator = FlagDocumentValidator(self)
        try Self.throwErrors(validator.validate(flag: key))
        return definitions(of: [key])
    }

    private static func throwErrors(_ diagnostics: [FlagDocumentDiagnostic]) throws(FlagDocumentError) {
        let errors = diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw FlagDocumentError(errors) }
    }

    private func definitions(of keys: [String]) -> JSONValue {
        var definitions: [String: JSONValue] = [:]
        definitions.reserveCapacity(keys.count)
        var used: Set<String> = []
        let assignments = assignments
        for key in keys {
            guard let flag = flags[key] else { continue }
            let targeting = targetings[key] ?? FlagTargeting()
            let assignment = targeting.isOn ? assignments[key] : nil
            definitions[key] = flag.definition(for: targeting, assignment)
            guard targeting.isOn else { continue }
            used.formUnion(SegmentReferences.keys(in: targeting))
            for (_, experiment) in assignment?.experiments ?? [] {
                used.formUnion(SegmentReferences.keys(in: experiment.conditions))
            }
        }
        var root: [String: JSONValue] = ["flags": .object(definitions)]
        let needed = withNeeded(used)
        if !needed.isEmpty {
            var inliner = SegmentInliner(segments)
            let evaluators = needed.sorted().compactMap { key in inliner.logic(of: key).map { (key, $0) } }
            root["$evaluators"] = .object(Dictionary(evaluators, uniquingKeysWith: { $1 }))
        }
        if !metadata.isEmpty { root["metadata"] = .object(metadata) }
        return .object(root)
    }

    /// Returns segments with those that they need.
    func withNeeded(_ keys: Set<String>) -> Set<String> {
        var found = keys
        var pending = Array(keys)
        while let key = pending.popLast() {
            guard let segment = segments[key] else { continue }
            for key in SegmentReferences.keys(in: segment) where found.insert(key).inserted { pending.append(key) }
        }
        return found
    }
}

extension EditableFlag {
    /// Returns the definition in flagd's format.
    func definition(for targeting: FlagTargeting, _ assignment: ExperimentAssignment?) -> JSONValue {
        let arms = assignment?.variants(of: self) ?? []
        var members: [String: JSONValue] = [
            "variants": .object(
                Dictionary(variants.map { ($0.name, $0.value) } + arms, uniquingKeysWith: { first, _ in first }))
        ]
        let off = targeting.offVariant(of: self)
        let isEnabled = targeting.isOn || off != nil
        members["state"] = isEnabled ? "ENABLED" : "DISABLED"
        if targeting.isOn, let constant = targeting.constantVariant {
            members["defaultVariant"] = .string(constant)
            members["targeting"] = assignment?.logic(before: nil)
        } else {
            members["defaultVariant"] = off.map { .string($0) }
            if targeting.isOn {
                let rules = targeting.rulesLogic
                members["targeting"] = assignment?.logic(before: rules) ?? rules
            }
        }
        let metadata = definitionMetadata
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        return .object(members)
    }

    /// The metadata of the definition, as a `FlagStack` reads it.
    private var definitionMetadata: [String: JSONValue] {
        var members = metadata
        if let name { members["name"] = .string(name) }
        if let description { members["description"] = .string(description) }
        if let owner { members["owner"] = .string(owner) }
        if let kind { members["kind"] = .string(kind.rawValue) }
        if let expires { members["expires"] = .string(expires.description) }
        if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
        if let parent { members["parent"] = .string(parent) }
        if let exclusionGroup { members["exclusionGroup"] = .string(exclusionGroup) }
        return members
    }
}
