/// Follows a ``FlagDecision`` step by step.
///
/// A trace records; it has no influence on the result. The one exception is ``evaluation(of:in:now:)``, with which a plan is
/// made before there is a context. The compiler makes a decision of its own for each kind of trace, so that ``NoTrace`` costs
/// nothing.
protocol DecisionTrace {
    /// What follows the flags above.
    associatedtype Ancestor: DecisionTrace where Ancestor.Ancestor == Ancestor

    /// The decision of a flag begins.
    mutating func begin(_ plan: FlagPlan)

    /// What a provider evaluates to; `nil` where that isn't known yet, so that any provider may decide.
    mutating func evaluation(
        of step: borrowing FlagStep, in context: borrowing EvaluationContext, now: Int64
    ) -> FlagEvaluation?

    /// A provider returned no usable value, and the next one is evaluated.
    mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError)
    /// A provider decided.
    mutating func decide(_ step: borrowing FlagStep, _ evaluation: FlagEvaluation)
    /// The build decided.
    mutating func decideLocally(_ isOn: Bool)
    /// Neither a provider nor the build decided.
    mutating func useProgramDefault()
    /// A provider came too late.
    mutating func omit(_ step: borrowing FlagStep, _ check: FlagCheck)

    /// A flag above is decided now.
    mutating func beginAncestor(_ entry: FlagEntry) -> Ancestor
    /// - Parameter isOn: Whether it is on, regardless of the flags above it.
    mutating func endAncestor(_ entry: FlagEntry, _ ancestor: Ancestor, isOn: Bool)

    /// A flag of the exclusion group, which takes part in the draw if it is on.
    mutating func drawMember(_ entry: FlagEntry, isOn: Bool, isOverride: Bool)
    /// The draw has a result: the key of the flag that stays on.
    mutating func endDraw(_ group: FlagPlan.Group, winner: String?)

    /// The flag is off, whatever its own rules say.
    mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause)
}

extension DecisionTrace {
    @inline(__always) mutating func begin(_ plan: FlagPlan) {}

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
    @inline(__always) mutating func endDraw(_ group: FlagPlan.Group, winner: String?) {}
    @inline(__always) mutating func turnOff(_ entry: FlagEntry, _ cause: OffCause) {}
}

extension DecisionTrace where Ancestor == NoTrace {
    @inline(__always) mutating func beginAncestor(_ entry: FlagEntry) -> NoTrace { NoTrace() }
}

/// Records nothing: the value alone is needed.
struct NoTrace: DecisionTrace {
    typealias Ancestor = NoTrace

    // Not empty: the address of an empty value is arbitrary, so ThreadSanitizer takes those of two threads for one variable.
    private let place: UInt8 = 0
}

/// Why a flag is off, whatever its own rules say.
enum OffCause { case isInCycle, parentIsOff, isExcluded }
