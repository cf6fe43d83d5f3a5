import FiresteelBase
import FiresteelTimeline
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
///
/// The perform fails with it and doesn't begin: it opens no stack, writes no log line, and isn't counted. The timeline
/// records a refused request of the action with its reasons.
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
    static func refusal(
        _ grant: borrowing PerformGrant, of action: Unmanaged<RegisteredAction>, in session: Unmanaged<ActionSession>
    ) -> GrantError? {
        // The common cases, without a count of references.
        let isFixed = grant.session == nil && session.withBorrowed { $0.context == nil }
        let performs = action.withBorrowed { !$0.isConditional || isFixed && $0.feature.isAvailableToAppUser }
        guard !performs else { return nil }
        let session = session.takeUnretainedValue()
        return session.dispatcher.refusal(grant, of: action.takeUnretainedValue(), in: session)
    }

    /// Records that a granted action was not performed.
    ///
    /// Each time, unlike a refused request: a view requests again and again what it doesn't get, but a perform was tried
    /// by the user or by a program.
    func recordRefusal(
        of action: RegisteredAction, in session: ActionSession, below cause: PerformCause, from source: ActionSource,
        isUserInitiated: Bool, _ error: GrantError
    ) {
        guard let timeline, action.recording != .hidden else { return }
        timeline.requestRefused(
            reasons: error.recordedReasons, source: source, isUserInitiated: isUserInitiated,
            ChangeFields(
                time: timeline.now, perform: cause.perform, session: session.identifier,
                sessionName: session.record.timelineName, stack: cause.stack, subject: action.timelineName))
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
            ?? feature.isAvailableToAppUser
        guard !isAvailable else { return nil }
        let reasons = runtime?.availabilityTable.availability(of: feature, in: session).reasons ?? []
        return .unavailable(action.path, reasons: reasons)
    }
}

extension GrantError {
    /// The reasons on the timeline of the session that was to perform, which don't name the other session.
    fileprivate var recordedReasons: [String] {
        switch self {
        case .unavailable(_, let reasons): reasons.map(\.text)
        case .requestedElsewhere: ["Requested in another session"]
        }
    }
}

extension ActionSession {
    fileprivate var textForErrors: String {
        context == nil ? "session “\(name)”, which has no context of its own" : "session “\(name)” (\(identifier))"
    }
}
