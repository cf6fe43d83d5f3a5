/// An action of a feature in a ``Catalogue``.
public struct CatalogueAction: Sendable, Hashable {
    /// The action's own identifier.
    public var identifier: String
    /// The Swift type that declares it, with its module: "Documents.OpenDocument".
    public var type: String
    /// What people call it.
    public var name: String
    /// What it does; may be empty.
    public var description: String
    /// Whether people choose it by name.
    public var isPublished: Bool
    /// The type of its input, `nil` where it needs none.
    public var input: String?
    /// The type of its presenter, `nil` where it shows nothing.
    public var presenter: String?
    /// What it is called in analytics, `nil` where analytics knows nothing of it.
    public var analyticsIdentifier: String?
    /// What its activity can be used for: "perform", "handoff", "search", "publicIndex", "prediction".
    public var activities: [String]
    /// The links that lead to it.
    public var routes: [CatalogueRoute]

    /// An action.
    public init(
        identifier: String, type: String, name: String, description: String = "", isPublished: Bool = false,
        input: String? = nil, presenter: String? = nil, analyticsIdentifier: String? = nil, activities: [String] = [],
        routes: [CatalogueRoute] = []
    ) {
        self.identifier = identifier
        self.type = type
        self.name = name
        self.description = description
        self.isPublished = isPublished
        self.input = input
        self.presenter = presenter
        self.analyticsIdentifier = analyticsIdentifier
        self.activities = activities
        self.routes = routes
    }
}

/// A link that leads to an action in a ``Catalogue``.
public struct CatalogueRoute: Sendable, Hashable, Codable {
    /// The pattern of paths: `open/$(document)`.
    public var pattern: String
    /// Where links of the pattern come from, in rising order: `app(documents)`, `anyApp`, `universal(example.com)`,
    /// `anyUniversal`.
    public var scopes: [String]
    /// The route's own name, if it has one.
    public var name: String?

    /// A route.
    public init(pattern: String, scopes: [String], name: String? = nil) {
        self.pattern = pattern
        self.scopes = scopes
        self.name = name
    }

    /// The route on one line: "open/$(document) in app(documents)".
    var words: String {
        let named = name.map { " as \($0)" } ?? ""
        return scopes.isEmpty ? pattern + named : "\(pattern) in \(scopes.joined(separator: ", "))\(named)"
    }
}

extension ActivityEligibility {
    /// The options as words, in the order in which they are declared.
    var words: [String] {
        let all: [(ActivityEligibility, String)] = [
            (.perform, "perform"), (.handoff, "handoff"), (.search, "search"), (.publicIndex, "publicIndex"),
            (.prediction, "prediction"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
