import DocumentsCore
import Firesteel
import FiresteelTimeline

/// Gives what comes from outside the tab that is in front: its presenter, and its session.
///
/// Without a page there is nothing to show anything in; the address of the page then does what the link does.
struct TabRouter: PresentationRouter {
    let hub: TabHub
    /// The tab that asks itself; `nil` for the one that was used last.
    var tab: Tab?
    /// What the tab that asks is answered with; `nil` where the page is told by its stream.
    var presenter: TabPresenter?
    /// What links are asked about.
    let patience: Patience

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        let front = await hub.front()
        guard let tab = tab ?? front else { return .notReady }
        guard let shown = (presenter ?? TabPresenter(telling: tab.streams)) as? Presented.Presenter else {
            return .declined("The page doesn’t show this.")
        }
        guard let question = Question(of: action, for: request) else { return .ready(shown, in: tab.session) }
        switch await tab.ask(question, patience) {
        case true?: return .ready(shown, in: tab.session)
        case false?: return .cancelled
        case nil: return .declined("Nobody answered the question in the page.")
        }
    }
}

/// What the person in a page is asked before a link does something.
struct Question: Sendable {
    /// What would be done.
    let action: String
    let link: String

    /// `nil` where nothing must be asked: only links come from anybody, and opening a document changes nothing.
    init?<Asked: ActionDefinition>(of action: Asked.Type, for request: ExternalRequest) {
        guard request.source == .url, !(action is OpenDocument.Type) else { return nil }
        self.action = Asked.description
        link = request.link ?? ""
    }
}

/// How long a question waits for its answer.
struct Patience: Sendable {
    /// Less than a request may take.
    var limit: Duration = .seconds(45)
    var clock: any Clock<Duration> = ContinuousClock()
}
