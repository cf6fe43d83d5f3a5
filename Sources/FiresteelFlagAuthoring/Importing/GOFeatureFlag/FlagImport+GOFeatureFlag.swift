package import FiresteelFlags

extension FlagImport {
    /// Converts a configuration of GO Feature Flag in JSON to editable flags.
    ///
    /// Rules and their queries stay the same, and shares do, but people are drawn by another hash. A progressive rollout is
    /// imported in its present state.
    ///
    /// - Parameters:
    ///   - members: The flags by their keys.
    ///   - now: The time of the import, in seconds since 1970.
    package init(goFeatureFlag members: [String: JSONValue], now: Int) {
        self.init(items: EditableFlags())
        for (key, flag) in members.sorted(by: { $0.key < $1.key }) {
            add(
                key, Result { () throws(ImportError) in try GOFeatureFlagReader(key: key, now: now).read(flag.members) }
            )
        }
    }
}

/// Reads a flag of GO Feature Flag.
struct GOFeatureFlagReader {
    let key: String
    let now: Int

    func read(_ members: [String: JSONValue]) throws(ImportError) -> ImportedFlag {
        guard case .object(let variations)? = members["variations"], !variations.isEmpty else {
            throw ImportError("It has no “variations”. Use the format of version 1.")
        }
        guard members["scheduledRollout"]?.elements.isEmpty != false else {
            throw ImportError("It has a scheduled rollout. Apply its steps to the flag and remove it.")
        }
        var flag = ImportedFlag()
        flag.description = members["metadata"]?.members["description"]?.text
        flag.isOn = members["disable"] != true
        flag.values = variations.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let rules = (members["targeting"]?.elements ?? []).map(\.members).filter { $0["disable"] != true }
        guard let fallback = members["defaultRule"]?.members else { throw ImportError("It has no “defaultRule”.") }
        if let experimentation = members["experimentation"]?.members {
            try addPeriod(experimentation["start"], "<", &flag)
            try addPeriod(experimentation["end"], ">", &flag)
        }
        let isDrawn = (rules + [fallback]).contains {
            $0["percentage"]?.members.isEmpty == false || $0["progressiveRollout"] != nil
        }
        var attribute = "targetingKey"
        if let name = members["bucketingKey"]?.text {
            guard let variable = ImportLogic.path(name) else {
                throw ImportError("The name of the attribute “\(name)” is reserved here.")
            }
            attribute = name
            let isText = ImportLogic.isText(variable)
            flag.add(nil, [ImportLogic.not(isDrawn ? ImportLogic.all([variable, isText]) : isText)], .value(nil))
        }
        for rule in rules {
            var query = GOFeatureFlagQuery(rule["query"]?.stringValue ?? "")
            let condition = try query.rule()
            flag.warnings.formUnion(query.warnings)
            try add(rule, [condition], attribute, &flag)
        }
        try add(fallback, [], attribute, &flag)
        return flag
    }

    /// Adds the rule that the program's default applies before or after a time.
    private func addPeriod(_ value: JSONValue?, _ comparison: String, _ flag: inout ImportedFlag) throws(ImportError) {
        guard let value else { return }
        let seconds = JSONValue.int(try seconds(value))
        flag.add(nil, [.object([comparison: [["var": .string(AttributeTest.timestamp)], seconds]])], .value(nil))
    }

    private func seconds(_ value: JSONValue?) throws(ImportError) -> Int {
        guard let value, let seconds = DocumentTime.seconds(value) else {
            throw ImportError(
                "The time \((value ?? .null).json()) isn't one in whole seconds, such as 2027-03-01T09:00:00Z.")
        }
        return seconds
    }

    /// Adds the result of a rule: a progressive rollout, else percentages, else a variation.
    private func add(
        _ rule: [String: JSONValue], _ conditions: [JSONValue], _ attribute: String, _ flag: inout ImportedFlag
    ) throws(ImportError) {
        var percentages: [String: Double] = (rule["percentage"]?.members ?? [:]).mapValues { $0.doubleValue ?? 0 }
        if let rollout = rule["progressiveRollout"]?.members { percentages = try present(rollout, &flag) }
        let name = rule["name"]?.text
        guard !percentages.isEmpty else {
            return flag.add(name, conditions, .value(try index(rule["variation"]?.text ?? "", flag)))
        }
        var shares: [(value: Int?, weight: Int)] = []
        // In their order, variations are drawn from the last to the first.
        for (variation, percentage) in percentages.sorted(by: { $0.key > $1.key }) {
            let weight = Int((min(max(percentage, 0), 1_000_000) * 1_000).rounded())
            if weight > 0 { shares.append((try index(variation, flag), weight)) }
        }
        // Without any share, no variation is found.
        guard !shares.isEmpty else { return flag.add(name, conditions, .value(nil)) }
        flag.add(name, conditions, drawing: ImportedDraw(seed: key, attribute: attribute, shares: shares))
    }

    private func index(_ name: String, _ flag: ImportedFlag) throws(ImportError) -> Int {
        guard let index = flag.values.firstIndex(where: { $0.name == name }) else {
            throw ImportError("It has no variation “\(name)”.")
        }
        return index
    }

    /// Returns the percentages of a progressive rollout at the time of the import.
    private func present(
        _ rollout: [String: JSONValue], _ flag: inout ImportedFlag
    ) throws(ImportError) -> [String: Double] {
        let (first, last) = (rollout["initial"]?.members ?? [:], rollout["end"]?.members ?? [:])
        let (start, end) = (try seconds(first["date"]), try seconds(last["date"]))
        guard end > start, let initial = first["variation"]?.text, let final = last["variation"]?.text else {
            throw ImportError("Its progressive rollout lacks variations, or ends before it starts.")
        }
        let from = first["percentage"]?.doubleValue ?? 0
        let limit = last["percentage"]?.doubleValue ?? 0
        let to = limit == 0 || limit > 100 ? 100 : limit
        let reached = from + (to - from) * min(1, Double(now - start) / Double(end - start))
        let share = now < start ? 0 : (reached * 1_000).rounded() / 1_000
        if now < end {
            flag.warnings.insert(
                "Its progressive rollout is imported in its present state: \(JSONValue.double(share).json()) % have “\(final)”."
            )
        }
        guard initial != final else { return [final: 100] }
        return [initial: 100 - share, final: share]
    }
}
