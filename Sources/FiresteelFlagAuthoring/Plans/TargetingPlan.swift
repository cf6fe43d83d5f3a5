public import FiresteelFlags

/// A rollout plan: the share of people with a variant, changed in timed steps.
///
/// As JSON:
///
/// ```json
/// {
///   "id": "7f3a", "variant": "on", "rest": "off", "state": "running", "step": 1, "since": 1772355600000, "started": 12,
///   "steps": [{"share": 1, "wait": 86400}, {"share": 10, "wait": 86400}, {"share": 100}]
/// }
/// ```
///
/// The plan moves the result of ``FlagTargeting/otherwise``, or that of a rule. It is not part of definitions: programs
/// receive the result of the current step only.
public struct TargetingPlan: Sendable, Hashable {
    /// Whether the plan takes further steps.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The next step is taken at its time.
        case running
        /// No step is taken until the plan is resumed.
        case paused
        /// Ended before its last step.
        case stopped
        /// Ended with its last step.
        case finished
    }

    /// The identifier, which distinguishes a new plan from an edited one.
    public var id: String
    /// The identifier of the rule whose result the plan moves; `nil` for everyone else.
    public var rule: String?
    /// The variant of the share.
    public var variant: String
    /// The variant of the people outside the share.
    public var rest: String
    /// The attribute whose values are split, as in ``TargetingSplit/attribute``.
    public var attribute: String?
    /// The JsonLogic of the bucketing key, as in ``TargetingSplit/bucketingKey``.
    public var bucketingKey: JSONValue?
    /// The steps, in order.
    public var steps: [TargetingPlanStep]
    /// Whether the plan takes further steps.
    public var state: State
    /// The number of steps that were taken.
    ///
    /// As JSON, `step`, omitted if it is 0.
    public var stepsTaken: Int
    /// The time from which the wait for the next step counts, in milliseconds since 1970: that of the last step, or of
    /// resuming the plan.
    package var since: Int?
    /// The number of the change by which a person last started, edited or resumed the plan.
    package var started: Int?
    /// The reason why the server paused the plan.
    package var why: String?
    /// The guard that stops the plan; `nil` for a plan that only people stop.
    package var harmGuard: TargetingPlanGuard?
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a plan that takes its first step immediately.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - rule: The identifier of the rule whose result the plan moves; `nil` for everyone else.
    ///   - variant: The variant of the share.
    ///   - rest: The variant of the people outside the share.
    ///   - attribute: The attribute whose values are split; people by default.
    ///   - steps: The steps.
    public init(
        id: String, rule: String? = nil, variant: String, rest: String, by attribute: String? = nil,
        steps: [TargetingPlanStep]
    ) {
        self.id = id
        self.rule = rule
        self.variant = variant
        self.rest = rest
        self.attribute = attribute
        self.steps = steps
        state = .running
        stepsTaken = 0
        unknownMembers = [:]
    }

    /// The time of the next step, in milliseconds since 1970, 0 for immediately; `nil` if no step is pending.
    package var nextStepTime: Int? {
        guard state == .running, stepsTaken >= 0, stepsTaken < steps.count else { return nil }
        guard stepsTaken > 0 else { return 0 }
        guard let since, let wait = steps[stepsTaken - 1].wait else { return nil }
        let (milliseconds, overflows) = wait.multipliedReportingOverflow(by: 1_000)
        let (time, isBeyond) = since.addingReportingOverflow(milliseconds)
        return overflows || isBeyond ? nil : time
    }

    /// Whether people with and without the variant can be compared after a number of steps: it is neither no one's nor everyone's.
    package func isComparable(afterSteps count: Int) -> Bool {
        steps.indices.contains(count - 1) && (1..<10_000).contains(steps[count - 1].share)
    }

    /// Returns the result after a number of steps; `nil` if there is no such step.
    ///
    /// At 100 and 0 % of people it is one variant, so that it includes contexts without a targeting key.
    public func result(afterSteps count: Int) -> TargetingResult? {
        guard steps.indices.contains(count - 1) else { return nil }
        let share = steps[count - 1].share
        let isByPerson = bucketingKey == nil && (attribute == nil || attribute == "targetingKey")
        if isByPerson, share == 0 || share == 10_000 { return .variant(share == 0 ? rest : variant) }
        let unit = share.isMultiple(of: 100) ? 100 : 1
        var split = TargetingSplit(
            [TargetingShare(variant, share / unit), TargetingShare(rest, (10_000 - share) / unit)], by: attribute)
        split.bucketingKey = bucketingKey
        return TargetingResult(.split(split))
    }
}

extension TargetingPlan {
    /// Reads a plan.
    ///
    /// - Throws: All errors, with their paths.
    package init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { TargetingPlan(value, LogicPath(), &$0) }
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A plan") else { return nil }
        let id = reader.requiredText("id", in: &object, "The plan")
        let rule = reader.text("rule", in: &object)
        let variant = reader.requiredText("variant", in: &object, "The plan")
        let rest = reader.requiredText("rest", in: &object, "The plan")
        let attribute = reader.text("by", in: &object)
        let bucketingKey = object.take("key")
        let steps = reader.elements("steps", in: &object) { TargetingPlanStep($0, $1, &$2) }
        let word = reader.requiredText("state", in: &object, "The plan")
        let state = word.flatMap(State.init(rawValue:))
        if let word, state == nil {
            reader.report(
                path.word("state"), "“\(word)” is not the state of a plan. Use running, paused, stopped or finished.")
        }
        let taken = reader.integer("step", in: &object)
        let since = reader.integer("since", in: &object)
        let started = reader.integer("started", in: &object)
        let why = reader.text("why", in: &object)
        let harmGuard = object.take("guard").flatMap { TargetingPlanGuard($0, path.word("guard"), &reader) }
        guard let id, let variant, let rest, let state else { return nil }
        self.init(id: id, rule: rule, variant: variant, rest: rest, by: attribute, steps: steps)
        self.bucketingKey = bucketingKey
        self.state = state
        stepsTaken = taken ?? 0
        self.since = since
        self.started = started
        self.why = why
        self.harmGuard = harmGuard
        unknownMembers = object.rest
    }

    /// The plan as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        members["id"] = .string(id)
        members["rule"] = rule.map { .string($0) }
        members["variant"] = .string(variant)
        members["rest"] = .string(rest)
        members["by"] = attribute.map { .string($0) }
        members["key"] = bucketingKey
        members["steps"] = .array(steps.map(\.json))
        members["state"] = .string(state.rawValue)
        if stepsTaken != 0 { members["step"] = .int(stepsTaken) }
        members["since"] = since.map { .int($0) }
        members["started"] = started.map { .int($0) }
        members["why"] = why.map { .string($0) }
        members["guard"] = harmGuard?.json
        return .object(members)
    }
}

extension FlagTargeting {
    /// The result that a plan moves: that of its rule, or of everyone else; `nil` if there is none.
    package func result(movedBy plan: TargetingPlan) -> TargetingResult? {
        guard let id = plan.rule else { return otherwise }
        return rules.first { $0.id == id }?.result
    }

    /// Sets the result that a plan moves; nothing if its rule no longer exists.
    package mutating func setResult(_ result: TargetingResult, movedBy plan: TargetingPlan) {
        guard let id = plan.rule else {
            otherwise = result
            return
        }
        if let index = rules.firstIndex(where: { $0.id == id }) { rules[index].result = result }
    }

    /// Returns the reason why a plan can't take steps here; `nil` if it can.
    package func obstacle(to plan: TargetingPlan) -> String? {
        if !isOn { return "The flag is off." }
        if logic != nil { return "JsonLogic replaces the rules." }
        if let id = plan.rule, !rules.contains(where: { $0.id == id }) { return "There is no rule “\(id)”." }
        return nil
    }
}
