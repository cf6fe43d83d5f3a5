import Firesteel
import FiresteelTimeline
import HTTPTypes

/// The stack browser: sessions with their stacks, nested.
struct StackEndpoint: Sendable {
    let runtime: FeatureRuntime

    var routes: [Route] {
        [
            Route(.get, "stacks") { call in
                let limit = try call.query.number("limit", in: 1...500) ?? 50
                let session = try call.query.number("session", in: 1...UInt32.max)
                let (total, sessions) = runtime.describeStacks(limit: limit, session: session)
                return .json(
                    PageData.Stacks(total: total, sessions: sessions.map { PageData.Session($0, runtime.timeline) }))
            }
        ]
    }
}

extension PageData.Session {
    /// - Parameter timeline: The source of inputs, as far as they are available.
    init(_ session: SessionDescription, _ timeline: Timeline?) {
        self.init(
            id: session.identifier, name: session.name, opened: session.opened, user: session.isUserInitiated,
            performs: session.performs,
            stacks: (session.open + session.closed).map { PageData.Stack($0, timeline) })
    }
}

extension PageData.Stack {
    init(_ stack: StackDescription, _ timeline: Timeline?) {
        self.init(
            id: stack.identifier, feature: PageData.Name(path: stack.feature.text, name: stack.featureName),
            opened: stack.opened, closed: stack.closed, dropped: stack.dropped,
            entries: stack.entries.map { entry in
                switch entry {
                case .perform(let perform): .perform(PageData.StackPerform(perform, timeline))
                case .stack(let below): .stack(PageData.Stack(below, timeline))
                }
            })
    }
}

extension PageData.StackPerform {
    init(_ perform: StackDescription.Perform, _ timeline: Timeline?) {
        let input = timeline?.withInput(of: perform.identifier, entry: -1) { InputField.decode($0).line } ?? ""
        self.init(
            perform: perform.identifier,
            action: PageData.ActionName(identifier: perform.action, name: perform.actionName), at: perform.began,
            took: perform.duration, outcome: perform.outcome?.identifier ?? OutcomeWord.inFlight,
            input: input.isEmpty ? nil : input)
    }
}
