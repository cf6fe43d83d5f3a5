import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes

extension HTTPResponseMessage where Body == HTTPServerBody {
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> HTTPServerResponse {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return HTTPServerResponse(
            status: status, fields: fields("application/json"), body: .bytes(Array(try encoder.encode(value))))
    }

    static func lines(_ lines: LineStream) -> HTTPServerResponse {
        HTTPServerResponse(status: .ok, fields: fields("application/x-ndjson"), body: .stream(lines))
    }

    private static func fields(_ type: String) -> HTTPFields {
        [.contentType: type.hasPrefix("image/") ? type : type + "; charset=utf-8"]
    }
}
