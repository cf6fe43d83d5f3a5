import FiresteelFlags

extension FlagDocumentValidator {
    /// Validates a plan that takes further steps, or may after it is resumed.
    ///
    /// One that ended only says what happened, so it doesn't keep variants and rules from being removed. Its guard still applies.
    mutating func check(
        _ plan: TargetingPlan, in targeting: FlagTargeting, of flag: EditableFlag, _ item: FlagDocumentItem
    ) {
        let path = LogicPath().word("plan")
        if let error = FlagDocumentLimits.keyError(plan.id, "The plan's identifier") {
            report(item, path.word("id"), error)
        }
        guard (0...max(plan.steps.count, 0)).contains(plan.stepsTaken) else {
            return report(
                item, path.word("step"), "The plan has \(plan.steps.count) steps, so “step” must be from 0 to that.")
        }
        // One that ended is watched for a while.
        if let harmGuard = plan.harmGuard { check(harmGuard, item, path.word("guard")) }
        guard plan.state == .running || plan.state == .paused else { return }
        checkVariant(plan.variant, of: flag, item, path.word("variant"))
        checkVariant(plan.rest, of: flag, item, path.word("rest"))
        if plan.variant == plan.rest {
            report(item, path.word("rest"), "The plan moves people to the variant that they have. Use another one.")
        }
        if let attribute = plan.attribute { checkAttribute(attribute, item, path.word("by")) }
        if let key = plan.bucketingKey {
            if case .array = key { report(item, path.word("key"), "The bucketing key must not be an array.") }
            checkLogic(LogicPiece(item: item, path: path.word("key"), logic: key, flag: nil))
        }
        checkSteps(of: plan, item, path.word("steps"))
        if plan.state == .running, let obstacle = targeting.obstacle(to: plan) {
            report(item, path, "The plan can’t take its steps. \(obstacle) Correct that, or pause the plan.")
        }
    }

    private mutating func checkSteps(of plan: TargetingPlan, _ item: FlagDocumentItem, _ path: LogicPath) {
        guard (1...FlagDocumentLimits.steps).contains(plan.steps.count) else {
            return report(item, path, "A plan has 1 to \(FlagDocumentLimits.steps) steps.")
        }
        for (index, step) in plan.steps.enumerated() {
            if step.wait == nil, index == plan.steps.count - 1 { continue }
            guard let wait = step.wait, FlagDocumentLimits.stepWait.contains(wait) else {
                report(
                    item, path.element(index).word("wait"),
                    "The step needs “wait”: the seconds until the next one, from 1 to \(FlagDocumentLimits.stepWait.upperBound), 366 days."
                )
                continue
            }
        }
    }

    private mutating func check(_ harmGuard: TargetingPlanGuard, _ item: FlagDocumentItem, _ path: LogicPath) {
        if let feature = harmGuard.feature, let error = FlagDocumentLimits.keyError(feature, "The guard's feature") {
            report(item, path.word("feature"), error)
        }
        for (name, margin) in [
            ("failureMargin", harmGuard.failureMargin), ("abnormalExitMargin", harmGuard.abnormalExitMargin),
            ("durationMargin", harmGuard.durationMargin),
        ] where margin.map({ !FlagDocumentLimits.guardMargin.contains($0) }) ?? false {
            report(item, path.word(name), "A margin is in percentage points, from 0 to 50.")
        }
        if let limit = harmGuard.durationLimit {
            if !FlagDocumentLimits.guardDuration.contains(limit) {
                report(item, path.word("durationLimit"), "The limit on durations is from 0.001 to 900 seconds.")
            }
            if harmGuard.feature == nil {
                report(item, path.word("feature"), "A limit on durations needs the feature whose actions are timed.")
            }
        }
        if let rate = harmGuard.errorRate, !FlagDocumentLimits.guardErrorRate.contains(rate) {
            report(item, path.word("errorRate"), "The error rate is a share from 0.0001 to 0.2.")
        }
        if let runs = harmGuard.minimumRuns, !FlagDocumentLimits.guardRuns.contains(runs) {
            report(item, path.word("minimumRuns"), "The minimum of sessions is from 1 to 10,000,000.")
        }
        if let watch = harmGuard.watch, watch > FlagDocumentLimits.guardWatch {
            report(
                item, path.word("watch"),
                "The guard continues for at most \(FlagDocumentLimits.guardWatch) seconds after the last step, 30 days."
            )
        }
    }
}
