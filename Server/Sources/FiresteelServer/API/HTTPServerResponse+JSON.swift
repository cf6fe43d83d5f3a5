import FiresteelBase
import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

extension HTTPResponseMessage where Body == HTTPServerBody {
    /// Creates a response with JSON.
    init(status: HTTPResponse.Status = .ok, json: JSONValue, fields: HTTPFields = [:]) {
        self.init(status: status, json: Array(json.json().utf8), fields: fields)
    }

    /// Creates a response with the bytes of JSON.
    init(status: HTTPResponse.Status = .ok, json: [UInt8], fields: HTTPFields = [:]) {
        self.init(status: status, fields: fields, body: .bytes(json))
        self.fields[.contentType] = "application/json"
    }

    /// A response without a body.
    static var empty: HTTPServerResponse { HTTPServerResponse(status: .noContent) }
}
