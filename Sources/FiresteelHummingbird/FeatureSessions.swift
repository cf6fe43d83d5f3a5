// Everything enables all traits but this one, so that Firesteel itself doesn't resolve Hummingbird.
#if Hummingbird
public import Firesteel
public import Hummingbird

/// A middleware that gives each request a session of features, with the context and the principal of its user.
///
/// Requests for features, performs, flags and log lines in the handlers below it are those of this session, without naming
/// it. The session closes when the response is returned; a body that is written later performs in no session.
///
/// ```swift
/// router.add(middleware: FeatureSessions { request, context in
///     runtime.session("request", principal: Principal(context.identity.account))
/// })
/// ```
///
/// Add it after the middleware that authenticates. Detached tasks lose the session, see <doc:FiresteelHummingbird>.
public struct FeatureSessions<Context: RequestContext>: RouterMiddleware {
    private let open: @Sendable (Request, Context) async throws -> ActionSession?

    /// Creates a middleware.
    ///
    /// - Parameter open: Opens the session of a request, such as
    ///   `runtime.session("request", context: …, principal: …)`; `nil` for requests that are evaluated for the program as a
    ///   whole. An error it throws is the response's.
    public init(_ open: @escaping @Sendable (Request, Context) async throws -> ActionSession?) {
        self.open = open
    }

    /// Handles a request in its session.
    @concurrent
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let session = try await open(request, context) else { return try await next(request, context) }
        defer { session.close() }
        return try await session.use { try await next(request, context) }
    }
}
#endif
