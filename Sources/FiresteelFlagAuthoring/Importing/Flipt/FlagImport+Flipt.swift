package import FiresteelFlags

extension FlagImport {
    /// Converts an export of Flipt, a document of version 1, to editable flags.
    ///
    /// A flag of variants has their keys as values, and the flag `key.attachment` has their attachments. The entity is the
    /// targeting key. Segments, rules and rollouts stay the same, and shares do, but people are drawn by another hash.
    package init(flipt members: [String: JSONValue]) {
        self.init(items: EditableFlags())
        let reader = FliptReader(members["segments"]?.elements.map(\.members) ?? [])
        for (key, segment) in reader.segments.sorted(by: { $0.key < $1.key }) {
            do {
                items.segments[key] = try segment.get()
            } catch {
                diagnostics.append(FlagDocumentDiagnostic(item: .segment(key), path: "$", message: error.reason))
            }
        }
        for flag in members["flags"]?.elements.map(\.members) ?? [] {
            guard let key = flag["key"]?.text else { continue }
            let result = Result { () throws(ImportError) in try reader.read(flag, key) }
            add(key, result)
            guard var attachments = try? result.get(), reader.hasAttachments(flag) else { continue }
            for (index, variant) in (flag["variants"]?.elements ?? []).enumerated() {
                attachments.values[index].value = variant.members["attachment"] ?? .null
            }
            add("\(key).attachment", .success(attachments))
        }
    }
}

/// Reads flags of Flipt.
struct FliptReader {
    /// The segments by their keys.
    private(set) var segments: [String: Result<FlagSegment, ImportError>] = [:]
    private var segmentWarnings: [String: Set<String>] = [:]

    init(_ segments: [[String: JSONValue]]) {
        for segment in segments {
            guard let key = segment["key"]?.text else { continue }
            var constraint = FliptConstraint()
            self.segments[key] = Result { () throws(ImportError) in try Self.segment(segment, &constraint) }
            segmentWarnings[key] = constraint.warnings
        }
    }

    private static func segment(
        _ members: [String: JSONValue], _ constraint: inout FliptConstraint
    ) throws(ImportError) -> FlagSegment {
        var rules: [JSONValue] = []
        for part in members["constraints"]?.elements ?? [] { rules.append(try constraint.rule(part.members)) }
        let isAny = members["match_type"]?.text?.hasPrefix("ANY") == true
        // Without constraints everyone is a member.
        var segment = FlagSegment(logic: rules.isEmpty ? true : .object([isAny ? "or" : "and": .array(rules)]))
        (segment.name, segment.description) = (members["name"]?.text, members["description"]?.text)
        return segment
    }

    func read(_ members: [String: JSONValue], _ key: String) throws(ImportError) -> ImportedFlag {
        var flag = ImportedFlag()
        (flag.name, flag.description) = (members["name"]?.text, members["description"]?.text)
        let isEnabled = members["enabled"] == true
        guard members["type"]?.text != "BOOLEAN_FLAG_TYPE" else {
            flag.values = [("on", true), ("off", false)]
            flag.off = 1
            // Rollouts also apply to a flag that isn't enabled, which is the value for everyone else.
            for rollout in Self.ordered(members["rollouts"]) { try add(rollout, key, &flag) }
            flag.isOn = isEnabled || !flag.rules.isEmpty
            flag.add(nil, [], .value(isEnabled || !flag.isOn ? 0 : 1))
            return flag
        }
        flag.isOn = isEnabled
        let variants = members["variants"]?.elements.map(\.members) ?? []
        flag.values = variants.map { ($0["key"]?.text ?? "", $0["key"] ?? "") }
        flag.off = variants.firstIndex { $0["default"] == true }
        for rule in Self.ordered(members["rules"]) { try add(rule: rule, key, &flag) }
        flag.add(nil, [], .value(flag.off))
        return flag
    }

    /// Whether each variant has an attachment.
    func hasAttachments(_ flag: [String: JSONValue]) -> Bool {
        // The values of a boolean flag aren't its variants.
        guard flag["type"] != "BOOLEAN_FLAG_TYPE" else { return false }
        let variants = flag["variants"]?.elements.map(\.members) ?? []
        return !variants.isEmpty && variants.allSatisfy { $0["attachment"]?.type != nil && $0["attachment"] != "" }
    }

    private static func ordered(_ value: JSONValue?) -> [[String: JSONValue]] {
        let rules = (value?.elements ?? []).map(\.members)
        func rank(_ rule: [String: JSONValue]) -> Int { rule["rank"]?.intValue ?? 0 }
        return rules.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }

    /// Adds a rollout of a Bool flag.
    private func add(
        _ rollout: [String: JSONValue], _ key: String, _ flag: inout ImportedFlag
    ) throws(ImportError) {
        let name = rollout["description"]?.text
        if let threshold = rollout["threshold"]?.members {
            let value = threshold["value"] == true ? 0 : 1
            // Whole percentages: position 12 is below 12.5 %.
            let percentage = Int(min(max(threshold["percentage"]?.doubleValue ?? 0, 0), 100).rounded(.up))
            let shares = [(value: Int?.some(value), weight: percentage), (value: nil, weight: 100 - percentage)]
            let draw = ImportedDraw(seed: key, shares: shares.filter { $0.weight > 0 })
            flag.add(name, [], drawing: draw)
        } else if let segment = rollout["segment"] {
            let value = segment.members["value"] == true ? 0 : 1
            flag.add(name, [try self.rule(segment, &flag)], .value(value))
        }
    }

    /// Adds a rule of a flag of variants.
    private func add(
        rule: [String: JSONValue], _ key: String, _ flag: inout ImportedFlag
    ) throws(ImportError) {
        let condition = try self.rule(rule["segment"] ?? .object(rule), &flag)
        var shares: [(value: Int?, weight: Int)] = []
        for distribution in rule["distributions"]?.elements.map(\.members) ?? [] {
            guard let index = flag.values.firstIndex(where: { $0.value == distribution["variant"] }) else {
                throw ImportError("It has no variant \((distribution["variant"] ?? .null).json()).")
            }
            // As in Flipt, tenths of a percent.
            let weight = Int(min(max(distribution["rollout"]?.doubleValue ?? 0, 0), 100) * 10)
            if weight > 0 { shares.append((index, weight)) }
        }
        let rest = 1_000 - shares.reduce(0) { $0 + $1.weight }
        // Those who aren't drawn have the default variant, and don't continue with the next rule.
        if rest > 0 { shares.append((flag.off, rest)) }
        let isOne = shares.allSatisfy { $0.value == shares[0].value }
        flag.add(nil, [condition], isOne ? .value(shares[0].value) : .draw(ImportedDraw(seed: key, shares: shares)))
    }

    /// Returns the rule that a person is in the segments of a rule or a rollout.
    private func rule(_ value: JSONValue, _ flag: inout ImportedFlag) throws(ImportError) -> JSONValue {
        let members = value.members
        let keys =
            value.text.map { [$0] } ?? (members["keys"] ?? members["segments"])?.elements.compactMap(\.text)
            ?? [members["key"] ?? members["segment"]].compactMap { $0?.text }
        var rules: [JSONValue] = []
        for key in keys {
            guard case .success? = segments[key] else { throw ImportError("Its segment “\(key)” isn't imported.") }
            rules.append(["$ref": .string(key)])
            flag.warnings.formUnion(segmentWarnings[key] ?? [])
        }
        let isAll = members["operator"]?.text?.hasPrefix("AND") == true
        return isAll ? ImportLogic.all(rules) : ImportLogic.any(rules)
    }
}

/// Constraints of Flipt in JsonLogic.
///
/// Flipt's contexts have texts only: other values are converted.
struct FliptConstraint {
    /// The differences that remain.
    private(set) var warnings: Set<String> = []

    /// Returns the rule of a constraint.
    mutating func rule(_ members: [String: JSONValue]) throws(ImportError) -> JSONValue {
        let type = members["type"]?.text ?? ""
        let name = members["operator"]?.text ?? ""
        let property = members["property"]?.text ?? ""
        let isEntity = type.hasPrefix("ENTITY_ID")
        guard let variable = isEntity ? ["var": "targetingKey"] : ImportLogic.variable(property) else {
            throw ImportError("The name of the property “\(property)” is a path or reserved here.")
        }
        let value = members["value"]?.stringValue ?? members["value"]?.json() ?? ""
        // A missing attribute is an empty text.
        let text: JSONValue = ["cat": [variable]]
        switch name {
        case "empty", "notpresent": return ImportLogic.not(text)
        case "notempty", "present": return ["!!": [text]]
        default: break
        }
        let rule =
            switch type.prefix(while: { $0 != "_" }) {
            case "NUMBER": try number(name, value, text)
            case "BOOLEAN": Self.bool(name, text)
            case "DATETIME": try time(name, value, text)
            default: try self.text(name, value, text, variable)
            }
        guard let rule else { throw ImportError("It compares “\(property)” by “\(name)”, which can't be expressed.") }
        return rule
    }

    private mutating func text(
        _ name: String, _ value: String, _ text: JSONValue, _ variable: JSONValue
    ) throws(ImportError) -> JSONValue? {
        func present(_ rule: JSONValue) -> JSONValue { ImportLogic.all([text, rule]) }
        switch name {
        case "eq": return value.isEmpty ? false : ImportLogic.isEqual(variable, asText: value)
        case "neq": return present(["!==": [text, .string(value)]])
        case "contains": return value.isEmpty ? ["!!": [text]] : ["in": [.string(value), text]]
        case "notcontains": return value.isEmpty ? false : present(ImportLogic.not(["in": [.string(value), text]]))
        case "prefix", "suffix":
            warnings.insert("White space around attributes is compared as well; Flipt removes it.")
            return .object([name == "prefix" ? "starts_with" : "ends_with": [text, .string(value)]])
        case "isoneof", "isnotoneof":
            guard let values = Self.list(value), values.allSatisfy({ $0.type == .string }) else {
                throw ImportError("It compares with \(value), which isn't a list of texts.")
            }
            if values.isEmpty { return name == "isoneof" ? false : ["!!": [text]] }
            let isMember: JSONValue = ["in": [text, .array(values)]]
            return present(name == "isoneof" ? isMember : ImportLogic.not(isMember))
        default: return nil
        }
    }

    private func number(_ name: String, _ value: String, _ text: JSONValue) throws(ImportError) -> JSONValue? {
        // Of a text that isn't a number, it equals nothing, also not itself.
        let number: JSONValue = ["-": [text, 0]]
        let isNumber = ImportLogic.all([text, ["==": [number, number]]])
        if name == "isoneof" || name == "isnotoneof" {
            guard let values = Self.list(value), values.allSatisfy({ $0.doubleValue != nil }) else {
                throw ImportError("It compares with \(value), which isn't a list of numbers.")
            }
            let isMember: JSONValue = values.isEmpty ? false : ["in": [number, .array(values)]]
            return ImportLogic.all([isNumber, name == "isoneof" ? isMember : ImportLogic.not(isMember)])
        }
        guard let comparison = Self.comparisons[name] else { return nil }
        guard let wanted = Double(value), wanted.isFinite else {
            throw ImportError("It compares with “\(value)”, which isn't a number.")
        }
        return ImportLogic.all([
            isNumber, .object([comparison: [number, Int(value).map { .int($0) } ?? .double(wanted)]]),
        ])
    }

    private static func bool(_ name: String, _ text: JSONValue) -> JSONValue? {
        switch name {
        case "true": ["in": [text, ["1", "t", "T", "TRUE", "true", "True"]]]
        case "false": ["in": [text, ["0", "f", "F", "FALSE", "false", "False"]]]
        default: nil
        }
    }

    private mutating func time(_ name: String, _ value: String, _ text: JSONValue) throws(ImportError) -> JSONValue? {
        guard let comparison = Self.comparisons[name] else { return nil }
        guard let seconds = DocumentTime.seconds(.string(value)) else {
            throw ImportError("It compares with “\(value)”, which isn't a time in whole seconds.")
        }
        let wanted = DocumentTime.text(seconds)
        warnings.insert("Times are compared as texts in UTC and whole seconds, such as “\(wanted)”.")
        return ImportLogic.all([text, .object([comparison: [text, .string(wanted)]])])
    }

    private static let comparisons = ["eq": "==", "neq": "!=", "lt": "<", "lte": "<=", "gt": ">", "gte": ">="]

    private static func list(_ value: String) -> [JSONValue]? { try? JSONValue(json: Array(value.utf8)).arrayValue }
}
