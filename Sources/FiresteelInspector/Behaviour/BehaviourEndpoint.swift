import Firesteel
import FiresteelBehaviour
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// What people do, and do next: figures of actions, next actions, funnels.
struct BehaviourEndpoint: Sendable {
    let runtime: FeatureRuntime

    /// The numbers of steps of a funnel.
    private static let steps = 2...8

    var routes: [Route] {
        [
            Route(.get, "behaviour") { call in
                .json(await figures(limit: try call.query.number("limit", in: 1...1_000) ?? 200))
            },
            Route(.get, "behaviour/next") { call in
                let action = try Self.path(call.query.text("action") ?? "", of: "action")
                let names = ActionNames(runtime)
                let next = await runtime.behaviour.next(after: action)
                return .json(PageData.NextSteps(next: next.map { step($0, names) }))
            },
            Route(.get, "behaviour/funnel") { call in
                let steps = try call.query.list("steps").map { text throws(HTTPProblem) in
                    try Self.path(text, of: "steps")
                }
                guard Self.steps.contains(steps.count) else {
                    throw HTTPProblem.badRequest("steps must be 2 to 8 paths of actions, separated by commas.")
                }
                return .json(await funnel(steps))
            },
        ]
    }

    private func figures(limit: Int) async -> PageData.Behaviour {
        let (behaviour, names) = (runtime.behaviour, ActionNames(runtime))
        let actions = await behaviour.actions()
        var figures: [PageData.BehaviourFigures] = []
        for action in actions.prefix(limit) {
            let next = await behaviour.next(after: action.action).first
            figures.append(PageData.BehaviourFigures(action, names, next: next.map { step($0, names) }))
        }
        return PageData.Behaviour(
            recorded: runtime.timeline != nil, basis: PageData.BehaviourBasis(await behaviour.basis()),
            total: actions.count, actions: figures)
    }

    private func step(_ next: NextAction, _ names: ActionNames) -> PageData.NextStep {
        let availability =
            runtime.availability(of: next.action, in: nil).map(PageData.Availability.init)
            ?? PageData.Availability(
                state: "unavailable", reasons: [PageData.Reason(text: "The action is no longer declared")])
        return PageData.NextStep(
            path: next.action.text, feature: names.feature(next.action.feature), action: names.action(next.action),
            count: next.count, observations: next.observations, share: next.share, confidence: next.confidence,
            availability: availability)
    }

    private func funnel(_ steps: [ActionPath]) async -> PageData.Funnel {
        let names = ActionNames(runtime)
        let sessions = await runtime.behaviour.funnel(steps)
        return PageData.Funnel(
            steps: zip(steps, sessions).map { path, sessions in
                PageData.FunnelStep(
                    path: path.text, feature: names.feature(path.feature), action: names.action(path),
                    sessions: sessions)
            })
    }

    private static func path(_ text: String, of parameter: String) throws(HTTPProblem) -> ActionPath {
        guard let path = ActionPath(text) else {
            throw .badRequest("\(parameter) must have the form Feature/Path/#Action.")
        }
        return path
    }
}

extension PageData.BehaviourBasis {
    init(_ basis: BehaviourBasis) {
        self.init(
            runs: basis.runs, remaining: basis.remainingRuns, complete: basis.isComplete,
            unreadable: basis.unreadableRuns, lost: basis.lostEvents, uncounted: basis.uncountedPerforms,
            sessions: basis.sessions)
    }
}

extension PageData.BehaviourFigures {
    init(_ figures: ActionFigures, _ names: ActionNames, next: PageData.NextStep?) {
        self.init(
            path: figures.action.text, feature: names.feature(figures.action.feature),
            action: names.action(figures.action), performs: figures.performs, successes: figures.successes,
            failures: figures.failures, cancellations: figures.cancellations, interruptions: figures.interruptions,
            took: figures.durations.quantile(0.5).map { Int64($0) },
            slow: figures.durations.quantile(0.95).map { Int64($0) }, mean: figures.meanDuration.map { Int64($0) },
            next: next)
    }
}
