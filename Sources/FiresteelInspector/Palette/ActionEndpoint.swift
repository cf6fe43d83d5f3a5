import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import HTTPTypes

/// The palette: published actions with the forms of their inputs, and performing them.
struct ActionEndpoint: Sendable {
    /// The longest path of an action, in bytes of UTF-8.
    static let longestPath = 4_096

    let runtime: FeatureRuntime
    let performer: ExternalActionPerformer
    private let actions: PublishedActions

    init(runtime: FeatureRuntime, performer: ExternalActionPerformer) {
        self.runtime = runtime
        self.performer = performer
        actions = PublishedActions(runtime)
    }

    var routes: [Route] {
        [
            Route(.get, "actions") { call in
                .json(try await list(call.query.number("session", in: 1...UInt32.max)))
            },
            Route(.post, "actions/perform") { call in try await perform(call.body(PageData.PerformRequest.self)) },
        ]
    }

    /// Returns every published action, as it can be performed in a session.
    ///
    /// Not on the main actor, because probing a new input type takes time. Types may decode by way of the runtime in effect.
    ///
    /// - Parameter selected: The identifier of the session, or `nil` if the program chooses.
    /// - Throws: `HTTPProblem` if the session is closed.
    @concurrent
    private func list(_ selected: UInt32?) async throws(HTTPProblem) -> PageData.Actions {
        let sessions = await performer.sessions()
        let session = try Self.find(selected, in: sessions)
        var actions = published(in: session)
        for index in actions.indices where actions[index].presenter != nil {
            guard let path = ActionPath(actions[index].path) else { continue }
            actions[index].obstacle = await performer.obstacle(to: path, in: session)
        }
        return PageData.Actions(
            presents: performer.presents,
            sessions: sessions.map { PageData.SessionName(id: $0.identifier, name: $0.name) }, actions: actions)
    }

    private func published(in session: ActionSession?) -> [PageData.PublishedAction] {
        actions.all().compactMap { action in
            guard let availability = runtime.availability(of: action.path.feature, in: session) else { return nil }
            return PageData.PublishedAction(
                path: action.path.text, identifier: action.path.action, name: action.name,
                description: action.description,
                feature: PageData.Name(path: action.path.feature.text, name: action.featureName),
                availability: PageData.Availability(availability),
                presenter: action.presenter.map { String(describing: $0) }, input: PageData.ActionInput(action.input))
        }
    }

    /// Returns the selected session, or `nil` if none is selected.
    private static func find(
        _ selected: UInt32?, in sessions: [ActionSession]
    ) throws(HTTPProblem) -> ActionSession? {
        guard let selected else { return nil }
        guard let session = sessions.first(where: { $0.identifier == selected }) else {
            throw .notFound("Session \(selected) is closed. Select another one.")
        }
        return session
    }

    private func perform(_ asked: PageData.PerformRequest) async throws -> ServerResponse {
        guard asked.action.utf8.count <= Self.longestPath, let path = ActionPath(asked.action) else {
            throw HTTPProblem.badRequest("action must be the path of an action such as App/Documents/#Open.")
        }
        // Unpublished actions can't be performed here.
        guard actions.find(path) != nil else {
            throw HTTPProblem.notFound("There is no published action \(path).")
        }
        let input = JSONInput(Data((asked.input ?? "{}").utf8))
        let sessions = await performer.sessions()
        let session = try Self.find(asked.session, in: sessions)
        return .json(
            await performer.perform(path, from: .http) { runtime, router throws(ExternalActionError) in
                try await runtime.perform(
                    ExternalRequest(path, from: .http), input: input, presentedBy: router, in: session)
            })
    }
}
