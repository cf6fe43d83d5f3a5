import Firesteel
import FiresteelHTTP
import FiresteelTimeline
import FiresteelWeb
import Foundation

/// The palette: published actions with the forms of their inputs, and performing them.
struct ActionEndpoint: Sendable {
    /// The longest path of an action, in bytes of UTF-8.
    static let longestPath = 4_096

    let runtime: FeatureRuntime
    let performer: ExternalActionPerformer
    private let shapes = InputShapes()

    init(runtime: FeatureRuntime, performer: ExternalActionPerformer) {
        self.runtime = runtime
        self.performer = performer
    }

    var routes: [Route] {
        [
            Route("GET", "actions") { call in
                .json(try await list(call.query.number("session", in: 1...UInt32.max)))
            },
            Route("POST", "actions/perform") { call in try await perform(call.body(PageData.PerformRequest.self)) },
        ]
    }

    /// Returns every published action, as it can be performed in a session.
    ///
    /// Not on the main actor, because probing a new input type takes time. Types may decode by way of the runtime in effect.
    ///
    /// - Parameter selected: The identifier of the session, or `nil` if the program chooses.
    /// - Throws: `APIError` if the session is closed.
    @concurrent
    private func list(_ selected: UInt32?) async throws(APIError) -> PageData.Actions {
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
        runtime.use { describePublished(in: session) }
    }

    private func describePublished(in session: ActionSession?) -> [PageData.PublishedAction] {
        var actions: [PageData.PublishedAction] = []
        func add(_ features: [FeatureDescription]) {
            for feature in features {
                let published = feature.actions.filter { $0.visibility == .published }
                let types = published.isEmpty ? [:] : runtime.inputTypes(of: feature.path)
                let availability = runtime.availability(of: feature.path, in: session) ?? feature.availability
                actions += published.map { action in
                    PageData.PublishedAction(
                        path: ActionPath(feature: feature.path, action: action.identifier).text,
                        identifier: action.identifier, name: action.name, description: action.description,
                        feature: PageData.Name(path: feature.path.text, name: feature.name),
                        availability: PageData.Availability(availability), presenter: action.presenter,
                        input: types[action.identifier].map(shapes.shape(of:)) ?? PageData.ActionInput(kind: "none"))
                }
                add(feature.features)
            }
        }
        add(runtime.featureTree)
        return actions
    }

    /// Returns the selected session, or `nil` if none is selected.
    private static func find(
        _ selected: UInt32?, in sessions: [ActionSession]
    ) throws(APIError) -> ActionSession? {
        guard let selected else { return nil }
        guard let session = sessions.first(where: { $0.identifier == selected }) else {
            throw .notFound("Session \(selected) is closed. Select another one.")
        }
        return session
    }

    private func perform(_ asked: PageData.PerformRequest) async throws -> ServerResponse {
        guard asked.action.utf8.count <= Self.longestPath, let path = ActionPath(asked.action) else {
            throw APIError.badRequest("action must be the path of an action such as App/Documents/#Open.")
        }
        let action = runtime.describe(path.feature)?.actions.first { $0.identifier == path.action }
        // Unpublished actions can't be performed here.
        guard let action, action.visibility == .published else {
            throw APIError.notFound("There is no published action \(path).")
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
