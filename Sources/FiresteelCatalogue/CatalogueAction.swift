import Firesteel

/// An action of a feature in a ``Catalogue``.
public struct CatalogueAction: Sendable, Hashable {
    /// The action's own identifier.
    public var identifier: String
    /// The Swift type that declares it, with its module: "Documents.OpenDocument".
    public var type: String
    /// The display name.
    public var name: String
    /// The description; may be empty.
    public var description: String
    /// Whether users can select it by name.
    public var isPublished: Bool
    /// The type of its input, or `nil` if it needs none.
    public var input: String?
    /// The type of its presenter, or `nil` if it has none.
    public var presenter: String?
    /// The analytics identifier, or `nil` if it has none.
    public var analyticsIdentifier: String?
    /// The unit of the amount that it declares, or `nil` if it declares none.
    public var amountUnit: String?
    /// The uses of its activity: "perform", "handoff", "search", "publicIndex", "prediction".
    public var activities: [String]
    /// The routes to it.
    public var routes: [CatalogueRoute]

    /// Creates an action.
    public init(
        identifier: String, type: String, name: String, description: String = "", isPublished: Bool = false,
        input: String? = nil, presenter: String? = nil, analyticsIdentifier: String? = nil, amountUnit: String? = nil,
        activities: [String] = [], routes: [CatalogueRoute] = []
    ) {
        self.identifier = identifier
        self.type = type
        self.name = name
        self.description = description
        self.isPublished = isPublished
        self.input = input
        self.presenter = presenter
        self.analyticsIdentifier = analyticsIdentifier
        self.amountUnit = amountUnit
        self.activities = activities
        self.routes = routes
    }
}

/// A route to an action in a ``Catalogue``.
public struct CatalogueRoute: Sendable, Hashable, Codable {
    /// The pattern of paths: `open/$(document)`.
    public var pattern: String
    /// The scopes, in ascending order: `app(documents)`, `anyApp`, `universal(example.com)`, `anyUniversal`.
    public var scopes: [String]
    /// The route's own name, if it has one.
    public var name: String?

    /// Creates a route.
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
    /// The names of the options, in the order of their declaration.
    var words: [String] {
        let all: [(ActivityEligibility, String)] = [
            (.perform, "perform"), (.handoff, "handoff"), (.search, "search"), (.publicIndex, "publicIndex"),
            (.prediction, "prediction"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
