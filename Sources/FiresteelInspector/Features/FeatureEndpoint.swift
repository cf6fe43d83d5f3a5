import Firesteel
import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

/// The feature browser: the tree, and the switches of constraints.
struct FeatureEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines

    var routes: [Route] {
        [
            Route(.get, "features") { _ in
                let usage = await timelines.live?.usage() ?? [:]
                let roots = runtime.featureTree.map { feature($0, usage) }
                return .json(PageData.Features(roots: roots))
            },
            Route(.post, "features/control") { call in try await control(call.body(PageData.ControlChange.self)) },
        ]
    }

    private func control(_ change: PageData.ControlChange) async throws -> ServerResponse {
        let path = FeaturePath(change.path)
        guard let before = runtime.describe(path) else {
            throw HTTPProblem.notFound("There is no feature \(change.path).")
        }
        if change.kind == "flag" {
            try override(change, of: before)
        } else {
            guard let control = ConstraintControl(rawValue: change.kind), let isOn = change.on else {
                throw HTTPProblem.badRequest("kind must be toggle, runtime or flag, and on must be true or false.")
            }
            guard runtime.set(control, of: path, to: isOn) else {
                throw HTTPProblem.badRequest("\(change.path) has no constraint of this kind.")
            }
        }
        guard let feature = runtime.describe(path) else {
            throw HTTPProblem.notFound("There is no feature \(change.path).")
        }
        return .json(self.feature(feature, await timelines.live?.usage() ?? [:]))
    }

    private func feature(_ feature: FeatureDescription, _ usage: [ActionKey: ActionUsage]) -> PageData.Feature {
        PageData.Feature(
            feature, usage: usage, flags: runtime.flags,
            routes: Dictionary(grouping: runtime.routes, by: \.action.feature))
    }

    /// Sets or removes the override of one of a feature's flags.
    private func override(_ change: PageData.ControlChange, of feature: FeatureDescription) throws(HTTPProblem) {
        let keys = feature.constraints.compactMap(\.flag)
        guard let key = change.flag ?? keys.first, keys.contains(key) else {
            throw .badRequest("\(change.path) has no constraint with this flag.")
        }
        _ = try FlagEndpoint(runtime: runtime, timelines: timelines).apply(change.on.map { .bool($0) }, to: key)
    }
}
