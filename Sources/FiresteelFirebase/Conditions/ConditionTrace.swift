import FiresteelFlags

/// Records the conditions that an evaluation reaches, for explanations.
struct ConditionTrace {
    private(set) var steps: [ExplanationStep] = []
    private var depth = 0

    /// Records an evaluation: its step, then the steps of what it evaluates.
    mutating func step(_ text: String, _ evaluate: (inout ConditionTrace?) -> Bool) -> Bool {
        let index = steps.count
        steps.append(ExplanationStep(text, depth: depth))
        var inner: ConditionTrace? = self
        inner?.depth += 1
        let isTrue = evaluate(&inner)
        if let inner { steps = inner.steps }
        steps[index].result = isTrue ? "true" : "false"
        return isTrue
    }
}
