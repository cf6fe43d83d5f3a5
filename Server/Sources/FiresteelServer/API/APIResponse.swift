import FiresteelFlags
import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

/// A response before it is sent.
struct APIResponse: Sendable {
    var status: HTTPResponse.Status
    var fields: HTTPFields
    var body: HTTPServerBody

    /// Creates a response with bytes or a stream.
    init(status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: HTTPServerBody = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Creates a response with JSON.
    init(status: HTTPResponse.Status = .ok, json: FlagValue, fields: HTTPFields = [:]) {
        self.init(status: status, json: Array(json.json().utf8), fields: fields)
    }

    /// Creates a response with the bytes of JSON.
    init(status: HTTPResponse.Status = .ok, json: [UInt8], fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: .bytes(json))
        self.fields[.contentType] = "application/json"
    }

    /// A response without a body.
    static let empty = APIResponse(status: .noContent)
}
