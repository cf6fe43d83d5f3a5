import FiresteelFlags

/// Creates flags from a datafile's tables, each with everything that it refers to.
struct DatafileReader {
    private(set) var flags: [String: Result<DatafileFlag, DatafileError>] = [:]
    private(set) var faults: [DatafileError] = []
    let revision: String

    private typealias Part<Entity> = Result<Entity, DatafileError>
    private var audiences: [String: Part<AudienceCondition>] = [:]
    private var variableTypes: [String: VariableType] = [:]
    private var localHoldouts: [String: [Holdout]] = [:]
    private var experiments: [String: Part<Experiment>] = [:]
    private var rollouts: [String: Part<[Experiment]>] = [:]

    /// - Throws: An error if it isn't a datafile.
    init(_ root: DatafileNode) throws(DatafileError) {
        guard case .object = root.value else { throw root.fault("A datafile must be an object.") }
        let version = try root.text("version")
        guard ["2", "3", "4"].contains(version) else {
            throw root.fault("Version \(version) isn't supported. Use version 2, 3 or 4.")
        }
        revision = try root.optionalText("revision") ?? ""

        // Typed audiences take the place of those with the same identifier.
        for node in try root.elements("audiences") + root.elements("typedAudiences") {
            guard let id = identifier(of: node) else { continue }
            let audience = Part { () throws(DatafileError) in try AudienceCondition(audience: node) }
            audiences[id] = recorded(audience)
        }
        let flagNodes = try root.elements("featureFlags")
        for flag in flagNodes {
            for variable in (try? flag.elements("variables")) ?? [] {
                guard let id = try? variable.text("id"), let type = try? VariableType(variable) else { continue }
                variableTypes[id] = type
            }
        }
        let globalHoldouts = try readHoldouts(root)

        for node in try root.elements("experiments") { addExperiment(node, group: nil) }
        for node in try root.elements("rollouts") {
            guard let id = identifier(of: node) else { continue }
            let rules = Part { () throws(DatafileError) in
                var rules: [Experiment] = []
                for rule in try node.elements("experiments") { rules.append(try experiment(rule, group: nil)) }
                return rules
            }
            rollouts[id] = recorded(rules)
        }
        for group in try root.elements("groups") {
            let isRandom = try group.optionalText("policy") == "random"
            let shared = Experiment.Group(
                id: try group.text("id"), allocation: try TrafficAllocation(group))
            for node in try group.elements("experiments") { addExperiment(node, group: isRandom ? shared : nil) }
        }
        for node in flagNodes { addFlag(node, globalHoldouts) }
    }

    private mutating func addFlag(_ node: DatafileNode, _ holdouts: [Holdout]) {
        let key: String
        do {
            key = try node.text("key")
        } catch {
            faults.append(error)
            return
        }
        if flags[key] != nil {
            let fault = node.fault("There are two flags “\(key)”.")
            faults.append(fault)
            flags[key] = .failure(fault)
            return
        }
        do {
            flags[key] = .success(try flag(node, key, holdouts))
        } catch {
            faults.append(error)
            flags[key] = .failure(error)
        }
    }

    private func flag(
        _ node: DatafileNode, _ key: String, _ holdouts: [Holdout]
    ) throws(DatafileError) -> DatafileFlag {
        var rollout: [Experiment] = []
        if let id = try node.optionalText("rolloutId"), !id.isEmpty {
            guard let found = rollouts[id] else { throw node.fault("There is no rollout “\(id)”.") }
            rollout = try found.get()
        }
        let everyoneElse = rollout.last?.variations.first
        var tests: [Experiment] = []
        for id in try node.texts("experimentIds") {
            guard let found = experiments[id] else { throw node.fault("There is no experiment “\(id)”.") }
            var experiment = try found.get()
            if experiment.isFeatureRollout, let everyoneElse {
                experiment.variations.append(everyoneElse)
                experiment.allocation = TrafficAllocation(
                    ranges: experiment.allocation.ranges + [.init(end: 10_000, entity: everyoneElse.id)])
            }
            tests.append(experiment)
        }
        var variables: [Variable] = []
        for variable in try node.elements("variables") {
            let type = try VariableType(variable)
            variables.append(
                Variable(
                    id: try variable.text("id"), key: try variable.text("key"),
                    defaultValue: type.value(of: try variable.text("defaultValue"))))
        }
        return DatafileFlag(key: key, experiments: tests, rollout: rollout, variables: variables, holdouts: holdouts)
    }

    /// Reads the holdouts of all flags; those of single rules are stored in a table.
    private mutating func readHoldouts(_ root: DatafileNode) throws(DatafileError) -> [Holdout] {
        var global: [Holdout] = []
        for node in try root.elements("holdouts") where try node.text("status") == "Running" {
            global.append(try holdout(node))
        }
        for node in try root.elements("localHoldouts") {
            guard node["includedRules"] != nil else {
                faults.append(node.fault("It has no “includedRules”, so it is ignored."))
                continue
            }
            guard try node.text("status") == "Running" else { continue }
            let holdout = try holdout(node)
            for rule in try node.texts("includedRules") { localHoldouts[rule, default: []].append(holdout) }
        }
        return global
    }

    private func holdout(_ node: DatafileNode) throws(DatafileError) -> Holdout {
        let variations = try variations(node)
        return Holdout(
            id: try node.text("id"), key: try node.text("key"),
            audience: try AudienceCondition(rule: node, audiences: audiences), variations: variations,
            allocation: try TrafficAllocation(node),
            allowsTargetedDeliveries: try node.isTrue("excludeTargetedDeliveries"))
    }

    private mutating func addExperiment(_ node: DatafileNode, group: Experiment.Group?) {
        guard let id = identifier(of: node) else { return }
        let part = Part { () throws(DatafileError) in try experiment(node, group: group) }
        experiments[id] = recorded(part)
    }

    private func experiment(_ node: DatafileNode, group: Experiment.Group?) throws(DatafileError) -> Experiment {
        let id = try node.text("id")
        var whitelist: [String: String] = [:]
        if case .object(let users)? = node["forcedVariations"]?.value {
            for case (let user, .string(let variation)) in users { whitelist[user] = variation }
        }
        let variations = try variations(node)
        let type = try node.optionalText("type")
        return Experiment(
            id: id, key: try node.text("key"), isRunning: try node.optionalText("status") == "Running",
            isTargetedDelivery: type == "td",
            audience: try AudienceCondition(rule: node, audiences: audiences), whitelist: whitelist,
            variations: variations, allocation: try TrafficAllocation(node), group: group,
            predicted: try node["cmab"].map { node throws(DatafileError) in try TrafficAllocation(predicted: node) },
            holdouts: localHoldouts[id] ?? [], isFeatureRollout: type == "fr")
    }

    private func variations(_ node: DatafileNode) throws(DatafileError) -> [Variation] {
        var variations: [Variation] = []
        for node in try node.elements("variations") {
            var values: [String: VariableValue] = [:]
            for variable in try node.elements("variables") {
                let id = try variable.text("id")
                // A variable without a flag is unreachable.
                guard let type = variableTypes[id] else { continue }
                values[id] = type.value(of: try variable.text("value"))
            }
            variations.append(
                Variation(
                    id: try node.text("id"), key: try node.text("key"), isEnabled: try node.isTrue("featureEnabled"),
                    values: values))
        }
        return variations
    }

    /// Returns a part's identifier, or records an error if it is missing.
    private mutating func identifier(of node: DatafileNode) -> String? {
        do {
            return try node.text("id")
        } catch {
            faults.append(error)
            return nil
        }
    }

    /// Returns the part, and records its error.
    private mutating func recorded<Entity>(_ part: Part<Entity>) -> Part<Entity> {
        if case .failure(let fault) = part { faults.append(fault) }
        return part
    }
}
