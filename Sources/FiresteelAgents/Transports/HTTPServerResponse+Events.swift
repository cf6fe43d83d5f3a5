package import FiresteelBase
package import FiresteelHTTP
package import FiresteelHTTPServer
package import HTTPTypes

extension HTTPServerResponse {
    /// Returns a response with JSON.
    package static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, fields: [.contentType: "application/json"], body: .bytes(Array(value.json().utf8)))
    }

    /// Returns a response with server-sent events.
    package static func events(_ events: ServerSentEvents, fields: HTTPFields = [:]) -> HTTPServerResponse {
        var response = HTTPServerResponse(status: .ok, fields: fields, body: .stream(events))
        response.fields[.contentType] = "text/event-stream"
        return response
    }
}
