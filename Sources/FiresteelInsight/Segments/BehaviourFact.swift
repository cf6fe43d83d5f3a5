/// Something that was done or happened, by its names, without inputs, people and counts.
package enum BehaviourFact: Sendable, Hashable {
    /// The outcome of a perform.
    package enum Outcome: Sendable, Hashable {
        case success
        case cancellation
        /// The run ended abnormally while the action was in flight.
        case interruption
        /// A failure with the type of an error, which is empty without one.
        case failure(String)
    }

    case outcome(RunSegment.ActionPath, Outcome)
    /// Two consecutive actions of a session.
    case succession(RunSegment.ActionPath, RunSegment.ActionPath)
    case variant(RunSegment.Variant)
    /// A request that was refused, with a reason, which is empty without one.
    case refusal(feature: String, reason: String)
}

extension RunSegment.Person {
    /// The facts that the entry counts.
    package var facts: Set<BehaviourFact> {
        var facts: Set<BehaviourFact> = []
        for count in actions {
            if count.successes > 0 { facts.insert(.outcome(count.path, .success)) }
            if count.cancellations > 0 { facts.insert(.outcome(count.path, .cancellation)) }
            if count.interruptions > 0 { facts.insert(.outcome(count.path, .interruption)) }
            for error in count.failures.keys { facts.insert(.outcome(count.path, .failure(error))) }
        }
        for one in successions { facts.insert(.succession(one.from, one.to)) }
        for one in exposures {
            let arm = ExperimentVariant(one.variant)?.arm
            facts.insert(.variant(RunSegment.Variant(flag: one.flag, variant: arm ?? one.variant)))
        }
        for one in refusals {
            for reason in one.reasons.isEmpty ? [""] : one.reasons {
                facts.insert(.refusal(feature: one.feature, reason: reason))
            }
        }
        return facts
    }
}
