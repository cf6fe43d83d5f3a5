import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// Activities: the list, continuing and removing them.
struct ActivityEndpoint: Sendable {
    let runtime: FeatureRuntime
    let performer: ExternalActionPerformer

    var routes: [Route] {
        [
            Route(.get, "activities") { call in
                .json(
                    list(
                        call.query.text("text"),
                        limit: try call.query.number("limit", in: 1...10_000) ?? 100))
            },
            Route(.post, "activities/continue") { call in
                .json(try await proceed(call.body(PageData.ActivityChoice.self).id))
            },
            Route(.delete, "activities/{activity}") { call in try remove(call.parameter("activity")) },
        ]
    }

    private func list(_ text: String?, limit: Int) -> PageData.Activities {
        let names = ActionNames(runtime)
        let all = runtime.activities
        let needle = TextNeedle(text)
        let current = all.current.filter { needle?.isIn($0.activity.words) ?? true }
        let indexed = all.indexed.filter { needle?.isIn($0.words) ?? true }
        return PageData.Activities(
            attached: !runtime.activityCenters.isEmpty,
            current: current.map { entry in
                let session = PageData.SessionName(id: entry.session, name: entry.sessionName)
                return PageData.Activity(entry.activity, in: session, names)
            },
            index: indexed.prefix(limit).map { PageData.Activity($0, in: nil, names) }, total: all.indexed.count)
    }

    private func proceed(_ id: String) async throws(HTTPProblem) -> PageData.PerformAnswer {
        let all = runtime.activities
        let current = all.current.first { PageData.Activity.identifier($0.activity, in: $0.session) == id }?.activity
        guard let activity = current ?? all.indexed.first(where: { $0.id == id }) else {
            throw .notFound("The activity no longer exists.")
        }
        return await performer.perform(activity.action, from: .activity) {
            runtime, router throws(ExternalActionError) in
            try await runtime.continueActivity(activity, presentedBy: router)
        }
    }

    private func remove(_ id: String) throws -> ServerResponse {
        guard runtime.activities.indexed.contains(where: { $0.id == id }) else {
            throw HTTPProblem.notFound("The activity no longer exists.")
        }
        do {
            for center in runtime.activityCenters { try center.remove(.activity(id)) }
        } catch {
            throw HTTPProblem(
                status: .internalServerError, code: "internal", message: "Can't remove the activity: \(error)")
        }
        return .json(list(nil, limit: 100))
    }
}

extension PublishedActivity {
    /// The text to search.
    fileprivate var words: String {
        ([title, subtitle ?? "", action.text, actionName] + keywords.sorted()).joined(separator: "\n")
    }
}

extension PageData.Activity {
    /// - Parameter session: The session in which it is current.
    init(_ activity: PublishedActivity, in session: PageData.SessionName?, _ names: ActionNames) {
        self.init(
            id: session.map { Self.identifier(activity, in: $0.id) } ?? activity.id, title: activity.title,
            subtitle: activity.subtitle, keywords: activity.keywords.sorted(),
            feature: names.feature(activity.action.feature),
            action: PageData.ActionName(identifier: activity.action.action, name: activity.actionName),
            session: session, at: activity.time, eligibility: activity.eligibility.pageWords,
            availability: names.availability(activity.action))
    }

    /// Returns the identifier of a session's current one.
    static func identifier(_ activity: PublishedActivity, in session: UInt32) -> String {
        "\(session):\(activity.id)"
    }
}

extension ActivityEligibility {
    /// The names of the options in the interface.
    fileprivate var pageWords: [String] {
        let words: [(ActivityEligibility, String)] = [
            (.perform, "perform"), (.handoff, "handoff"), (.search, "search"), (.publicIndex, "publicIndex"),
            (.prediction, "prediction"),
        ]
        return words.filter { contains($0.0) }.map(\.1)
    }
}
