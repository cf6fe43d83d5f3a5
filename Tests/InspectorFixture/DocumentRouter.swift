import Firesteel
import Synchronization

/// Presents documents, unless a command prevents it.
final class DocumentRouter: PresentationRouter {
    private struct State {
        var sessions: [ActionSession] = []
        /// The reasons against opening documents, by session; without a session by the empty name.
        var obstacles: [String: String] = [:]
        var refusal: String?
    }

    private let state = Mutex(State())

    func sessions() async -> [ActionSession] { state.withLock { $0.sessions } }

    func obstacle<Presented: ActionDefinition>(
        to action: Presented.Type, in session: ActionSession?
    ) async -> String? {
        guard action is Open.Type else { return nil }
        return state.withLock { $0.obstacles[session?.name ?? ""] }
    }

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        let refusal = state.withLock { state in
            defer { state.refusal = nil }
            return state.refusal
        }
        if let refusal { return .declined(refusal) }
        let presenter: any DocumentPresenter = DocumentWindow()
        if let presenter = presenter as? Presented.Presenter { return .ready(presenter, in: request.session) }
        guard let presenter = NoPresenter() as? Presented.Presenter else { return .notReady }
        return .ready(presenter, in: request.session)
    }

    func apply(_ command: PresentingCommand, _ sessions: [ActionSession]?) {
        state.withLock { state in
            if let sessions { state.sessions = sessions }
            if let obstacles = command.obstacles { state.obstacles = obstacles }
            state.refusal = command.refusal ?? state.refusal
        }
    }
}

/// Changes of what presents actions, by a command.
struct PresentingCommand: Decodable {
    /// The sessions in which actions can be performed.
    var sessions: [String]?
    /// The reasons against opening documents, by session; without a session by the empty name.
    var obstacles: [String: String]?
    /// The reason for which the next perform is declined.
    var refusal: String?
}
