import FiresteelFlags
import FiresteelOptimizely

/// Parses bytes as an Optimizely datafile, and evaluates its flags and variables.
///
/// Each datafile is rejected or read, each flag evaluates, and the process doesn't crash. Repeated evaluations for a
/// user are equal, and evaluations that don't depend on the user are equal for all contexts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOptimizely(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    guard let datafile = try? OptimizelyDatafile(json: Array(UnsafeBufferPointer(start: start, count: count))) else {
        return 0
    }
    for key in datafile.keys.sorted().prefix(20) {
        guard let rule = datafile.rule(for: key) else { preconditionFailure("There is no rule for \(key).") }
        let nobody = rule.evaluate(.empty, now: 0)
        for context in contexts {
            let answer = rule.evaluate(context, now: 0)
            precondition(answer == rule.evaluate(context, now: 0), "Two evaluations for the same user differ.")
            precondition(
                rule.dependsOnContext || answer == nobody,
                "The rule doesn't depend on the context, but its value differs.")
            _ = rule.explain(context, now: 0)
        }
    }
    for flag in datafile.flagKeys.sorted().prefix(20) {
        _ = try? datafile.decide(flag, userID: "u", forced: [OptimizelyForcedDecision(variation: "on")])
    }
    return 0
}

private let contexts = [
    EvaluationContext(targetingKey: ""),
    EvaluationContext(targetingKey: "user-4711"),
    EvaluationContext(
        targetingKey: "u",
        attributes: [
            "plan": "pro", "age": 31, "version": "2.4.1-beta.3", "email": "a@example.org", "beta": true, "n": 0.5,
            "roles": ["admin"], "nothing": .null, "$opt_bucketing_id": "Ö", "": "",
        ]),
]
