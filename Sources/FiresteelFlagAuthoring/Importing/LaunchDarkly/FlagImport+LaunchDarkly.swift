package import FiresteelFlags

extension FlagImport {
    /// Converts an export of LaunchDarkly's flags to editable flags: the response of its API with all flags of a project,
    /// or the flags and segments that its SDKs receive.
    ///
    /// The key of a user is the targeting key. Targets, rules, their order and their clauses stay the same, and shares do,
    /// but people are drawn by another hash.
    ///
    /// - Parameters:
    ///   - members: The file.
    ///   - environment: The environment that gets the rules, which is read if the file has one of this name.
    ///   - source: The environment of the file that is read instead.
    /// - Throws: An error if the environment is unclear.
    package init(launchDarkly members: [String: JSONValue], environment: String, source: String?) throws(ImportError) {
        self.init(items: EditableFlags())
        var reader = try LaunchDarklyReader(members, environment: environment, source: source)
        for key in reader.flags.keys.sorted() {
            let flag = Result { () throws(ImportError) in try reader.flag(key) }
            items.segments = reader.segments.compactMapValues { try? $0.get() }
            add(key, flag)
        }
        for key in reader.documents.keys.sorted() {
            do {
                items.segments[key] = try reader.segment(key)
            } catch {
                diagnostics.append(FlagDocumentDiagnostic(item: .segment(key), path: "$", message: error.reason))
            }
        }
        removeOrphans()
    }
}

/// Reads flags of LaunchDarkly.
struct LaunchDarklyReader: PrerequisiteReader {
    /// The flags, with the members of their environment.
    private(set) var flags: [String: Result<[String: JSONValue], ImportError>] = [:]
    /// The segments of the file.
    let documents: [String: JSONValue]
    private(set) var segments: [String: Result<FlagSegment, ImportError>] = [:]
    /// The segments that are being read, each for the one before.
    private var segmentDepth = 0
    private var segmentWarnings: [String: Set<String>] = [:]
    var known: [String: Result<ImportedFlag, ImportError>] = [:]
    var pending: Set<String> = []

    init(_ members: [String: JSONValue], environment: String, source: String?) throws(ImportError) {
        let members = members["data"]?.members ?? members
        documents = members["segments"]?.members ?? [:]
        for (key, value) in members["flagValues"]?.members ?? [:] {
            flags[key] = .success(["variations": [value], "on": true, "fallthrough": ["variation": 0]])
        }
        for (key, flag) in members["flags"]?.members ?? [:] where flag.members["deleted"] != true {
            flags[key] = .success(flag.members)
        }
        let items = (members["items"]?.elements ?? []).map(\.members)
        guard !items.isEmpty else { return }
        let environments = Set(items.flatMap { $0["environments"]?.members.keys.map { $0 } ?? [] })
        let name = try ImportLogic.environment(environments, like: environment, named: source)
        for item in items where item["archived"] != true {
            guard let key = item["key"]?.text else { continue }
            guard let state = item["environments"]?.members[name]?.members, state["fallthrough"] != nil else {
                flags[key] = .failure(
                    ImportError(
                        "The file has no rules of it in “\(name)”. Export it with “summary=0”, in this environment."))
                continue
            }
            flags[key] = .success(item.merging(state) { own, _ in own })
        }
    }

    mutating func read(_ key: String) throws(ImportError) -> ImportedFlag {
        guard let members = try flags[key]?.get() else { throw ImportError("The file has no such flag.") }
        var flag = ImportedFlag()
        (flag.name, flag.description) = (members["name"]?.text, members["description"]?.text)
        flag.tags = members["tags"]?.elements.compactMap(\.text) ?? []
        flag.isOn = members["on"] == true
        for variation in members["variations"]?.elements ?? [] {
            // Of the API, each is an object with a name.
            let value = members["environments"] == nil ? variation : variation.members["value"] ?? .null
            let name = members["environments"] == nil ? nil : variation.members["name"]?.text
            flag.values.append((name ?? value.importName, value))
        }
        flag.off = try index(members["offVariation"], flag)
        for prerequisite in members["prerequisites"]?.elements ?? [] { try add(prerequisite.members, &flag) }
        try addTargets(members, &flag)
        for rule in members["rules"]?.elements.map(\.members) ?? [] {
            var conditions: [JSONValue] = []
            for clause in rule["clauses"]?.elements ?? [] {
                conditions.append(try self.rule(clause.members, &flag.warnings))
            }
            try add(rule, key, conditions, &flag)
        }
        try add(members["fallthrough"]?.members ?? [:], key, [], &flag)
        return flag
    }

    private func index(_ value: JSONValue?, _ flag: ImportedFlag) throws(ImportError) -> Int? {
        guard let value, value != .null else { return nil }
        guard let index = value.intValue, flag.values.indices.contains(index) else {
            throw ImportError("It has no variation \(value.json()).")
        }
        return index
    }

    private mutating func add(_ prerequisite: [String: JSONValue], _ flag: inout ImportedFlag) throws(ImportError) {
        let key = prerequisite["key"]?.text ?? ""
        let wanted = prerequisite["variation"]?.intValue
        let isBool = flag.values.allSatisfy { $0.value.type == .bool }
        let isOffFalse = flag.off.map { flag.values[$0].value } == false
        if flag.parent == nil, flag.rules.isEmpty, isBool, isOffFalse, let other = try? self.flag(key), let wanted,
            other.values.map(\.value) == (wanted == 0 ? [true, false] : [false, true]), other.off == 1 - wanted
        {
            flag.parent = key
            return
        }
        let holds = try self.prerequisite(key, of: &flag) { other, value in other.isOn && value == wanted }
        flag.add(nil, [ImportLogic.not(holds)], .value(flag.off))
    }

    private mutating func addTargets(
        _ members: [String: JSONValue], _ flag: inout ImportedFlag
    ) throws(ImportError) {
        let users = (members["targets"]?.elements ?? []).map(\.members)
        let contexts = (members["contextTargets"]?.elements ?? []).map(\.members)
        for target in contexts.isEmpty ? users : contexts {
            var target = target
            let kind = target["contextKind"]?.text ?? "user"
            // Users are listed in `targets`, and `contextTargets` has their position.
            if kind == "user", target["values"]?.elements.isEmpty != false,
                let users = users.first(where: { $0["variation"] == target["variation"] })
            {
                target = users
            }
            guard let values = target["values"]?.elements, !values.isEmpty else { continue }
            let condition = try member(of: values, kind: kind, &flag.warnings)
            flag.add("Targets", [condition], .value(try index(target["variation"], flag)))
        }
    }

    /// Returns the rule that the key of a context is one of some values.
    private func member(
        of values: [JSONValue], kind: String, _ warnings: inout Set<String>
    ) throws(ImportError) -> JSONValue {
        var clause = LaunchDarklyClause()
        let variable = try clause.variable("key", kind: kind)
        warnings.formUnion(clause.warnings)
        return ["in": [variable, .array(values)]]
    }

    /// Adds the result of a rule, a variation or a rollout.
    private func add(
        _ rule: [String: JSONValue], _ key: String, _ conditions: [JSONValue], _ flag: inout ImportedFlag
    ) throws(ImportError) {
        let name = rule["description"]?.text
        if let variation = try index(rule["variation"], flag) {
            return flag.add(name, conditions, .value(variation))
        }
        let rollout = rule["rollout"]?.members ?? [:]
        var shares: [(value: Int?, weight: Int)] = []
        for share in rollout["variations"]?.elements.map(\.members) ?? [] {
            let weight = min(share["weight"]?.intValue ?? 0, 100_000)
            if weight > 0, let index = try index(share["variation"], flag) { shares.append((index, weight)) }
        }
        guard let first = shares.first?.value else { throw ImportError("A rule has no variation and no rollout.") }
        shares[shares.count - 1].weight += max(0, 100_000 - shares.reduce(0) { $0 + $1.weight })
        var clause = LaunchDarklyClause()
        let attribute = rollout["kind"] == "experiment" ? nil : rollout["bucketBy"]?.text
        let variable = try clause.variable(attribute ?? "key", kind: rollout["contextKind"]?.text)
        flag.warnings.formUnion(clause.warnings)
        guard let path = variable.members["var"]?.stringValue else { throw ImportError("It draws by “anonymous”.") }
        if path != "targetingKey", shares.count > 1 {
            // Without a text or a whole number, the position is 0.
            let isWhole = ImportLogic.all([ImportLogic.isNumber(variable), ["==": [["%": [variable, 1]], 0]]])
            let isDrawn = ImportLogic.all([variable, ImportLogic.any([ImportLogic.isText(variable), isWhole])])
            flag.add(name, conditions + [ImportLogic.not(isDrawn)], .value(first))
        }
        let seed = rollout["seed"]?.intValue.map { "\($0)" } ?? key
        flag.add(name, conditions, drawing: ImportedDraw(seed: seed, attribute: path, shares: shares))
    }

    // MARK: Clauses and segments

    private mutating func rule(
        _ members: [String: JSONValue], _ warnings: inout Set<String>
    ) throws(ImportError) -> JSONValue {
        guard members["op"] == "segmentMatch" else {
            var clause = LaunchDarklyClause()
            let rule = try clause.rule(members)
            warnings.formUnion(clause.warnings)
            return rule
        }
        var rules: [JSONValue] = []
        for key in members["values"]?.elements.compactMap(\.stringValue) ?? [] {
            do {
                _ = try segment(key)
            } catch {
                throw ImportError("Its segment “\(key)” can't be imported: \(error.reason)")
            }
            rules.append(["$ref": .string(key)])
            warnings.formUnion(segmentWarnings[key] ?? [])
        }
        return members["negate"] == true ? ImportLogic.not(ImportLogic.any(rules)) : ImportLogic.any(rules)
    }

    /// Returns a segment, which is read once.
    mutating func segment(_ key: String) throws(ImportError) -> FlagSegment {
        if let known = segments[key] { return try known.get() }
        guard segmentDepth < 20 else { throw ImportError("It depends on segments in more than 20 levels.") }
        segmentDepth += 1
        defer { segmentDepth -= 1 }
        // Until it is read, it depends on itself.
        segments[key] = .failure(ImportError("It depends on itself."))
        let result = Result { () throws(ImportError) in try readSegment(key) }
        segments[key] = result
        return try result.get()
    }

    private mutating func readSegment(_ key: String) throws(ImportError) -> FlagSegment {
        guard let members = documents[key]?.members else { throw ImportError("It isn't in the file.") }
        guard members["unbounded"] != true else { throw ImportError("Its members are in a store of LaunchDarkly.") }
        var warnings: Set<String> = []
        let included = try lists(members, "included", &warnings)
        let excluded = try lists(members, "excluded", &warnings)
        var rules: [JSONValue] = []
        for rule in members["rules"]?.elements.map(\.members) ?? [] {
            var conditions: [JSONValue] = []
            for clause in rule["clauses"]?.elements ?? [] {
                conditions.append(try self.rule(clause.members, &warnings))
            }
            if let weight = rule["weight"]?.intValue.map({ max($0, 0) }), weight < 100_000 {
                var clause = LaunchDarklyClause()
                let variable = try clause.variable(
                    rule["bucketBy"]?.text ?? "key", kind: rule["rolloutContextKind"]?.text)
                guard let path = variable.members["var"]?.stringValue else {
                    throw ImportError("It draws by “anonymous”.")
                }
                let shares = [(value: Int?.some(0), weight: weight), (value: nil, weight: 100_000 - weight)]
                let draw = ImportedDraw(seed: key, attribute: path, shares: shares.filter { $0.weight > 0 })
                conditions += [variable, draw.holds(in: nil) { $0 != nil }]
                warnings.formUnion(clause.warnings.union([ImportedDraw.warning]))
            }
            rules.append(ImportLogic.all(conditions))
        }
        segmentWarnings[key] = warnings
        let matching: JSONValue =
            excluded.isEmpty
            ? ["or": .array(rules)] : ["and": [ImportLogic.not(ImportLogic.any(excluded)), ImportLogic.any(rules)]]
        let logic: JSONValue =
            included.isEmpty
            ? rules.isEmpty ? false : matching
            : rules.isEmpty ? ImportLogic.any(included) : ["or": [ImportLogic.any(included), matching]]
        var segment = FlagSegment(logic: logic)
        (segment.name, segment.description) = (members["name"]?.text, members["description"]?.text)
        return segment
    }

    /// Returns the rules that a context is in one of a segment's lists.
    private func lists(
        _ members: [String: JSONValue], _ name: String, _ warnings: inout Set<String>
    ) throws(ImportError) -> [JSONValue] {
        var rules: [JSONValue] = []
        let users: [String: JSONValue] = ["values": members[name] ?? []]
        for list in [users] + (members["\(name)Contexts"]?.elements.map(\.members) ?? []) {
            guard let values = list["values"]?.elements, !values.isEmpty else { continue }
            rules.append(try member(of: values, kind: list["contextKind"]?.text ?? "user", &warnings))
        }
        return rules
    }
}
