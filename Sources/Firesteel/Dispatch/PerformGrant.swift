import FiresteelBase
import Synchronization

/// A grant to perform an action, with the user it belongs to.
public struct PerformGrant: Sendable {
    /// The session with its own context in which the action was requested; `nil` for the app's user.
    @usableFromInline let session: ActionSession?

    @usableFromInline
    init(session: ActionSession?) { self.session = session }

    /// A grant for the app's user: for every session of the runtime without its own context.
    ///
    /// Also that of a ``Feature``, which needs none.
    @usableFromInline static var fixed: PerformGrant { PerformGrant(session: nil) }
    /// Returns a grant for a session's user.
    @usableFromInline static func session(_ session: ActionSession) -> PerformGrant { PerformGrant(session: session) }
}

/// An error that prevents an action of a conditional feature from being performed after it was requested.
public enum GrantError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The feature became unavailable after the request.
    case unavailable(ActionPath, reasons: [AvailabilityReason])
    /// The action was requested in another session, in which availability may differ.
    case requestedElsewhere(ActionPath, requested: String, performed: String)

    /// A message with the reason and what to do.
    public var description: String {
        switch self {
        case .unavailable(let action, let reasons):
            "Can't perform \(action): its feature became unavailable after the request"
                + (reasons.isEmpty ? "." : ": \(reasons.map(\.text).joined(separator: "; ")).")
        case .requestedElsewhere(let action, let requested, let performed):
            "Can't perform \(action) in \(performed): it was requested in \(requested). Request it in the session that "
                + "performs it."
        }
    }
}

extension Dispatcher {
    /// Returns the error that prevents a granted action from being performed in a session, or `nil` if there is none.
    ///
    /// Whether the feature is conditional decides, not the grant: nothing but an available feature performs. One or two
    /// loads where it can.
    @usableFromInline
    static func refusal(_ grant: borrowing PerformGrant, _ frame: borrowing PerformFrame) -> GrantError? {
        guard frame.registered.withBorrowed({ $0.isConditional }) else { return nil }
        return frame.session.dispatcher.refusal(grant, of: frame.action, in: frame.session)
    }

    private func refusal(
        _ grant: borrowing PerformGrant, of action: RegisteredAction, in session: ActionSession
    ) -> GrantError? {
        let isGrantedHere = session.context == nil ? grant.session == nil : grant.session === session
        guard isGrantedHere else {
            return .requestedElsewhere(
                action.path, requested: grant.session?.textForErrors ?? "a session without its own context",
                performed: session.textForErrors)
        }
        let feature = action.feature
        let isAvailable =
            session.context.map { self.isAvailable(feature, in: session, $0, records: false) }
            ?? (feature.availability.load(ordering: .relaxed) == AvailabilityState.available.rawValue)
        guard !isAvailable else { return nil }
        let reasons = runtime?.availabilityTable.availability(of: feature, in: session).reasons ?? []
        return .unavailable(action.path, reasons: reasons)
    }
}

extension ActionSession {
    fileprivate var textForErrors: String {
        context == nil ? "session “\(name)”, which has no context of its own" : "session “\(name)” (\(identifier))"
    }
}
