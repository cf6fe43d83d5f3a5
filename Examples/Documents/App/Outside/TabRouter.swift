import DocumentsCore
import Firesteel
import FiresteelTimeline

/// Routes externally requested actions to the presenter and session of the most recently used tab.
///
/// Without an open page an action isn't ready.
struct TabRouter: PresentationRouter {
    let hub: TabHub
    /// The requesting tab, or `nil` for the most recently used one.
    var tab: Tab?
    /// The presenter of the response to the requesting tab, or `nil` to send results through the stream.
    var presenter: TabPresenter?
    /// The time limit of questions.
    let patience: Patience

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let tab = await tab(for: request.session) else { return .notReady }
        guard let shown = (presenter ?? TabPresenter(of: tab, notifying: tab.streams)) as? Presented.Presenter else {
            return .declined("The page doesn’t show this.")
        }
        guard let question = Question(of: action, for: request) else { return .ready(shown, in: tab.session) }
        switch await tab.ask(question, patience) {
        case true?: return .ready(shown, in: tab.session)
        case false?: return .cancelled
        case nil: return .declined("The question in the page was not answered.")
        }
    }

    /// Returns the sessions of the open tabs.
    func sessions() async -> [ActionSession] { await hub.shown().map(\.session) }

    func obstacle<Presented: ActionDefinition>(
        to action: Presented.Type, in session: ActionSession?
    ) async -> String? {
        guard let tab = await tab(for: session) else {
            return session == nil ? "No page of Documents is open" : "The page of this session is closed"
        }
        return TabPresenter(of: tab, notifying: tab.streams) is Presented.Presenter ? nil : "The page doesn’t show this"
    }

    /// Returns the requesting tab, that of the selected session, or the most recently used one.
    private func tab(for session: ActionSession?) async -> Tab? {
        if let tab { return tab }
        guard let session else { return await hub.front() }
        return await hub.shown().first { $0.session === session }
    }
}

/// A question to the user before a link performs an action.
struct Question: Sendable {
    /// The action's description.
    let action: String
    let link: String

    /// Creates a question, or returns `nil` if none is needed: only links come from untrusted sources, and opening a
    /// document changes nothing.
    init?<Asked: ActionDefinition>(of action: Asked.Type, for request: ExternalRequest) {
        guard request.source == .url, !(action is OpenDocument.Type) else { return nil }
        self.action = Asked.description
        link = request.link ?? ""
    }
}

/// The time limit of questions.
struct Patience: Sendable {
    /// Less than the timeout of a request.
    var limit: Duration = .seconds(45)
    var clock: any Clock<Duration> = ContinuousClock()
}
