import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// The endpoints for operators.
struct OperationEndpoints: Sendable {
    let parts: ServerParts

    var all: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/healthz", id: "getHealth", summary: "Returns whether the process responds",
                access: .everyone, isBrief: true
            ) { _ in HTTPServerResponse(json: ["status": "ok"]) },
            Endpoint(
                method: .get, path: "/readyz", id: "getReadiness",
                summary: "Returns whether the server can use its database", access: .everyone
            ) { _ in
                _ = try await parts.database.read { try CounterTable($0).access() }
                return HTTPServerResponse(json: ["status": "ok"])
            },
        ]
    }
}

extension OpenAPIDocument {
    /// Returns the endpoint of the document that describes endpoints and itself.
    static func endpoint(describing endpoints: [Endpoint], version: String) -> Endpoint {
        let path = "\(OperationCaller.root)/openapi.json"
        let own = Endpoint(
            method: .get, path: path, id: "getOpenAPI", summary: "Returns this document", access: .everyone
        ) { _ in .empty }
        // Everyone may read it, so it is written once.
        let response = HTTPServerResponse(json: OpenAPIDocument(endpoints: endpoints + [own], version: version).json)
        return Endpoint(
            method: .get, path: path, id: own.id, summary: own.summary, access: own.access, isBrief: true
        ) { _ in response }
    }
}
