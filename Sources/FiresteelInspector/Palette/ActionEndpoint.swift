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
            Route("GET", "actions") { _ in .json(await list()) },
            Route("POST", "actions/perform") { call in try await perform(call.body(PageData.PerformRequest.self)) },
        ]
    }

    /// Returns every published action.
    ///
    /// Not on the main actor, because probing a new input type takes time.
    @concurrent
    private func list() async -> PageData.Actions {
        var actions: [PageData.PublishedAction] = []
        func add(_ features: [FeatureDescription]) {
            for feature in features {
                let published = feature.actions.filter { $0.visibility == .published }
                let types = published.isEmpty ? [:] : runtime.inputTypes(of: feature.path)
                actions += published.map { action in
                    PageData.PublishedAction(
                        path: ActionPath(feature: feature.path, action: action.identifier).text,
                        identifier: action.identifier, name: action.name, description: action.description,
                        feature: PageData.Name(path: feature.path.text, name: feature.name),
                        availability: PageData.Availability(feature.availability), presenter: action.presenter,
                        input: types[action.identifier].map(shapes.shape(of:)) ?? PageData.ActionInput(kind: "none"))
                }
                add(feature.features)
            }
        }
        add(runtime.featureTree)
        return PageData.Actions(presents: performer.presents, actions: actions)
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
        return .json(
            await performer.perform(path, from: .http) { runtime, router throws(ExternalActionError) in
                try await runtime.perform(ExternalRequest(path, from: .http), input: input, presentedBy: router)
            })
    }
}
