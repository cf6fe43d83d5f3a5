/// The routes of a feature, in the order in which links are created from them.
///
/// ```swift
/// static var routes: FeatureRoutes {
///     Route("open/$(document)", to: open)
///     Route("$(document)", to: open, in: .universal("docs.example.com"))
/// }
/// ```
public struct FeatureRoutes: Sendable {
    let all: [Route]
}

/// Builds ``FeatureRoutes`` from a list of routes.
@resultBuilder
public enum RoutesBuilder {
    /// Adds a route.
    public static func buildExpression(_ route: Route) -> [Route] { [route] }
    /// Adds a list of routes.
    public static func buildExpression(_ routes: [Route]) -> [Route] { routes }
    /// Routes one after the other.
    public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap { $0 } }
    /// Adds the routes of an `if`.
    public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }
    /// Adds the routes of an `if` with an `else`.
    public static func buildEither(first part: [Route]) -> [Route] { part }
    /// Adds the routes of an `else`.
    public static func buildEither(second part: [Route]) -> [Route] { part }
    /// Routes of a loop.
    public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap { $0 } }
    /// Adds the routes of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Route]) -> [Route] { part }
    /// Returns all of them.
    public static func buildFinalResult(_ all: [Route]) -> FeatureRoutes { FeatureRoutes(all: all) }
}
