import FiresteelFlags

/// Reads definitions in flagd's format as editable flags.
struct FlagdReader {
    let definitions: FlagDefinitions
    let environment: String?
    private(set) var items = EditableFlags()
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []

    init(_ definitions: FlagDefinitions, environment: String?) {
        self.definitions = definitions
        self.environment = environment
    }

    mutating func read(_ document: JSONValue) {
        guard case .object(let root) = document else { return }
        for error in definitions.errors {
            let item = error.key.map { FlagDocumentItem.flag($0) }
            diagnostics.append(FlagDocumentDiagnostic(item: item, path: error.path, message: error.message))
        }
        if case .object(let evaluators)? = root["$evaluators"] { readSegments(evaluators) }
        items.metadata = definitions.metadata
        items.metadata["parent"] = nil
        items.metadata["environments"] = nil
        for (key, flag) in Self.flags(root["flags"]) where !definitions.broken.contains(key) { read(flag, key) }
        diagnostics.sort {
            let (first, second) = ($0.item?.order ?? (0, ""), $1.item?.order ?? (0, ""))
            return (first.0, first.1, $0.path) < (second.0, second.1, $1.path)
        }
    }

    /// Returns the flags by their keys; of an array, the first one with each key.
    private static func flags(_ value: JSONValue?) -> [String: [String: JSONValue]] {
        var flags: [String: [String: JSONValue]] = [:]
        switch value {
        case .object(let members)?:
            for case (let key, .object(let flag)) in members { flags[key] = flag }
        case .array(let elements)?:
            for case .object(let flag) in elements {
                guard case .string(let key)? = flag["key"], flags[key] == nil else { continue }
                flags[key] = flag
            }
        default: break
        }
        return flags
    }

    private mutating func readSegments(_ evaluators: [String: JSONValue]) {
        let shared = SharedRules(evaluators)
        for (key, rule) in evaluators {
            if let error = FlagDocumentLimits.keyError(key, "The name of the shared rule") {
                diagnostics.append(FlagDocumentDiagnostic(item: .segment(key), path: "$", message: error))
                continue
            }
            items.segments[key] = FlagSegment(logic: shared.withReferences(rule))
        }
    }

    private mutating func read(_ flag: [String: JSONValue], _ key: String) {
        func report(_ message: String) {
            diagnostics.append(
                FlagDocumentDiagnostic(item: .flag(key), path: LogicPath.flag(key).text, message: message))
        }
        if let error = FlagDocumentLimits.keyError(key, "The key") { return report(error) }
        guard case .object(let values)? = flag["variants"], !values.isEmpty else {
            return report("The flag has no variants, so its type is unknown.")
        }
        guard let type = Self.type(of: Array(values.values)) else {
            return report("The flag's variants have values of different types.")
        }
        let variants = values.map { EditableFlag.Variant($0.key, $0.value) }.sorted {
            ($0.value == true ? 0 : 1, $0.name) < ($1.value == true ? 0 : 1, $1.name)
        }
        if let error = variants.lazy.compactMap({ FlagDocumentLimits.keyError($0.name, "The name of a variant") }).first
        {
            return report(error)
        }
        var item = EditableFlag(type: type, variants: variants)
        if case .object(let metadata)? = flag["metadata"] { item.readMetadata(metadata) }
        // As in definitions: a flag's own member applies, whatever its value.
        let hasParent = if case .object(let metadata)? = flag["metadata"] { metadata["parent"] != nil } else { false }
        if !hasParent, case .string(let parent)? = definitions.metadata["parent"], !parent.isEmpty {
            item.parent = parent
        }
        items.flags[key] = item
        items.targetings[key] = targeting(flag, key, item)
    }

    private static func type(of values: [JSONValue]) -> FlagType? {
        [FlagType.bool, .int, .double, .string, .array, .object].first { type in
            values.allSatisfy { type.includes($0) }
        }
    }

    private mutating func targeting(
        _ flag: [String: JSONValue], _ key: String, _ item: EditableFlag
    ) -> FlagTargeting {
        let fallback = flag["defaultVariant"]?.variantName.flatMap { $0.isEmpty ? nil : item.variant(named: $0)?.name }
        var targeting = FlagTargeting(isOn: isEnabled(flag))
        let logic = flag["targeting"].flatMap { $0 == .null || $0 == .object([:]) ? nil : $0 }
        if let logic {
            // One variant for everyone has another reason in targeting than as default.
            if let (rules, otherwise) = TargetingReader.read(logic, variants: item.variants.map(\.name)),
                !rules.isEmpty || otherwise?.isSplit == true
            {
                (targeting.rules, targeting.otherwise) = (rules, otherwise)
            } else {
                targeting.logic = logic
            }
        }
        guard targeting.isOn else {
            targeting.off = item.falseVariant == nil ? .automatic : .programDefault
            guard let fallback else { return targeting }
            if targeting.logic == nil, targeting.otherwise == nil { targeting.otherwise = .variant(fallback) }
            if targeting.mayHaveNoResult {
                warn(
                    key,
                    "The default variant “\(fallback)” is omitted: the flag is off. If you turn it on, people for whom "
                        + "its targeting has no result get the program's default. Set “off” to change that.")
            }
            return targeting
        }
        targeting.off =
            fallback == item.falseVariant ? .automatic : fallback.map { .variant($0) } ?? .programDefault
        guard let fallback else { return targeting }
        let isFalse = item.type == .bool && item.variant(named: fallback)?.value == false
        guard logic == nil else {
            guard item.type == .bool, !isFalse else { return targeting }
            if targeting.mayHaveNoResult {
                warn(
                    key,
                    "Turning the flag off gives everyone “\(fallback)”, which isn't false: the default variant also "
                        + "applies if the targeting has no result. Set “off” to change both.")
            } else {
                targeting.off = .automatic
                if targeting.otherwise == nil { targeting.otherwise = .variant(fallback) }
            }
            return targeting
        }
        if isFalse {
            // Off for everyone; switched on, it is on for everyone.
            targeting.isOn = false
            targeting.otherwise = item.variants.first { $0.value == true }.map { .variant($0.name) }
        } else {
            targeting.off = .automatic
            targeting.otherwise = .variant(fallback)
        }
        return targeting
    }

    private mutating func warn(_ key: String, _ message: String) {
        diagnostics.append(
            FlagDocumentDiagnostic(
                item: .flag(key), path: LogicPath.flag(key).word("defaultVariant").text, severity: .warning,
                message: message))
    }

    private func isEnabled(_ flag: [String: JSONValue]) -> Bool {
        if let environment {
            var states = definitions.states
            if case .object(let metadata)? = flag["metadata"], case .object(let own)? = metadata["environments"] {
                states = own.mapValues { $0 == "ENABLED" }
            }
            if let isEnabled = states[environment] { return isEnabled }
        }
        return flag["state"] == "ENABLED"
    }
}

extension TargetingResult {
    fileprivate var isSplit: Bool {
        if case .split = outcome { true } else { false }
    }
}

extension FlagTargeting {
    /// Whether the off variant may apply while the flag is on and has an ``otherwise``: JsonLogic and splits may result
    /// in null, a split for people without its attribute or targeting key.
    fileprivate var mayHaveNoResult: Bool {
        logic != nil || otherwise?.isSplit == true || rules.contains { $0.result.isSplit }
    }
}

extension EditableFlag {
    /// Reads the metadata of a definition; members that have another form remain metadata.
    fileprivate mutating func readMetadata(_ metadata: [String: JSONValue]) {
        var rest = metadata
        rest["environments"] = nil
        func text(_ name: String) -> String? {
            guard case .string(let text)? = rest[name] else { return nil }
            rest[name] = nil
            return text
        }
        name = text("name")
        description = text("description")
        owner = text("owner")
        exclusionGroup = text("exclusionGroup")
        if case .string(let text)? = rest["kind"], let kind = FlagKind(rawValue: text) {
            self.kind = kind
            rest["kind"] = nil
        }
        if case .string(let text)? = rest["expires"], let expires = FlagDate(text), expires.description == text {
            self.expires = expires
            rest["expires"] = nil
        }
        if case .array(let values)? = rest["tags"], !values.isEmpty {
            let texts = values.compactMap { if case .string(let text) = $0 { text } else { String?.none } }
            if texts.count == values.count {
                tags = texts
                rest["tags"] = nil
            }
        }
        if case .string(let key)? = rest["parent"] {
            parent = key.isEmpty ? nil : key
            rest["parent"] = nil
        }
        self.metadata = rest
    }
}

/// The shared rules of a document, by their JSON: segments that use others are compiled with copies of them.
private struct SharedRules {
    private var keys: [JSONValue: String] = [:]

    init(_ evaluators: [String: JSONValue]) {
        for (key, rule) in evaluators.sorted(by: { $0.key < $1.key }) where keys[rule] == nil && Self.isSegment(rule) {
            keys[rule] = key
        }
    }

    /// Returns whether a rule is written as a segment's, which no single condition is.
    private static func isSegment(_ rule: JSONValue) -> Bool {
        guard let (name, operands) = LogicReader.operation(rule) else { return false }
        return name == "and" || name == "or" || (name == "in" && FlagSegment.people(operands) != nil)
    }

    /// Returns a rule whose conditions that are copies of shared rules refer to those instead.
    func withReferences(_ rule: JSONValue) -> JSONValue {
        guard let (name, operands) = LogicReader.operation(rule), name == "and" || name == "or" else { return rule }
        if name == "or", operands.count == 2, let (inner, people) = LogicReader.operation(operands[0]), inner == "in",
            FlagSegment.people(people) != nil, let (joined, conditions) = LogicReader.operation(operands[1]),
            joined == "and" || joined == "or"
        {
            return .object([name: [operands[0], .object([joined: .array(conditions.map(reference))])]])
        }
        return .object([name: .array(operands.map(reference))])
    }

    private func reference(_ condition: JSONValue) -> JSONValue {
        if let key = keys[condition] { return ["$ref": .string(key)] }
        guard let (name, operands) = LogicReader.operation(condition), name == "!", operands.count == 1,
            let key = keys[operands[0]]
        else { return condition }
        return ["!": [["$ref": .string(key)]]]
    }
}

extension FlagSegment {
    /// Reads a shared rule.
    init(logic rule: JSONValue) {
        self.init(conditions: rule)
        if conditions.count > FlagDocumentLimits.conditions || people.count > FlagDocumentLimits.people {
            self.init(if: [.logic(rule)])
        }
    }

    private init(conditions rule: JSONValue) {
        self.init()
        if let people = Self.people(rule) {
            self.people = people
            return
        }
        guard let (name, operands) = LogicReader.operation(rule), name == "and" || name == "or", !operands.isEmpty
        else {
            conditions = [LogicReader.condition(rule) ?? .logic(rule)]
            return
        }
        if name == "or", operands.count == 2, let people = Self.people(operands[0]), !people.isEmpty,
            let (inner, conditions) = LogicReader.operation(operands[1]), inner == "and" || inner == "or",
            !conditions.isEmpty
        {
            self.people = people
            isAny = inner == "or"
            self.conditions = conditions.map { LogicReader.condition($0) ?? .logic($0) }
            return
        }
        isAny = name == "or"
        conditions = operands.map { LogicReader.condition($0) ?? .logic($0) }
    }

    private static func people(_ rule: JSONValue) -> [String]? {
        guard let (name, operands) = LogicReader.operation(rule), name == "in" else { return nil }
        return people(operands)
    }

    /// Returns the people of the operands of `in`, or `nil` if they aren't a list of targeting keys.
    fileprivate static func people(_ operands: [JSONValue]) -> [String]? {
        guard operands.count == 2, LogicReader.variable(operands[0]) == "targetingKey",
            case .array(let values) = operands[1]
        else { return nil }
        let people = values.compactMap { if case .string(let text) = $0 { text } else { String?.none } }
        return people.count == values.count ? people : nil
    }
}
