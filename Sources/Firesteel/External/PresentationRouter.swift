/// A type that provides the presenters of externally requested actions.
///
/// Inside the program the caller of an action has its presenter. An external request, such as a link, an activity, a
/// shortcut, or a Command menu, has none, and may arrive before there is a window.
///
/// ```swift
/// struct WindowRouter: PresentationRouter {
///     let windows: WindowController
///
///     func presentation<Presented: ActionDefinition>(
///         of action: Presented.Type, for request: ExternalRequest
///     ) async -> Presentation<Presented.Presenter> {
///         guard let window = windows.front else { return .notReady }
///         guard let presenter = window as? Presented.Presenter else { return .declined("No window shows this.") }
///         return .ready(presenter, in: window.session)
///     }
/// }
/// ```
public protocol PresentationRouter: Sendable {
    /// Returns the presenter of an action, or the reason why there is none.
    ///
    /// It may prompt the user first, and may take any time. It isn't called for actions that show nothing.
    ///
    /// - Parameters:
    ///   - action: The action that is about to be performed.
    ///   - request: The external request.
    @MainActor
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter>

    /// Returns the sessions that a user can select for an external request, in the order in which a menu lists them.
    ///
    /// Such as one for each window. A request without a selected session is presented where the router chooses. By default
    /// returns none, so that there is no choice.
    @MainActor
    func sessions() async -> [ActionSession]

    /// Returns the reason why an action can't be presented now, for the user, or `nil` if there is none.
    ///
    /// A Command menu calls it before it offers the action, so it returns soon and never prompts the user. It isn't called
    /// for actions that show nothing. By default returns `nil`.
    ///
    /// - Parameters:
    ///   - action: An action that could be performed.
    ///   - session: The session that the user selected, if any.
    @MainActor
    func obstacle<Presented: ActionDefinition>(to action: Presented.Type, in session: ActionSession?) async -> String?
}

extension PresentationRouter {
    /// Returns no sessions, so that the router chooses one.
    @MainActor
    public func sessions() async -> [ActionSession] { [] }

    /// Returns `nil`, so that the action is offered.
    @MainActor
    public func obstacle<Presented: ActionDefinition>(
        to action: Presented.Type, in session: ActionSession?
    ) async -> String? { nil }
}

/// The result of a ``PresentationRouter``.
public enum Presentation<Presenter> {
    /// The presenter, and the session of the perform: `nil` for the runtime's main session.
    case ready(Presenter, in: ActionSession? = nil)
    /// The program can't show anything yet; the same request can be repeated later.
    case notReady
    /// The program doesn't show the action, with a message for the user.
    case declined(String)
    /// The user declined when prompted.
    case cancelled
}

/// A router for a program whose externally requested actions show nothing.
public struct NoPresentation: PresentationRouter {
    /// Creates a router.
    public init() {}

    /// Declines every action, since there is no presenter.
    public func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        .declined("The program provides no presenters for external actions.")
    }

    /// Returns the reason, which is the same for every action.
    public func obstacle<Presented: ActionDefinition>(
        to action: Presented.Type, in session: ActionSession?
    ) async -> String? { "The program provides no presenters for external actions" }
}
