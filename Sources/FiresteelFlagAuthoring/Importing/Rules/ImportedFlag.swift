import FiresteelFlags

/// A flag of another format: its values, and rules of which the first that applies decides.
///
/// The last rule has no conditions. Conditions are JsonLogic, which becomes an editor's conditions where these have
/// exactly the same result.
struct ImportedFlag {
    /// The result of a rule.
    ///
    /// Values are indices; `nil` is the program's default.
    enum Outcome {
        case value(Int?)
        case draw(ImportedDraw)
        /// A draw whose share without a value continues with the next rule.
        case drawOrNext(ImportedDraw)

        /// The values that can result.
        var values: [Int?] {
            switch self {
            case .value(let value): [value]
            case .draw(let draw): draw.shares.map(\.value)
            case .drawOrNext(let draw): draw.shares.map(\.value).filter { $0 != nil }
            }
        }
    }

    struct Rule {
        var name: String?
        /// All of them are required; none for everyone.
        var conditions: [JSONValue] = []
        var outcome: Outcome
    }

    var values: [(name: String, value: JSONValue)] = []
    private(set) var rules: [Rule] = []
    var isOn = true
    /// The value while the flag is off.
    var off: Int?
    var name: String?
    var description: String?
    var tags: [String] = []
    var parent: String?
    /// The differences that remain.
    var warnings: Set<String> = []

    /// Returns the index of a value, which is added if it is new; `nil` for null.
    mutating func index(of value: JSONValue?, named name: String? = nil) -> Int? {
        guard let value, value != .null else { return nil }
        // A flag with more values is refused: they aren't compared with each other.
        if values.count <= FlagDocumentLimits.variants, let known = values.firstIndex(where: { $0.value == value }) {
            return known
        }
        values.append((name ?? value.importName, value))
        return values.count - 1
    }

    /// Adds a rule.
    ///
    /// Conditions that always hold are left out, and a rule that never applies, or follows one for everyone.
    mutating func add(_ name: String? = nil, _ conditions: [JSONValue] = [], _ outcome: Outcome) {
        guard !conditions.contains(false), rules.last?.isForEveryone != true else { return }
        if case .value = outcome {} else { warnings.insert(ImportedDraw.warning) }
        rules.append(Rule(name: name, conditions: conditions.filter { $0 != true }, outcome: outcome))
    }

    /// Adds a rule for those who are drawn; the others, a share without a value, continue with the next rule.
    mutating func add(_ name: String?, _ conditions: [JSONValue], drawing draw: ImportedDraw) {
        let values = Set(draw.shares.map(\.value))
        guard values != [nil], !values.isEmpty else { return }
        if values.count == 1 { return add(name, conditions, .value(draw.shares[0].value)) }
        add(name, conditions, values.contains(nil) ? .drawOrNext(draw) : .draw(draw))
    }

    /// Returns the rules with draws whose result is a value, in the flag with a key, or `nil` for a copy.
    private func resolved(in key: String?) -> [Rule] {
        var resolved: [Rule] = []
        let usesDefault = rules.contains { $0.outcome.values.contains(nil) }
        for (index, rule) in rules.enumerated() {
            var rule = rule
            if case .drawOrNext(let draw) = rule.outcome {
                if key != nil, index == rules.count - 2, case .value(let other?) = rules[index + 1].outcome {
                    rule.outcome = .draw(draw.replacingNone(with: other))
                    // Without a targeting key, a split has the same value as a flag that is off.
                    if off == other, !usesDefault, draw.attribute == "targetingKey" {
                        rule.conditions.removeAll { $0 == ImportedDraw.hasTargetingKey }
                    }
                } else {
                    rule.conditions.append(draw.holds(in: key) { $0 != nil })
                    let values = Set(draw.shares.compactMap(\.value))
                    let first = draw.shares.lazy.compactMap(\.value).first ?? 0
                    rule.outcome = values.count == 1 ? .value(first) : .draw(draw.replacingNone(with: first))
                }
            }
            resolved.append(rule)
            if rule.conditions.isEmpty { break }
        }
        return resolved
    }

    /// Returns the rule that the flag has one of some values.
    ///
    /// It is a copy: the flag's later changes don't affect it.
    func holds(_ isIncluded: (Int?) -> Bool) -> JSONValue {
        guard isOn else { return .bool(isIncluded(off)) }
        var operands: [JSONValue] = []
        for rule in resolved(in: nil) {
            if !rule.conditions.isEmpty { operands.append(ImportLogic.all(rule.conditions)) }
            switch rule.outcome {
            case .value(let value): operands.append(.bool(isIncluded(value)))
            case .draw(let draw), .drawOrNext(let draw): operands.append(draw.holds(in: nil, isIncluded))
            }
        }
        return operands.count == 1 ? operands[0] : ["if": .array(operands)]
    }

    /// Returns the flag and its targeting.
    func items(_ key: String) throws(ImportError) -> (flag: EditableFlag, targeting: FlagTargeting) {
        var flag = try EditableFlag(importing: values)
        (flag.name, flag.description, flag.tags, flag.parent) = (name, description, tags, parent)
        func variant(_ index: Int?) -> String? { index.flatMap { flag.variant(with: values[$0].value) } }
        let rules = resolved(in: key)
        let usesDefault = rules.contains { $0.outcome.values.contains(nil) }
        let offVariant = usesDefault ? nil : variant(off)
        var targeting = FlagTargeting(isOn: isOn)
        targeting.off =
            offVariant.map { $0 == flag.falseVariant ? .automatic : .variant($0) } ?? .programDefault
        if rules.contains(where: { !$0.isDefault && $0.outcome.values.contains(nil) }) {
            // Only JsonLogic leaves a rule to the program's default.
            func logic(_ index: Int?) -> JSONValue { variant(index).map { .string($0) } ?? .null }
            targeting.logic = [
                "if": .array(
                    rules.flatMap { rule in
                        let result: JSONValue =
                            switch rule.outcome {
                            case .value(let value): logic(value)
                            case .draw(let draw), .drawOrNext(let draw): draw.logic(in: key, logic)
                            }
                        return rule.conditions.isEmpty ? [result] : [ImportLogic.all(rule.conditions), result]
                    })
            ]
            return (flag, targeting)
        }
        for rule in rules {
            let result: TargetingResult? =
                switch rule.outcome {
                case .value(let value): variant(value).map { .variant($0) }
                case .draw(let draw), .drawOrNext(let draw):
                    TargetingResult(.split(draw.split(in: key) { variant($0) ?? "" }))
                }
            if rule.conditions.isEmpty {
                targeting.otherwise = result
            } else if let result {
                targeting.rules.append(
                    TargetingRule(
                        id: "\(targeting.rules.count + 1)", name: rule.name,
                        if: rule.conditions.flatMap { LogicReader.conditions($0) }, then: result))
            }
        }
        return (flag, targeting)
    }

    /// Whether the conditions are too large to be copied into those of other flags.
    var isTooLarge: Bool {
        var budget = 20_000
        func exceeds(_ value: JSONValue, _ depth: Int) -> Bool {
            budget -= 1
            guard budget > 0, depth < 100 else { return true }
            return switch value {
            case .array(let elements): elements.contains { exceeds($0, depth + 1) }
            case .object(let members): members.values.contains { exceeds($0, depth + 1) }
            default: false
            }
        }
        return rules.contains { $0.conditions.contains { exceeds($0, 0) } }
    }
}

extension ImportedFlag.Rule {
    /// Whether no rule after it applies.
    fileprivate var isForEveryone: Bool {
        if case .drawOrNext = outcome { false } else { conditions.isEmpty }
    }

    /// Whether it leaves everyone to the program's default.
    fileprivate var isDefault: Bool {
        guard conditions.isEmpty, case .value(nil) = outcome else { return false }
        return true
    }
}

/// A draw of values by a hash of an attribute.
///
/// Draws with the same seed and attribute are one: a person has the same position in both.
struct ImportedDraw {
    /// The warning of each flag that has one.
    static let warning = "Its shares are drawn by another hash. People may be assigned anew."

    /// The rule that a person has a targeting key.
    static let hasTargetingKey: JSONValue = ["!!": [["var": "targetingKey"]]]

    var seed: String
    var attribute = "targetingKey"
    /// The indices of values with their weights, in order.
    var shares: [(value: Int?, weight: Int)]

    /// Returns the draw in JsonLogic.
    ///
    /// - Parameters:
    ///   - flag: The flag that has the rule; `nil` for a rule that is copied to others.
    ///   - name: The result of a value.
    func logic(in flag: String?, _ name: (Int?) -> JSONValue) -> JSONValue {
        let shares = shares.map { JSONValue.array([name($0.value), .int($0.weight)]) }
        guard seed != flag || attribute != "targetingKey" else { return ["fractional": .array(shares)] }
        return ["fractional": .array([key] + shares)]
    }

    /// Returns the draw with a value for the shares without one.
    func replacingNone(with value: Int) -> ImportedDraw {
        var draw = self
        for index in shares.indices where shares[index].value == nil { draw.shares[index].value = value }
        return draw
    }

    /// Returns the rule that one of some values is drawn.
    func holds(in flag: String?, _ isIncluded: (Int?) -> Bool) -> JSONValue {
        let included = Set(shares.map { isIncluded($0.value) })
        if included.count == 1 { return .bool(included.contains(true)) }
        return ["==": [logic(in: flag) { isIncluded($0) ? "in" : "out" }, "in"]]
    }

    /// Returns the draw as a flag's split.
    func split(in flag: String, _ name: (Int?) -> String) -> TargetingSplit {
        var split = TargetingSplit(
            shares.map { TargetingShare(name($0.value), $0.weight) },
            by: attribute == "targetingKey" ? nil : attribute)
        if seed != flag { split.bucketingKey = key }
        return split
    }

    /// The bucketing key: without the attribute nothing is drawn.
    ///
    /// With the flag's key as the seed, it is that of a flag's own split.
    private var key: JSONValue {
        let variable: JSONValue = ["var": .string(attribute)]
        return ["if": [variable, ["cat": [.string(seed), variable]], .null]]
    }
}

/// A reader of flags that may depend on each other.
protocol PrerequisiteReader {
    /// The flags that have been read.
    var known: [String: Result<ImportedFlag, ImportError>] { get set }
    /// The flags that are being read.
    var pending: Set<String> { get set }

    /// Reads a flag.
    mutating func read(_ key: String) throws(ImportError) -> ImportedFlag
}

extension PrerequisiteReader {
    /// Returns a flag, which is read once.
    mutating func flag(_ key: String) throws(ImportError) -> ImportedFlag {
        if let known = known[key] { return try known.get() }
        guard !pending.contains(key) else { throw ImportError("It depends on “\(key)”, which depends on it.") }
        guard pending.count < 20 else { throw ImportError("It depends on flags in more than 20 levels.") }
        pending.insert(key)
        let result = Result { () throws(ImportError) in
            let flag = try read(key)
            guard !flag.isTooLarge else {
                throw ImportError("Its conditions are too large, with those of the flags on which it depends.")
            }
            return flag
        }
        pending.remove(key)
        known[key] = result
        return try result.get()
    }

    /// Returns the rule that another flag has one of some values, and adds a warning.
    mutating func prerequisite(
        _ key: String, of flag: inout ImportedFlag, _ isIncluded: (ImportedFlag, Int?) -> Bool
    ) throws(ImportError) -> JSONValue {
        let other: ImportedFlag
        do {
            other = try self.flag(key)
        } catch {
            throw ImportError("It depends on “\(key)”, which can't be imported: \(error.reason)")
        }
        flag.warnings.formUnion(other.warnings)
        flag.warnings.insert("Its condition on “\(key)” is a copy: later changes of that flag don't affect it.")
        let rule = other.holds { isIncluded(other, $0) }
        guard let parent = other.parent else { return rule }
        // Below a parent that is off it has its value of a flag that is off.
        let isParentOn = try prerequisite(parent, of: &flag) { parent, value in
            value.map { parent.values[$0].value == true } ?? false
        }
        return ["if": .array([isParentOn, rule, .bool(isIncluded(other, other.off))])]
    }
}

extension FlagImport {
    /// Adds a flag, or the reason why it is left out.
    mutating func add(_ key: String, _ flag: Result<ImportedFlag, ImportError>) {
        do throws(ImportError) {
            let imported = try flag.get()
            guard items.flags[key] == nil else { throw ImportError("Two flags have this key.") }
            (items.flags[key], items.targetings[key]) = try imported.items(key)
            do {
                _ = try items.compiled(flag: key)
            } catch {
                // One flag with an error would prevent the import of all.
                (items.flags[key], items.targetings[key]) = (nil, nil)
                throw ImportError(error.diagnostics.first?.message ?? "It isn't valid.")
            }
            for warning in imported.warnings.sorted() { report(key, warning, .warning) }
        } catch {
            report(key, error.reason, .error)
        }
    }

    /// Leaves out the flags whose parents aren't there, or depend on them: one of them would prevent the import of all.
    mutating func removeOrphans() {
        let parents = items.flags.compactMapValues(\.parent)
        var cycles: Set<String> = []
        FlagAncestry.forEachChain(of: parents.keys, parent: { parents[$0] }) { cycles.formUnion($0.cycle) }
        for key in cycles.sorted() { remove(key, "It depends on itself, by its parents.") }
        let children = Dictionary(grouping: parents.sorted { $0.key > $1.key }, by: \.value)
        var lacking = children.keys.filter { items.flags[$0] == nil }.sorted(by: >)
        while let parent = lacking.popLast() {
            for (key, _) in children[parent] ?? [] where items.flags[key] != nil {
                remove(key, "It depends on “\(parent)”, which can't be imported, or isn't in the file.")
                lacking.append(key)
            }
        }
    }

    private mutating func remove(_ key: String, _ reason: String) {
        (items.flags[key], items.targetings[key]) = (nil, nil)
        report(key, reason, .error)
    }

    private mutating func report(_ key: String, _ message: String, _ severity: FlagDocumentDiagnostic.Severity) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", severity: severity, message: message))
    }
}

extension JSONValue {
    /// The elements of an array, or none.
    var elements: [JSONValue] { arrayValue ?? [] }

    /// A text that isn't empty.
    var text: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }

    /// The name of a variant with the value.
    var importName: String {
        switch self {
        case .string(let text) where text.utf8.count <= 40: text
        case .int, .double, .bool: json()
        default: "value"
        }
    }
}
