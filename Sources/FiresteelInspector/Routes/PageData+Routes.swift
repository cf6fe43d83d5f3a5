extension PageData {
    /// The routes of a program.
    struct Routes: Codable, Sendable, Equatable {
        /// The routes, in order of registration.
        var routes: [Route]
    }

    /// A link pattern that leads to an action.
    struct Route: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        var pattern: String
        /// The descriptions of the scopes.
        var scopes: [String]
        /// The name of the route.
        var name: String?
        /// The target action.
        var action: ActionName
        /// The action's feature.
        var feature: Name
        /// The parameters, from left to right.
        var parameters: [String] = []
        /// Whether links can be created from the pattern.
        var reversible: Bool
        /// The beginning of an example link: a scheme, or a domain with one.
        var example: String?
    }

    /// A link.
    struct Link: Codable, Sendable, Equatable {
        /// The complete link.
        var url: String
    }

    /// An explanation of how a link is resolved.
    struct RouteExplained: Codable, Sendable, Equatable {
        /// The link.
        var url: String
        /// The matched route.
        var match: RouteMatch?
        /// The considered patterns, nearest first.
        var candidates: [RouteCandidate] = []
        /// The number of further patterns, none of which match.
        var leftOut: Int
        /// The reason why the link can't be performed.
        var problem: String?
    }

    /// A matched route.
    struct RouteMatch: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        var pattern: String
        /// The name of the route.
        var name: String?
        /// The target action.
        var action: ActionName
        /// The action's feature.
        var feature: Name
        /// The current availability of the action.
        var availability: Availability
        /// The values of the parameters.
        var parameters: [RouteParameter] = []
    }

    /// A parameter of a link.
    struct RouteParameter: Codable, Sendable, Equatable {
        /// The name.
        var name: String
        /// The decoded value.
        var value: String
        /// The source: `path` or `query`.
        var from: String
    }

    /// A considered pattern, with its result for a link.
    struct RouteCandidate: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        var pattern: String
        /// The target action.
        var action: ActionName
        /// Whether the pattern matches.
        var matched: Bool
        /// Whether the link uses this pattern.
        var won: Bool
        /// The explanation of the result.
        var why: String
    }
}
