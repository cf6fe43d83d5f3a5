/// Follows a ``FlagDecision`` step by step.
///
/// A trace records; it has no influence on the result. The one exception is ``evaluation(of:in:now:)``, with which a
/// decision is compiled before there is a context. The compiler makes a decision of its own for each kind of trace, so that
/// ``NoTrace`` costs nothing.
protocol DecisionTrace {
    /// The trace of an ancestor's decision.
    associatedtype Ancestor: DecisionTrace where Ancestor.Ancestor == Ancestor

    /// Begins the decision of a flag.
    mutating func begin(_ compiled: CompiledDecision)

    /// Returns a provider's evaluation; `nil` if it isn't known yet, so that any provider may decide.
    mutating func evaluation(
        of step: borrowing FlagStep, in context: borrowing EvaluationContext, now: Int64
    ) -> FlagEvaluation?

    /// Records that a provider returned no usable value, and that the next one is evaluated.
    mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError)
    /// Records that a provider decided.
    mutating func decide(_ step: borrowing FlagStep, _ evaluation: FlagEvaluation)
    /// Records that the build decided.
    mutating func decideLocally(_ isOn: Bool)
    /// Records that neither a provider nor the build decided.
    mutating func useProgramDefault()
    /// Records a provider after the one that decided.
    mutating func omit(_ step: borrowing FlagStep, _ check: FlagCheck)

    /// Begins the decision of an ancestor.
    mutating func beginAncestor(_ entry: FlagEntry) -> Ancestor
    /// - Parameter isOn: Whether it is on, regardless of the flags above it.
    mutating func endAncestor(_ entry: FlagEntry, _ ancestor: Ancestor, isOn: Bool)

    /// Records a flag of the exclusion group, which takes part in the draw if it is on.
    mutating func drawMember(_ entry: FlagEntry, isOn: Bool, isOverride: Bool)
    /// Records the result of the draw: the key of the flag that stays on.
    mutating func endDraw(_ group: CompiledDecision.Group, winner: String?)

    /// Records that the flag is off, regardless of its own rules.
    mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause)
}

extension DecisionTrace {
    @inline(__always) mutating func begin(_ compiled: CompiledDecision) {}

    @inline(__always) mutating func evaluation(
        of step: borrowing FlagStep, in context: borrowing EvaluationContext, now: Int64
    ) -> FlagEvaluation? {
        step.evaluate(context, now: now)
    }

    @inline(__always) mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError) {}
    @inline(__always) mutating func decide(_ step: borrowing FlagStep, _ evaluation: FlagEvaluation) {}
    @inline(__always) mutating func decideLocally(_ isOn: Bool) {}
    @inline(__always) mutating func useProgramDefault() {}
    @inline(__always) mutating func omit(_ step: borrowing FlagStep, _ check: FlagCheck) {}
    @inline(__always) mutating func endAncestor(_ entry: FlagEntry, _ ancestor: Ancestor, isOn: Bool) {}
    @inline(__always) mutating func drawMember(_ entry: FlagEntry, isOn: Bool, isOverride: Bool) {}
    @inline(__always) mutating func endDraw(_ group: CompiledDecision.Group, winner: String?) {}
    @inline(__always) mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause) {}
}

extension DecisionTrace where Ancestor == NoTrace {
    @inline(__always) mutating func beginAncestor(_ entry: FlagEntry) -> NoTrace { NoTrace() }
}

/// Records nothing: the value alone is needed.
struct NoTrace: DecisionTrace {
    typealias Ancestor = NoTrace

    // Not empty: the address of an empty value is arbitrary, so ThreadSanitizer takes those of two threads for one
    // variable.
    private let place: UInt8 = 0
}

/// The cause for a flag being off, regardless of its own rules.
enum OffCause { case isInCycle, parentIsOff, isExcluded }
