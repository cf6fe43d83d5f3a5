import Firesteel
import FiresteelWeb

/// The feature browser: the tree, and the switches of conditions.
struct FeatureEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines

    var routes: [Route] {
        [
            Route("GET", "features") { _ in
                let usage = await timelines.live?.usage() ?? [:]
                let roots = runtime.featureTree.map { PageData.Feature($0, usage: usage) }
                return .json(PageData.Features(roots: roots))
            },
            Route("POST", "features/control") { call in try await control(call.body(PageData.ControlChange.self)) },
        ]
    }

    private func control(_ change: PageData.ControlChange) async throws -> HTTPResponse {
        guard let control = ConstraintControl(rawValue: change.kind) else {
            throw APIError.badRequest("kind is toggle or runtime.")
        }
        let path = FeaturePath(change.path)
        guard runtime.describe(path) != nil else {
            throw APIError.notFound("There is no feature \(change.path).")
        }
        guard runtime.set(control, of: path, to: change.on), let feature = runtime.describe(path) else {
            throw APIError.badRequest("\(change.path) has no condition that this switches.")
        }
        return .json(PageData.Feature(feature, usage: await timelines.live?.usage() ?? [:]))
    }
}

/// What the timeline knows of an action of a feature.
struct ActionKey: Hashable, Sendable {
    let feature: String
    let action: String
}

/// How an action was used, of the performs that are kept.
struct ActionUsage: Sendable, Equatable {
    /// What people call the action.
    var name: String
    var performs = 0
    var failures = 0
    /// The median of those that ended, in microseconds.
    var took: Int64?
}
