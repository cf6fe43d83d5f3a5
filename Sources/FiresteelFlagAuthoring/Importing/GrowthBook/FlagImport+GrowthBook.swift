package import FiresteelFlags

extension FlagImport {
    /// Converts the features that GrowthBook's SDKs receive to editable flags.
    ///
    /// The attribute `id` is the targeting key. Rules, their order and their conditions stay the same, and shares do, but
    /// people are drawn by another hash.
    ///
    /// - Throws: An error if the features are encrypted.
    package init(growthBook members: [String: JSONValue]) throws(ImportError) {
        guard case .object(let features)? = members["features"] else {
            throw ImportError(
                members["encryptedFeatures"] == nil
                    ? "The file has no “features”." : "The features are encrypted. Use the response without encryption."
            )
        }
        self.init(items: EditableFlags())
        var reader = GrowthBookReader(features.mapValues(\.members), groups: members["savedGroups"]?.members ?? [:])
        for key in features.keys.sorted() {
            add(key, Result { () throws(ImportError) in try reader.flag(key) })
        }
    }
}

/// Reads features of GrowthBook.
struct GrowthBookReader: PrerequisiteReader {
    private let features: [String: [String: JSONValue]]
    private let groups: [String: JSONValue]
    var known: [String: Result<ImportedFlag, ImportError>] = [:]
    var pending: Set<String> = []

    init(_ features: [String: [String: JSONValue]], groups: [String: JSONValue]) {
        self.features = features
        self.groups = groups
    }

    mutating func read(_ key: String) throws(ImportError) -> ImportedFlag {
        var flag = ImportedFlag()
        // A feature that doesn't exist is null.
        guard let feature = features[key] else {
            flag.add(nil, [], .value(nil))
            return flag
        }
        flag.description = feature["description"]?.text
        for rule in feature["rules"]?.elements ?? [] { try add(rule.members, key, &flag) }
        let fallback = flag.index(of: feature["defaultValue"])
        flag.add(nil, [], .value(fallback))
        flag.off = fallback
        return flag
    }

    private mutating func add(
        _ rule: [String: JSONValue], _ key: String, _ flag: inout ImportedFlag
    ) throws(ImportError) {
        var conditions: [JSONValue] = []
        for parent in rule["parentConditions"]?.elements.map(\.members) ?? [] {
            let holds = try self.holds(parent, &flag)
            if parent["gate"] == true {
                flag.add(nil, [ImportLogic.not(holds)], .value(nil))
            } else {
                conditions.append(holds)
            }
        }
        if let condition = rule["condition"], condition != .object([:]) {
            conditions.append(try self.rule(condition, &flag))
        }
        let name = rule["name"]?.text ?? rule["id"]?.text
        let attribute = rule["hashAttribute"]?.text ?? "id"
        conditions += try filters(rule, attribute, &flag)
        if let force = rule["force"] {
            if let range = range(of: rule) {
                guard let draw = try draw(rule, seed: key, attribute, [(flag.index(of: force), range)]) else { return }
                conditions.append(try present(attribute))
                guard force != .null else { throw ImportError("A rule forces null for a share of people.") }
                flag.add(name, conditions, drawing: draw)
            } else {
                flag.add(name, conditions, .value(flag.index(of: force)))
            }
            return
        }
        guard let variations = rule["variations"]?.elements, variations.count > 1, rule["active"] != false else {
            return
        }
        let ranges = rule["ranges"]?.elements.map(Self.range) ?? Self.ranges(rule, count: variations.count)
        let metadata = rule["meta"]?.elements.map(\.members) ?? []
        var shares: [(value: Int?, range: ClosedRange<Double>)] = []
        for (index, (variation, range)) in zip(variations, ranges).enumerated() {
            let isPassed = index < metadata.count && metadata[index]["passthrough"] == true
            let title = index < metadata.count ? metadata[index]["name"]?.text : nil
            guard variation != .null || isPassed else { throw ImportError("A variation is null.") }
            shares.append((isPassed ? nil : flag.index(of: variation, named: title), range))
        }
        let experiment = rule["key"]?.text ?? key
        guard let draw = try draw(rule, seed: experiment, attribute, shares) else { return }
        conditions.append(try present(attribute))
        flag.add(rule["name"]?.text ?? rule["key"]?.text ?? name, conditions, drawing: draw)
    }

    // MARK: Conditions

    private mutating func rule(_ value: JSONValue, _ flag: inout ImportedFlag) throws(ImportError) -> JSONValue {
        var condition = GrowthBookCondition(groups: groups)
        let rule = try condition.rule(value)
        flag.warnings.formUnion(condition.warnings)
        return rule
    }

    /// Returns the rule that a prerequisite's value fulfils a condition: it is evaluated for each of the values.
    private mutating func holds(
        _ parent: [String: JSONValue], _ flag: inout ImportedFlag
    ) throws(ImportError) -> JSONValue {
        var condition = GrowthBookCondition(groups: groups)
        let rule = try condition.innerRule(parent["condition"] ?? .object([:]))
        guard let logic = try? JsonLogic.compile(["!!": [rule]]) else {
            throw ImportError("The condition of a prerequisite can't be compiled.")
        }
        return try prerequisite(parent["id"]?.text ?? "", of: &flag) { other, value in
            let data: JSONValue = ["value": value.map { other.values[$0].value } ?? .null]
            return (try? logic.evaluate(data)) == true
        }
    }

    private func present(_ attribute: String) throws(ImportError) -> JSONValue {
        ["!!": [try GrowthBookCondition.attribute(attribute)]]
    }

    /// Returns the rules that a person is in the filters of a rule, or else in its namespace.
    private func filters(
        _ rule: [String: JSONValue], _ attribute: String, _ flag: inout ImportedFlag
    ) throws(ImportError) -> [JSONValue] {
        var filters = rule["filters"]?.elements.map(\.members) ?? []
        if filters.isEmpty, let namespace = rule["namespace"]?.elements, namespace.count == 3, rule["force"] == nil {
            filters = [
                [
                    "attribute": .string(attribute), "seed": .string("__" + (namespace[0].stringValue ?? "")),
                    "ranges": [.array(Array(namespace[1...]))], "hashVersion": 1,
                ]
            ]
        }
        var rules: [JSONValue] = []
        for filter in filters {
            let attribute = filter["attribute"]?.text ?? "id"
            let shares = (filter["ranges"]?.elements ?? []).map { (value: Int?.some(0), range: Self.range($0)) }
            let draw = try draw(filter, seed: "", attribute, shares, version: 2)
            rules += [try present(attribute), draw?.holds(in: nil) { $0 != nil } ?? false]
            if case .object = rules[rules.count - 1] { flag.warnings.insert(ImportedDraw.warning) }
        }
        return rules
    }

    // MARK: Shares

    /// The number of positions.
    private static let total = 10_000

    /// Returns the range in which a forced value applies; `nil` for everyone.
    private func range(of rule: [String: JSONValue]) -> ClosedRange<Double>? {
        if let range = rule["range"], range != .null { return Self.range(range) }
        return (rule["coverage"]?.doubleValue).map { 0...max(0, $0) }
    }

    private static func range(_ value: JSONValue) -> ClosedRange<Double> {
        let bounds = value.elements.compactMap(\.doubleValue)
        guard bounds.count == 2, bounds[0] <= bounds[1] else { return 0...0 }
        return bounds[0]...bounds[1]
    }

    /// Returns the ranges of variations by their weights, each of which is covered in part.
    private static func ranges(_ rule: [String: JSONValue], count: Int) -> [ClosedRange<Double>] {
        let coverage = min(max(rule["coverage"]?.doubleValue ?? 1, 0), 1)
        var weights = rule["weights"]?.elements.compactMap(\.doubleValue) ?? []
        if weights.count != count || !(0.99...1.01).contains(weights.reduce(0, +))
            || weights.contains(where: { $0 < 0 })
        {
            weights = Array(repeating: 1 / Double(count), count: count)
        }
        var start = 0.0
        return weights.map { weight in
            defer { start += weight }
            return start...start + coverage * weight
        }
    }

    /// Returns the draw of values by ranges, with shares without a value between them; `nil` if nothing is drawn.
    private func draw(
        _ rule: [String: JSONValue], seed: String, _ attribute: String,
        _ ranges: [(value: Int?, range: ClosedRange<Double>)], version: Int = 1
    ) throws(ImportError) -> ImportedDraw? {
        guard [1, 2].contains(rule["hashVersion"]?.intValue ?? version) else { return nil }
        guard case .object(let variable) = try GrowthBookCondition.attribute(attribute),
            let path = variable["var"]?.stringValue, !path.contains(".")
        else { throw ImportError("The name of the attribute “\(attribute)” is a path here.") }
        func position(_ bound: Double) -> Int { Int((min(max(bound, 0), 1) * Double(Self.total)).rounded()) }
        var shares: [(value: Int?, weight: Int)] = []
        var start = 0
        for (value, range) in ranges.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let (lower, upper) = (max(position(range.lowerBound), start), position(range.upperBound))
            guard upper > lower else { continue }
            if lower > start { shares.append((nil, lower - start)) }
            shares.append((value, upper - lower))
            start = upper
        }
        if start < Self.total { shares.append((nil, Self.total - start)) }
        return ImportedDraw(seed: rule["seed"]?.text ?? seed, attribute: path, shares: shares)
    }
}
