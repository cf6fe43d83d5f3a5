/// The one place that gives a presenter to an action that comes from outside: from a link, an activity, a shortcut, a
/// command palette.
///
/// Inside the program whoever performs an action has its presenter at hand. What comes from outside has none, and may come
/// before there is a window.
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
    /// Gives the presenter of an action, or says why there is none.
    ///
    /// It may ask the user first, and may take its time. It is not asked for actions that show nothing.
    ///
    /// - Parameters:
    ///   - action: The action that is about to be performed.
    ///   - request: Where it comes from.
    @MainActor
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter>
}

/// What a ``PresentationRouter`` answers.
public enum Presentation<Presenter> {
    /// The presenter, and the session to perform in: `nil` for the runtime's main one.
    case ready(Presenter, in: ActionSession? = nil)
    /// The program can't show anything yet; the same request can be made again later.
    case notReady
    /// The program doesn't show this, and why not, as a person would say it.
    case declined(String)
    /// The user was asked, and doesn't want it.
    case cancelled
}

/// The router of a program whose actions from outside show nothing.
public struct NoPresentation: PresentationRouter {
    /// The one router there is.
    public init() {}

    /// Declines, since there is no presenter.
    public func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        .declined("The program gives no presenters to actions from outside.")
    }
}
