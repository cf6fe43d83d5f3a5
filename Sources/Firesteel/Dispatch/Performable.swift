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
/// An action without an input or a presenter is performed without one. All take the same ``PerformOptions``, such as
/// `options: .in(session)`.
///
/// You don't conform to this protocol.
public protocol Performable<BoundAction> {
    /// What is performed.
    associatedtype BoundAction: ActionDefinition

    /// Which action of which feature.
    var reference: BindingReference { get }
    /// Who it was granted to.
    var grant: PerformGrant { get }
}

extension ActionBinding: Performable where Owner: Feature {
    /// None is needed.
    @inlinable public var grant: PerformGrant { .fixed }
}

extension ActionBinding where Owner: ConditionalFeature {
    /// Returns what performs the action, if the feature is available to the person who asks.
    ///
    /// That is the person whom the session in effect serves, else the person of the app. Costs a few nanoseconds:
    /// availability is computed when something changes, not when it is requested.
    ///
    /// The grant belongs to that person: performing the action in a session that serves someone else fails with
    /// ``GrantError/requestedElsewhere(_:requested:performed:)``. If the feature becomes unavailable in between, performing
    /// fails with ``GrantError/unavailable(_:reasons:)``.
    ///
    /// A refused request is recorded on the timeline, once for each session and reason.
    @inlinable
    public func request() -> RequestedAction<Owner, BoundAction>? {
        reference.grantHere().map { RequestedAction(reference, $0) }
    }

    /// Returns what performs the action, if the feature is available in a session.
    ///
    /// See ``request()``.
    @inlinable
    public func request(in session: ActionSession) -> RequestedAction<Owner, BoundAction>? {
        reference.grant(in: session).map { RequestedAction(reference, $0) }
    }
}

/// An action of a conditional feature whose availability was checked.
public struct RequestedAction<Owner: ConditionalFeature, BoundAction: ActionDefinition>: Performable, Sendable {
    /// Which action of which feature.
    public let reference: BindingReference
    /// Who it was granted to.
    public let grant: PerformGrant

    @usableFromInline
    init(_ reference: BindingReference, _ grant: PerformGrant) {
        self.reference = reference
        self.grant = grant
    }
}
