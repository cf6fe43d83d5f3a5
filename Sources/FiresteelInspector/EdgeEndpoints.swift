import Firesteel

/// The endpoints for external entry points of the program.
struct EdgeEndpoints: Sendable {
    let runtime: FeatureRuntime
    let performer: ExternalActionPerformer

    var routes: [Route] {
        ActionEndpoint(runtime: runtime, performer: performer).routes
            + RouteEndpoint(runtime: runtime, performer: performer).routes
            + ActivityEndpoint(runtime: runtime, performer: performer).routes
            + AccessEndpoint(runtime: runtime).routes
    }
}
