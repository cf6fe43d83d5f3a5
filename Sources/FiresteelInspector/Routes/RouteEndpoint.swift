import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// Routes: the list, the explanation of a link, and opening one.
struct RouteEndpoint: Sendable {
    /// The longest link, in bytes of UTF-8.
    static let longestLink = 8_192
    /// The maximum number of patterns listed for a link, besides those that match.
    static let maximumCandidates = 50

    let runtime: FeatureRuntime
    let performer: ExternalActionPerformer

    var routes: [Route] {
        [
            Route(.get, "routes") { _ in
                let names = ActionNames(runtime)
                return .json(PageData.Routes(routes: runtime.routes.map { PageData.Route($0, names) }))
            },
            Route(.post, "routes/explain") { call in .json(try explain(call.body(PageData.Link.self).url)) },
            Route(.post, "routes/open") { call in .json(try await open(call.body(PageData.Link.self).url)) },
        ]
    }

    private func explain(_ link: String) throws(HTTPProblem) -> PageData.RouteExplained {
        try Self.requireShort(link)
        let explained = runtime.explainRoute(link, limit: Self.maximumCandidates)
        let names = ActionNames(runtime)
        var problem = explained.inputError?.description
        if case .malformed(let words)? = explained.error { problem = words }
        let taken = explained.candidates.first { $0.verdict == .takes }
        return PageData.RouteExplained(
            url: link, match: explained.match.map { PageData.RouteMatch($0, taken?.route.parameters ?? [], names) },
            candidates: explained.candidates.map { PageData.RouteCandidate($0, names) }, leftOut: explained.leftOut,
            problem: problem)
    }

    private func open(_ link: String) async throws(HTTPProblem) -> PageData.PerformAnswer {
        try Self.requireShort(link)
        let action: ActionPath
        do {
            action = try runtime.route(link).action
        } catch {
            throw .badRequest("\(error).")
        }
        return await performer.perform(action, from: .url) { runtime, router throws(ExternalActionError) in
            try await runtime.open(link, presentedBy: router)
        }
    }

    private static func requireShort(_ link: String) throws(HTTPProblem) {
        guard link.utf8.count <= longestLink else { throw .badRequest("url can have at most \(longestLink) bytes.") }
    }
}

extension PageData.Route {
    /// Creates a route, with the display name of its action.
    init(_ route: RouteDescription, _ names: ActionNames) {
        self.init(
            pattern: route.pattern, scopes: route.scopes.map(\.description), name: route.name,
            action: names.action(route.action), feature: names.feature(route.action.feature),
            parameters: route.parameters, reversible: route.isReversible, example: route.scopes.first?.beginning)
    }
}

extension PageData.RouteMatch {
    /// - Parameter ofPath: The names of the pattern's own parameters.
    init(_ match: RouteMatch, _ ofPath: [String], _ names: ActionNames) {
        let parameters = match.parameters.names.map { name in
            PageData.RouteParameter(
                name: name, value: match.parameters[name] ?? match.parameters.values(name).joined(separator: ", "),
                from: ofPath.contains(name) ? "path" : "query")
        }
        self.init(
            pattern: match.pattern, name: match.name, action: names.action(match.action),
            feature: names.feature(match.action.feature), availability: names.availability(match.action),
            parameters: parameters)
    }
}

extension PageData.RouteCandidate {
    init(_ candidate: RouteExplanation.Candidate, _ names: ActionNames) {
        let matched =
            switch candidate.verdict {
            case .takes, .goesAfter: true
            default: false
            }
        self.init(
            pattern: candidate.route.pattern, action: names.action(candidate.route.action), matched: matched,
            won: candidate.verdict == .takes, why: candidate.verdict.description)
    }
}

extension RouteScope {
    /// The start of links in the scope.
    fileprivate var beginning: String {
        switch self {
        case .app(let scheme): "\(scheme)://"
        case .anyApp: "app://"
        case .universal(let domain): "https://\(domain)/"
        case .anyUniversal: "https://example.com/"
        }
    }
}
