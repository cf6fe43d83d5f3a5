import FiresteelFlags

/// Writes items as lines, completely: nothing is shortened.
struct DocumentLines {
    let segments: [String: FlagSegment]

    func lines(of flag: EditableFlag) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append("\(label): \(text)") } }
        add("name", flag.name)
        add("type", flag.type.documentName)
        for variant in flag.variants {
            lines.append("variant \(Self.quoted(variant.name)): \(variant.value.json())")
            lines += Self.unknown(variant.unknownMembers, "variant \(Self.quoted(variant.name)), ")
        }
        add("description", flag.description)
        add("owner", flag.owner)
        add("kind", flag.kind?.documentName)
        add("expires", flag.expires?.description)
        add("tags", flag.tags.isEmpty ? nil : flag.tags.joined(separator: ", "))
        add("parent", flag.parent.map(Self.quoted))
        add("exclusion group", flag.exclusionGroup.map(Self.quoted))
        if flag.isArchived { lines.append("archived") }
        lines += Self.unknown(flag.metadata, "metadata ")
        return lines + Self.unknown(flag.unknownMembers)
    }

    func lines(of targeting: FlagTargeting) -> [String] {
        var lines = [targeting.isOn ? "on" : "off"]
        switch targeting.off {
        case .automatic: break
        case .variant(let name): lines.append("while off: \(name)")
        case .programDefault: lines.append("while off: the program’s default")
        }
        for (index, rule) in targeting.rules.enumerated() {
            let name = rule.name.map { "\($0): " } ?? ""
            let conditions = rule.conditions.map(text).joined(separator: " and ")
            lines.append("\(index + 1). \(name)if \(conditions): \(text(rule.result))")
            lines += Self.unknown(rule.unknownMembers, "\(index + 1). ")
        }
        if let otherwise = targeting.otherwise {
            lines.append("\(targeting.rules.isEmpty ? "everyone" : "everyone else"): \(text(otherwise))")
        }
        if let logic = targeting.logic { lines.append("logic: \(logic.json())") }
        if let plan = targeting.plan { lines += self.lines(of: plan, in: targeting.rules) }
        return lines + Self.unknown(targeting.unknownMembers)
    }

    private func lines(of plan: TargetingPlan, in rules: [TargetingRule]) -> [String] {
        let place = plan.rule.map { Self.place(ofRule: $0, in: rules) } ?? "everyone else"
        let key = plan.bucketingKey.map { "key \($0.json())" } ?? plan.attribute ?? "person"
        var state = "plan: \(plan.state.rawValue), \(plan.stepsTaken) of \(plan.steps.count) steps taken"
        if let why = plan.why { state += ": \(why)" }
        var lines = [
            state,
            "plan for \(place): \(plan.variant), otherwise \(plan.rest), by \(key == "targetingKey" ? "person" : key)",
        ]
        for (index, step) in plan.steps.enumerated() {
            let wait = step.wait.map { ", then wait \(Self.duration($0))" } ?? ""
            lines.append("plan step \(index + 1): \(step.percent.json()) %\(wait)")
            lines += Self.unknown(step.unknownMembers, "plan step \(index + 1), ")
        }
        if let harmGuard = plan.harmGuard {
            lines += harmGuard.lines
            lines += Self.unknown(harmGuard.unknownMembers, "plan guard, ")
        }
        return lines + Self.unknown(plan.unknownMembers, "plan, ")
    }

    /// Returns a rule as people see it, such as “rule 2 (Beta testers)”.
    private static func place(ofRule id: String, in rules: [TargetingRule]) -> String {
        guard let index = rules.firstIndex(where: { $0.id == id }) else { return "rule \(quoted(id))" }
        return "rule \(index + 1)" + (rules[index].name.map { " (\($0))" } ?? "")
    }

    /// Returns seconds in the largest unit that divides them, such as “2 days”.
    static func duration(_ seconds: Int) -> String {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
        let (size, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
        let count = seconds / size
        return "\(count) \(name)\(count == 1 ? "" : "s")"
    }

    func lines(of segment: FlagSegment) -> [String] {
        var lines: [String] = []
        func add(_ label: String, _ text: String?) { if let text { lines.append("\(label): \(text)") } }
        add("name", segment.name)
        add("description", segment.description)
        add("owner", segment.owner)
        if segment.conditions.count > 1 { lines.append(segment.isAny ? "any of:" : "all of:") }
        lines += segment.conditions.map { "if \(text($0))" }
        lines += segment.people.map { "person \(Self.quoted($0))" }
        return lines + Self.unknown(segment.unknownMembers)
    }

    private func text(_ result: TargetingResult) -> String {
        switch result.outcome {
        case .variant(let name): return name
        case .split(let split):
            let total = split.total ?? 0
            let isExact = split.shares.allSatisfy { total > 0 && $0.weight * 100 % total == 0 }
            let shares = split.shares.map {
                isExact ? "\($0.weight * 100 / total) % \($0.variant)" : "\($0.weight) of \(total) \($0.variant)"
            }
            let key = split.bucketingKey.map { "key \($0.json())" } ?? split.attribute ?? "person"
            return shares.joined(separator: ", ") + ", by \(key == "targetingKey" ? "person" : key)"
        }
    }

    func text(_ condition: FlagCondition) -> String {
        switch condition.test {
        case .segment(let key, let isMember):
            "\(isMember ? "" : "not ")segment \(Self.quoted(segments[key]?.name ?? key))"
        case .attribute(let test): text(test) + (test.isLoose ? " (loosely)" : "")
        case .logic(let rule): "logic \(rule.json())"
        }
    }

    private func text(_ test: AttributeTest) -> String {
        let values = test.values.map(Self.text).joined(separator: ", ")
        let isOne = test.values.count == 1
        return switch test.comparison {
        case .oneOf: "\(test.attribute) is \(isOne ? "" : "one of ")\(values)"
        case .notOneOf: "\(test.attribute) is \(isOne ? "not " : "none of ")\(values)"
        case .contains: "\(test.attribute) contains \(isOne ? "" : "one of ")\(values)"
        case .notContains: "\(test.attribute) doesn’t contain \(isOne ? "" : "any of ")\(values)"
        case .startsWith: "\(test.attribute) starts with \(isOne ? "" : "one of ")\(values)"
        case .endsWith: "\(test.attribute) ends with \(isOne ? "" : "one of ")\(values)"
        case .less, .versionBelow: "\(test.attribute) < \(values)"
        case .lessOrEqual, .versionAtMost: "\(test.attribute) ≤ \(values)"
        case .greater, .versionAbove: "\(test.attribute) > \(values)"
        case .greaterOrEqual, .versionAtLeast: "\(test.attribute) ≥ \(values)"
        case .versionIs: "\(test.attribute) = \(values)"
        case .versionIsNot: "\(test.attribute) ≠ \(values)"
        case .exists: "\(test.attribute) is set"
        case .notExists: "\(test.attribute) is not set"
        case .before: "\(test.attribute) before \(values)"
        case .after: "\(test.attribute) after \(values)"
        }
    }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { quoted(text) } else { value.json() }
    }

    static func quoted(_ text: String) -> String { "“\(text)”" }

    private static func unknown(_ members: [String: JSONValue], _ lead: String = "") -> [String] {
        members.sorted { $0.key < $1.key }.map { "\(lead)\($0.key): \($0.value.json())" }
    }
}
