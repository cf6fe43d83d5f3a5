package import FiresteelBase
import FiresteelFlagAuthoring

/// The evidence of a guard so far, and its decision.
///
/// It is stored with each look, so that a restart and another node continue where the last look ended.
package struct GuardState: Sendable, Hashable {
    package enum Decision: String, Sendable {
        case proceed
        case wait
        case harm
    }

    /// The identifier of the plan.
    package let plan: String
    /// The change by which a person last started, edited or resumed the plan: it begins the evidence anew.
    package let attempt: Int64
    /// The beginning of the evidence, in milliseconds since 1970.
    package let begun: Int64
    /// The feature whose failures count, empty for all actions.
    package let feature: String
    /// The number of steps taken, which the open strata belong to.
    package private(set) var step: Int
    /// The strata of the steps before.
    private(set) var closed: [GuardStrata] = []
    /// The counts of the step in hours that aren't read again.
    private var settled: GuardStrata = [:]
    /// The first hour that is read.
    package private(set) var from: Int64
    /// The counts that there were in these hours when the step was taken.
    private var baseline: GuardStrata = [:]
    /// The counts of the step.
    package private(set) var open: GuardStrata = [:]
    /// The time of the last look.
    package var checked: Int64 = 0
    package var decision = Decision.wait
    /// Why, as a sentence.
    package var reason = ""
    /// The figures by outcome, as the API has them.
    package var metrics: [JSONValue] = []
    /// The number of the change by which the guard acted; 0 if it notified people only.
    package var acted: Int64?

    /// For how long hours are read again, because sessions are counted at the hour in which they began.
    private static let memory = 48 * InsightTime.hour

    /// Begins with a step that was taken at a time, and the counts that there are at the first look.
    init(
        plan: TargetingPlan, attempt: Int64, since: Int64, feature: String,
        _ counts: (Range<Int64>) throws -> GuardStrata
    )
        rethrows
    {
        self.plan = plan.id
        self.attempt = attempt
        self.feature = feature
        begun = InsightTime.hour(of: since)
        step = plan.stepsTaken
        from = begun
        baseline = try counts(from..<Int64.max)
    }

    /// All strata, by step.
    var strata: [GuardStrata] { closed + [open] }

    /// Begins the strata of a step.
    mutating func begin(step: Int, since: Int64, _ counts: (Range<Int64>) throws -> GuardStrata) rethrows {
        let comparable = open.filter(\.value.isComparable)
        if !comparable.isEmpty { closed.append(comparable) }
        self.step = step
        from = InsightTime.hour(of: since)
        settled = [:]
        baseline = try counts(from..<Int64.max)
        open = [:]
    }

    /// Reads the counts of the step.
    mutating func read(now: Int64, _ counts: (Range<Int64>) throws -> GuardStrata) rethrows {
        let limit = InsightTime.hour(of: now - Self.memory)
        // Hours of before yesterday are settled, so that a look costs the same on each day of a step.
        if limit >= from + Self.memory {
            settled = try settled + counts(from..<limit) - baseline
            baseline = [:]
            from = limit
        }
        open = try settled + counts(from..<Int64.max) - baseline
    }
}

extension GuardState {
    /// The state as it is stored.
    package var stored: String {
        var members: [String: JSONValue] = [
            "plan": .string(plan), "attempt": .int(Int(attempt)), "begun": .int(Int(begun)),
            "feature": .string(feature), "step": .int(step), "closed": .array(closed.map(\.json)),
            "settled": settled.json, "from": .int(Int(from)), "baseline": baseline.json, "open": open.json,
            "checked": .int(Int(checked)), "decision": .string(decision.rawValue), "reason": .string(reason),
            "metrics": .array(metrics),
        ]
        members["acted"] = acted.map { .int(Int($0)) }
        return JSONValue.object(members).json()
    }

    /// Reads a stored state; `nil` if it can't be read, so that the evidence starts again.
    package init?(stored text: String) {
        guard let members = (try? JSONValue(json: Array(text.utf8)))?.members,
            let plan = members["plan"]?.stringValue, let attempt = members["attempt"]?.intValue,
            let begun = members["begun"]?.intValue, let step = members["step"]?.intValue,
            let from = members["from"]?.intValue, from.magnitude < 1 << 53
        else { return nil }
        self.plan = plan
        self.attempt = Int64(attempt)
        self.begun = Int64(begun)
        self.step = step
        self.from = Int64(from)
        feature = members["feature"]?.stringValue ?? ""
        if case .array(let closed)? = members["closed"] { self.closed = closed.map { GuardStrata(json: $0) } }
        settled = GuardStrata(json: members["settled"])
        baseline = GuardStrata(json: members["baseline"])
        open = GuardStrata(json: members["open"])
        checked = Int64(members["checked"]?.intValue ?? 0)
        decision = members["decision"]?.stringValue.flatMap(Decision.init(rawValue:)) ?? .wait
        reason = members["reason"]?.stringValue ?? ""
        if case .array(let metrics)? = members["metrics"] { self.metrics = metrics }
        acted = members["acted"]?.intValue.map(Int64.init)
    }

    /// The timed sessions of the step in versions that have both variants.
    var stepTimed: (exposed: Int64, unexposed: Int64) {
        open.values.filter(\.isComparable).reduce((0, 0)) { ($0.0 + $1.exposed.timed, $0.1 + $1.unexposed.timed) }
    }

    /// The sessions of the step in versions that have both variants.
    package var stepRuns: (exposed: Int64, unexposed: Int64) {
        open.values.filter(\.isComparable).reduce((0, 0)) {
            ($0.0 + $1.exposed.sessions, $0.1 + $1.unexposed.sessions)
        }
    }
}
