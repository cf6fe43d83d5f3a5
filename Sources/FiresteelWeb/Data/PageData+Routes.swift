extension PageData {
    /// The routes of a program.
    public struct Routes: Codable, Sendable, Equatable {
        /// The routes, in order of registration.
        public var routes: [Route]

        /// Creates a list of routes.
        package init(routes: [Route]) {
            self.routes = routes
        }
    }

    /// A link pattern that leads to an action.
    public struct Route: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        public var pattern: String
        /// The descriptions of the scopes.
        public var scopes: [String]
        /// The name of the route.
        public var name: String?
        /// The target action.
        public var action: ActionName
        /// The action's feature.
        public var feature: Name
        /// The parameters, from left to right.
        public var parameters: [String]
        /// Whether links can be created from the pattern.
        public var reversible: Bool
        /// The beginning of an example link: a scheme, or a domain with one.
        public var example: String?

        /// Creates a route.
        package init(
            pattern: String, scopes: [String], name: String? = nil, action: ActionName, feature: Name,
            parameters: [String] = [], reversible: Bool, example: String? = nil
        ) {
            self.pattern = pattern
            self.scopes = scopes
            self.name = name
            self.action = action
            self.feature = feature
            self.parameters = parameters
            self.reversible = reversible
            self.example = example
        }
    }

    /// A link.
    public struct Link: Codable, Sendable, Equatable {
        /// The complete link.
        public var url: String

        /// Creates a link.
        package init(url: String) {
            self.url = url
        }
    }

    /// An explanation of how a link is resolved.
    public struct RouteExplained: Codable, Sendable, Equatable {
        /// The link.
        public var url: String
        /// The matched route.
        public var match: RouteMatch?
        /// The considered patterns, nearest first.
        public var candidates: [RouteCandidate]
        /// The number of further patterns, none of which match.
        public var leftOut: Int
        /// The reason why the link can't be performed.
        public var problem: String?

        /// Creates an explanation.
        package init(
            url: String, match: RouteMatch? = nil, candidates: [RouteCandidate] = [], leftOut: Int,
            problem: String? = nil
        ) {
            self.url = url
            self.match = match
            self.candidates = candidates
            self.leftOut = leftOut
            self.problem = problem
        }
    }

    /// A matched route.
    public struct RouteMatch: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        public var pattern: String
        /// The name of the route.
        public var name: String?
        /// The target action.
        public var action: ActionName
        /// The action's feature.
        public var feature: Name
        /// The current availability of the action.
        public var availability: Availability
        /// The values of the parameters.
        public var parameters: [RouteParameter]

        /// Creates a route match.
        package init(
            pattern: String, name: String? = nil, action: ActionName, feature: Name,
            availability:
                Availability, parameters: [RouteParameter] = []
        ) {
            self.pattern = pattern
            self.name = name
            self.action = action
            self.feature = feature
            self.availability = availability
            self.parameters = parameters
        }
    }

    /// A parameter of a link.
    public struct RouteParameter: Codable, Sendable, Equatable {
        /// The name.
        public var name: String
        /// The decoded value.
        public var value: String
        /// The source: `path` or `query`.
        public var from: String

        /// Creates a route parameter.
        package init(name: String, value: String, from: String) {
            self.name = name
            self.value = value
            self.from = from
        }
    }

    /// A considered pattern, with its result for a link.
    public struct RouteCandidate: Codable, Sendable, Equatable {
        /// The pattern, as declared.
        public var pattern: String
        /// The target action.
        public var action: ActionName
        /// Whether the pattern matches.
        public var matched: Bool
        /// Whether the link uses this pattern.
        public var won: Bool
        /// The explanation of the result.
        public var why: String

        /// Creates a route candidate.
        package init(pattern: String, action: ActionName, matched: Bool, won: Bool, why: String) {
            self.pattern = pattern
            self.action = action
            self.matched = matched
            self.won = won
            self.why = why
        }
    }
}
