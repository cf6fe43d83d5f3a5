import FiresteelBase
import FiresteelFlagAuthoring

/// Completes a change of a targeting that has a rollout plan: the server's fields, and the consequences for the plan.
///
/// - A changed number of steps moves the rollout, and the wait for the next step counts from then.
/// - A running plan pauses if its rollout is changed, set back, or no longer applies: a plan never overwrites a person's
///   decision.
/// - Times and the starting change are never those that a caller sends, so no caller can hurry a step.
struct PlanSettling {
    /// The number that the change will have.
    let number: Int64
    /// The time; `nil` for a preview.
    let now: Int64?
    /// Whether the plan itself makes the change.
    let isStep: Bool

    /// Returns a difference with its plan completed.
    func settled(_ difference: ItemDifference) -> ItemDifference {
        // One that can't be read is an error of validation.
        guard difference.item.kind == .targeting, let after = difference.after, after.members["plan"] != nil,
            var targeting = try? FlagTargeting(json: after), let sent = targeting.plan
        else { return difference }
        let before = difference.before.flatMap { try? FlagTargeting(json: $0) }
        let sentResult = targeting.result(movedBy: sent)
        let plan = settled(sent, in: &targeting, before)
        var members = after.members
        if plan != sent { members["plan"] = plan.json }
        if let result = targeting.result(movedBy: plan), result != sentResult {
            Self.set(result, movedBy: plan, in: &members)
        }
        return ItemDifference(difference.item, before: difference.before, after: .object(members))
    }

    private func settled(
        _ sent: TargetingPlan, in targeting: inout FlagTargeting, _ before: FlagTargeting?
    ) -> TargetingPlan {
        var plan = sent
        plan.since = nil
        plan.started = nil
        if !isStep { plan.why = nil }
        guard let before, let old = before.plan, old.id == plan.id else {
            if plan.state == .running, plan.stepsTaken > 0 {
                pause(&plan, "It was copied while it was running. Resume it to continue.")
            }
            finish(&plan)
            if plan.state == .running { plan.started = Int(number) }
            return plan
        }
        plan.since = old.since
        plan.started = old.started
        if !isStep, plan.state == old.state { plan.why = old.why }
        let isChanged = before.result(movedBy: plan) != targeting.result(movedBy: plan)
        if plan.stepsTaken != old.stepsTaken {
            plan.since = now.map { Int($0) }
            // A guard's step back from the first step leaves the variant to no one.
            let none = isStep && plan.stepsTaken == 0 ? TargetingResult.variant(plan.rest) : nil
            if let result = plan.result(afterSteps: plan.stepsTaken) ?? none, !isChanged {
                targeting.setResult(result, movedBy: plan)
            }
        } else if plan.state == .running, old.state != .running {
            plan.since = now.map { Int($0) }
        }
        finish(&plan)
        if plan.state == .running, old.state == .running, !isStep {
            let isExpected = targeting.result(movedBy: plan) == plan.result(afterSteps: plan.stepsTaken)
            if let obstacle = targeting.obstacle(to: plan) {
                pause(&plan, obstacle)
            } else if plan.stepsTaken < old.stepsTaken {
                pause(&plan, "The rollout was set back to an earlier step.")
            } else if isChanged, !isExpected {
                pause(&plan, "The rollout was changed.")
            }
        }
        if !isStep, plan.state == .running, old.state != .running || !Self.isSamePlan(old, plan) {
            plan.started = Int(number)
        }
        return plan
    }

    private func pause(_ plan: inout TargetingPlan, _ reason: String) {
        plan.state = .paused
        plan.why = reason
    }

    private func finish(_ plan: inout TargetingPlan) {
        if plan.state == .running, !plan.steps.isEmpty, plan.stepsTaken == plan.steps.count { plan.state = .finished }
    }

    /// Whether two versions of a plan lead to the same steps.
    private static func isSamePlan(_ old: TargetingPlan, _ new: TargetingPlan) -> Bool {
        var old = old
        old.state = new.state
        old.stepsTaken = new.stepsTaken
        old.since = new.since
        old.started = new.started
        old.why = new.why
        return old == new
    }

    /// Sets a result in the JSON of a targeting, whose other members remain as they were written.
    private static func set(
        _ result: TargetingResult, movedBy plan: TargetingPlan, in members: inout [String: JSONValue]
    ) {
        guard let id = plan.rule else {
            members["otherwise"] = result.json
            return
        }
        guard case .array(var rules)? = members["rules"],
            let index = rules.firstIndex(where: { $0.members["id"] == .string(id) })
        else { return }
        var rule = rules[index].members
        rule["then"] = result.json
        rules[index] = .object(rule)
        members["rules"] = .array(rules)
    }
}
