/// A type that performs an action: a binding of a ``Feature``, or a requested action of a ``ConditionalFeature``.
///
/// All ways to perform an action are methods of this protocol. They differ in the parameters of the action and in the
/// context of the call:
///
/// | the action | the call | the result |
/// |---|---|---|
/// | ``Action`` | `await` in asynchronous code | the outcome, when the action is complete |
/// | ``Action`` | in synchronous code on the main actor | its task, started immediately if the system supports it |
/// | ``UIAction`` | on the main actor | the outcome, since the action is complete |
///
/// An action without an input or a presenter is performed without one. All methods take the same ``PerformOptions``,
/// such as `options: .in(session)`. ``ActionBinding/request()`` returns the requested action of a
/// ``ConditionalFeature``.
///
/// You don't conform to this protocol.
public protocol Performable<BoundAction> {
    /// The type of the action.
    associatedtype BoundAction: ActionDefinition

    /// The feature and the action.
    var reference: BindingReference { get }
    /// The grant to perform the action.
    var grant: PerformGrant { get }
}

extension ActionBinding: Performable where Owner: Feature {
    /// None is needed.
    @inlinable public var grant: PerformGrant { .fixed }
}

extension ActionBinding where Owner: ConditionalFeature {
    /// Returns the requested action, if the feature is available to the current user.
    ///
    /// That is the user whom the session in effect serves, otherwise the app's user. Costs a few nanoseconds:
    /// availability is computed when something changes, not when it is requested.
    ///
    /// The grant belongs to that user: performing the action in a session that serves another user fails with
    /// ``GrantError/requestedElsewhere(_:requested:performed:)``. If the feature becomes unavailable in between,
    /// performing fails with ``GrantError/unavailable(_:reasons:)``. In both cases the action doesn't begin, and the
    /// timeline records the refusal.
    ///
    /// A refused request is recorded on the timeline, once for each session and reason.
    @inlinable
    public func request() -> RequestedAction<Owner, BoundAction>? {
        reference.grantHere().map { RequestedAction(reference, $0) }
    }

    /// Returns the requested action, if the feature is available in a session.
    ///
    /// See ``request()``.
    @inlinable
    public func request(in session: ActionSession) -> RequestedAction<Owner, BoundAction>? {
        reference.grant(in: session).map { RequestedAction(reference, $0) }
    }
}

/// An action of a conditional feature whose availability was checked.
public struct RequestedAction<Owner: ConditionalFeature, BoundAction: ActionDefinition>: Performable, Sendable {
    /// The feature and the action.
    public let reference: BindingReference
    /// The grant to perform the action.
    public let grant: PerformGrant

    @usableFromInline
    init(_ reference: BindingReference, _ grant: PerformGrant) {
        self.reference = reference
        self.grant = grant
    }
}
