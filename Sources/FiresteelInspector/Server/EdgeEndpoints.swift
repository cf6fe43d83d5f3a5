import Firesteel

/// Everything in the pages that leads into the program from outside, or that looks at where it is led.
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
