extension PageData {
    /// The routes of a program.
    public struct Routes: Codable, Sendable, Equatable {
        /// In the order in which they were registered.
        public var routes: [Route]

        /// Makes one of its values.
        package init(routes: [Route]) {
            self.routes = routes
        }
    }

    /// A pattern of links that lead to an action.
    public struct Route: Codable, Sendable, Equatable {
        /// As it is declared.
        public var pattern: String
        /// Where it holds, in words.
        public var scopes: [String]
        /// Its name.
        public var name: String?
        /// The action that it leads to.
        public var action: ActionName
        /// The action's feature.
        public var feature: Name
        /// The parameters in it, from left to right.
        public var parameters: [String]
        /// Whether links can be made of it.
        public var reversible: Bool
        /// What a link of it begins with: a scheme, or a domain with one.
        public var example: String?

        /// Makes one of its values.
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
        /// The whole of it.
        public var url: String

        /// Makes one of its values.
        package init(url: String) {
            self.url = url
        }
    }

    /// What becomes of a link.
    public struct RouteExplained: Codable, Sendable, Equatable {
        /// The link.
        public var url: String
        /// The route that it takes.
        public var match: RouteMatch?
        /// The patterns that were considered, the nearest first.
        public var candidates: [RouteCandidate]
        /// How many more there are that don't match.
        public var leftOut: Int
        /// Why it can't be performed as it is, in words.
        public var problem: String?

        /// Makes one of its values.
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

    /// The route that a link takes.
    public struct RouteMatch: Codable, Sendable, Equatable {
        /// As it is declared.
        public var pattern: String
        /// Its name.
        public var name: String?
        /// The action that it leads to.
        public var action: ActionName
        /// The action's feature.
        public var feature: Name
        /// Whether the action can be performed now.
        public var availability: Availability
        /// What the link says.
        public var parameters: [RouteParameter]

        /// Makes one of its values.
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
        /// Its name.
        public var name: String
        /// Its value, decoded.
        public var value: String
        /// `path` or `query`.
        public var from: String

        /// Makes one of its values.
        package init(name: String, value: String, from: String) {
            self.name = name
            self.value = value
            self.from = from
        }
    }

    /// A pattern, and what it says to a link.
    public struct RouteCandidate: Codable, Sendable, Equatable {
        /// As it is declared.
        public var pattern: String
        /// The action that it leads to.
        public var action: ActionName
        /// Whether it matches.
        public var matched: Bool
        /// Whether the link takes it.
        public var won: Bool
        /// Why, or why not, in words.
        public var why: String

        /// Makes one of its values.
        package init(pattern: String, action: ActionName, matched: Bool, won: Bool, why: String) {
            self.pattern = pattern
            self.action = action
            self.matched = matched
            self.won = won
            self.why = why
        }
    }
}
