/// The routes that a feature declares, in the order in which links are made of them.
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

/// Makes ``FeatureRoutes`` of a list of routes.
@resultBuilder
public enum RoutesBuilder {
    /// One route.
    public static func buildExpression(_ route: Route) -> [Route] { [route] }
    /// Routes made elsewhere.
    public static func buildExpression(_ routes: [Route]) -> [Route] { routes }
    /// Routes one after the other.
    public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap { $0 } }
    /// Routes below an `if`.
    public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }
    /// Routes below an `if` with an `else`.
    public static func buildEither(first part: [Route]) -> [Route] { part }
    /// Routes below an `else`.
    public static func buildEither(second part: [Route]) -> [Route] { part }
    /// Routes of a loop.
    public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap { $0 } }
    /// Routes below `if #available`.
    public static func buildLimitedAvailability(_ part: [Route]) -> [Route] { part }
    /// All of them.
    public static func buildFinalResult(_ all: [Route]) -> FeatureRoutes { FeatureRoutes(all: all) }
}
