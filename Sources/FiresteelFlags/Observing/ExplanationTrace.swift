import FiresteelBase

/// Records every step of a decision, for explanations.
struct ExplanationTrace {
    /// A provider's result for the flag.
    struct Answer {
        let source: FlagSource
        let outcome: FlagExplanation.Answer.Outcome
        /// The evaluation, `nil` if the provider has no rule for the flag.
        let evaluation: FlagEvaluation?
        let error: FlagError?
        let steps: [ExplanationStep]
    }

    let context: EvaluationContext
    let now: Int64
    /// The trace of a resolution of the same decision.
    private(set) var answer = AnswerTrace(namesMissing: true)
    private(set) var answers: [Answer] = []
    /// The evaluation of the last rule.
    private var evaluation: FlagEvaluation?
    /// The steps of the last rule.
    private var steps: [ExplanationStep] = []
    private(set) var local: Bool?
    private(set) var parent: String?
    private(set) var group: String?
    /// The build's decision, if it decided.
    private(set) var decidedLocally: Bool?
    private(set) var ancestors: [AncestorDecision] = []
    private(set) var members: [(key: String, isOn: Bool, isOverride: Bool)] = []
    /// The flag that stays on, if its group was drawn.
    private(set) var winner: String?
    private(set) var offCause: OffCause?

    init(_ context: EvaluationContext, now: Int64) {
        self.context = context
        self.now = now
    }
}

extension ExplanationTrace: DecisionTrace {
    typealias Ancestor = ExplanationTrace

    mutating func begin(_ compiled: CompiledDecision) {
        local = compiled.rules.local
        parent = compiled.parent?.withBorrowed { $0.key }
        group = compiled.group?.name
    }

    mutating func evaluation(
        of step: borrowing FlagStep, in context: borrowing EvaluationContext, now: Int64
    ) -> FlagEvaluation? {
        steps = []
        evaluation = step.evaluate(copy context, now: now, explaining: &steps)
        return evaluation
    }

    mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError) {
        let error = error()
        add(step, .skipped, error)
        answer.skip(step, error)
    }

    mutating func decide(_ step: borrowing FlagStep, _ evaluation: FlagEvaluation) {
        add(step, .decided, nil)
        answer.decide(step, evaluation)
    }

    mutating func omit(_ step: borrowing FlagStep, _ check: FlagCheck) {
        guard step.kind != .missing else { return add(step, .notEvaluated, step.missing) }
        let evaluation = evaluation(of: step, in: context, now: now)
        switch evaluation?.outcome {
        case .value(let value)? where !check.accepts(value): add(step, .notEvaluated, check.mismatch(value))
        case .failed(let error)?: add(step, .notEvaluated, error)
        default: add(step, .notEvaluated, nil)
        }
    }

    private mutating func add(
        _ step: borrowing FlagStep, _ outcome: FlagExplanation.Answer.Outcome, _ error: FlagError?
    ) {
        answers.append(
            Answer(
                source: step.source, outcome: outcome, evaluation: step.kind == .missing ? nil : evaluation,
                error: error, steps: step.kind == .missing ? [] : steps))
    }

    mutating func decideLocally(_ isOn: Bool) {
        decidedLocally = isOn
        answer.decideLocally(isOn)
    }

    mutating func useProgramDefault() { answer.useProgramDefault() }

    mutating func beginAncestor(_ entry: FlagEntry) -> ExplanationTrace { ExplanationTrace(context, now: now) }

    mutating func endAncestor(_ entry: FlagEntry, _ ancestor: ExplanationTrace, isOn: Bool) {
        ancestors.append(AncestorDecision(entry: entry, trace: ancestor, isOn: isOn))
    }

    mutating func drawMember(_ entry: FlagEntry, isOn: Bool, isOverride: Bool) {
        members.append((entry.key, isOn, isOverride))
    }

    mutating func endDraw(_ group: CompiledDecision.Group, winner: String?) { self.winner = winner }

    mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause) {
        offCause = cause
        answer.turnOff(entry, cause)
    }
}

/// The decision of an ancestor.
///
/// A class, because the compiler considers a structure of traces within a trace recursive when it compiles file by
/// file.
final class AncestorDecision {
    let entry: FlagEntry
    let trace: ExplanationTrace
    let isOn: Bool

    init(entry: FlagEntry, trace: ExplanationTrace, isOn: Bool) {
        self.entry = entry
        self.trace = trace
        self.isOn = isOn
    }
}
