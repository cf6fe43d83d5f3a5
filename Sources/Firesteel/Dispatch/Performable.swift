/// What can be performed: a binding of a ``Feature``, or what ``ActionBinding/request()`` gave for a ``ConditionalFeature``.
///
/// All ways of performing are written once, on this protocol. They differ in what the action takes and in where the call
/// stands:
///
/// | the action | the call | what comes back |
/// |---|---|---|
/// | ``Action`` | `await`ed in asynchronous code | the outcome, when it is done |
/// | ``Action`` | in synchronous code on the main actor | a task of it, started at once where the system can |
/// | ``UIAction`` | on the main actor | the outcome: it is done |
///
/// An action without an input or a presenter is performed without one. All take the same three options:
///
/// - `session`: where it is performed. By default the session of the action that performs it, else the runtime's
///   ``FeatureRuntime/main``.
/// - `source`: what caused it. By default that of the action that performs it, else the application.
/// - `isUserInitiated`: whether the user started it. By default as the session says; `false` below another action.
///
/// You don't conform to this protocol.
public protocol Performable<BoundAction> {
    /// What is performed.
    associatedtype BoundAction: ActionDefinition

    /// Which action of which feature.
    var reference: BindingReference { get }
}

extension ActionBinding: Performable where Owner: Feature {}

extension ActionBinding where Owner: ConditionalFeature {
    /// Asks whether the feature is available, and gives what performs the action if it is.
    ///
    /// Costs a few nanoseconds: availability is computed when it changes, not when it is asked for. What is given performs
    /// even if the feature becomes unavailable in between; ask again the next time.
    @inlinable
    public func request() -> RequestedAction<Owner, BoundAction>? {
        reference.isAvailable ? RequestedAction(reference) : nil
    }
}

/// An action of a conditional feature whose availability was checked.
public struct RequestedAction<Owner: ConditionalFeature, BoundAction: ActionDefinition>: Performable, Sendable {
    /// Which action of which feature.
    public let reference: BindingReference

    @usableFromInline
    init(_ reference: BindingReference) {
        self.reference = reference
    }
}
