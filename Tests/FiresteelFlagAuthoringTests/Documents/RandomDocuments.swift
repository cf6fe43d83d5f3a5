import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting

/// Editable flags as an editor writes them, the same ones for the same seed.
struct RandomDocuments {
    var values: RandomValues
    private static let segments = ["employees", "testers", "nested"]

    init(seed: UInt64) { values = RandomValues(seed: seed) }

    mutating func documents() -> EditableFlags {
        var documents = EditableFlags()
        documents.segments["employees"] = FlagSegment(if: [.attribute("email", .endsWith, ["@example.com"])])
        documents.segments["testers"] = segment(mayNest: false)
        documents.segments["nested"] = segment(mayNest: true)
        for index in 0..<values.number(1..<6) {
            let key = "flag-\(index)"
            let flag = flag()
            documents.flags[key] = flag
            documents.targetings[key] = targeting(of: flag)
        }
        if values.number(0..<2) == 0 { documents.metadata["flagSetId"] = "documents" }
        return documents
    }

    /// A context of the attributes that conditions read.
    mutating func context() -> EvaluationContext {
        var context = EvaluationContext()
        if values.number(0..<5) > 0 { context.targetingKey = "u-\(values.number(0..<40))" }
        let choices: [(String, [JSONValue])] = [
            ("plan", ["premium", "free", 1, "1", .null, ["premium"], true]), ("age", [17, 18, 19.5, "18", -3, .null]),
            ("version", ["3.4.1", "3.4", "v4.0.0", "x", 3, "3.4.1-beta"]),
            ("email", ["a@example.com", "b@other.org", "", 5]),
            ("signedUp", [1_700_000_000, "2023-11-14T22:13:20Z", "2024-01-01", 0]),
            ("roles", [["admin", 1], ["user"], "administrator", []]), ("company", ["A", "B", 7, .null]),
        ]
        for (name, values) in choices where self.values.number(0..<4) > 0 {
            context[name] = self.values.pick(values)
        }
        return context
    }

    private mutating func flag() -> EditableFlag {
        var flag: EditableFlag
        switch values.number(0..<3) {
        case 0: flag = .bool()
        case 1: flag = EditableFlag(type: .string, variants: [.init("a", "A"), .init("b", "B"), .init("c", "C")])
        default: flag = EditableFlag(type: .int, variants: [.init("large", 800), .init("small", 50)])
        }
        if values.number(0..<2) == 0 {
            flag.name = "Name"
            flag.owner = "Team"
            flag.description = "Effect."
            flag.kind = values.pick(FlagKind.allCases)
            flag.expires = FlagDate("2027-03-01")
            flag.tags = ["one", "two"]
            flag.metadata["ticket"] = 12
        }
        return flag
    }

    private mutating func targeting(of flag: EditableFlag) -> FlagTargeting {
        var targeting = FlagTargeting(isOn: values.number(0..<5) > 0)
        let names = flag.variants.map(\.name)
        guard targeting.isOn else {
            if flag.type == .bool {
                targeting.otherwise = .variant("on")
            }
            return targeting
        }
        for index in 0..<values.number(0..<4) {
            let conditions = (0..<values.number(1..<4)).map { _ in condition() }
            targeting.rules.append(TargetingRule(id: "\(index + 1)", if: conditions, then: result(names)))
        }
        if targeting.rules.isEmpty {
            targeting.otherwise = values.number(0..<2) == 0 ? split(names) : .variant(names[0])
        } else if values.number(0..<4) > 0 {
            targeting.otherwise = result(names)
        }
        let isConstant = targeting.rules.isEmpty && targeting.otherwise == .variant(names[0])
        if flag.type != .bool, !isConstant, values.number(0..<2) == 0 {
            targeting.off = .variant(values.pick(names))
        } else if !isConstant, flag.type == .bool, values.number(0..<4) == 0 {
            targeting.off = .programDefault
        }
        return targeting
    }

    private mutating func result(_ names: [String]) -> TargetingResult {
        values.number(0..<3) == 0 ? split(names) : .variant(values.pick(names))
    }

    private mutating func split(_ names: [String]) -> TargetingResult {
        .split(
            names.map { TargetingShare($0, values.number(1..<100)) },
            by: values.number(0..<3) == 0 ? "company" : nil)
    }

    private mutating func segment(mayNest: Bool) -> FlagSegment {
        var segment = FlagSegment()
        if values.number(0..<2) == 0 { segment.people = (0..<values.number(1..<9)).map { "u-\($0)" } }
        if segment.people.isEmpty || values.number(0..<2) == 0 {
            segment.isAny = values.number(0..<2) == 0
            segment.conditions = (0..<values.number(1..<3)).map { _ in attribute() }
            if mayNest { segment.conditions.append(.segment("employees", isMember: values.number(0..<2) == 0)) }
        }
        return segment
    }

    private mutating func condition() -> FlagCondition {
        switch values.number(0..<5) {
        case 0: .segment(values.pick(Self.segments), isMember: values.number(0..<2) == 0)
        case 1: .logic([">": [["+": [["var": "age"], 1]], 10]])
        default: attribute()
        }
    }

    private mutating func attribute() -> FlagCondition {
        let comparison = values.pick(FlagComparison.allCases)
        switch comparison {
        case .oneOf, .notOneOf:
            return .attribute("plan", comparison, values.pick([["premium"], ["free", "premium"], [1, "x", true]]))
        case .contains, .notContains:
            return .attribute("roles", comparison, values.pick([["admin"], ["user", "admin"], [1]]))
        case .startsWith, .endsWith:
            return .attribute("email", comparison, values.pick([["a@"], ["@example.com", ".org"]]))
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return .attribute("age", comparison, [values.pick([18, -2, 19.5])])
        case .exists, .notExists: return .attribute(values.pick(["plan", "company"]), comparison)
        case .before, .after:
            return .attribute(
                values.pick(["signedUp", "$flagd.timestamp"]), comparison,
                [values.pick(["2023-11-14T22:13:20Z", "2024-06-01T00:00:00Z"])])
        default: return .attribute("version", comparison, [values.pick(["3.4.1", "3.4", "4.0.0-beta.1"])])
        }
    }
}
