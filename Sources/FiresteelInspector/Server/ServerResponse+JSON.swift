import FiresteelHTTP
import FiresteelHTTPServer
import Foundation
import HTTPTypes
import Logging

extension ServerResponse {
    /// Returns a response in JSON.
    static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) -> ServerResponse {
        do {
            return ServerResponse(
                status: status, fields: [.contentType: "application/json; charset=utf-8"],
                body: .bytes(try JSONLine.encode(value)))
        } catch {
            // The inspector's values are numbers and texts, which can be encoded; one that can't is a bug.
            Logger(label: "firesteel.inspector").error(
                "Can't encode a response as JSON.", metadata: ["error": "\(error)"])
            return ServerResponse(status: .internalServerError)
        }
    }
}

/// JSON on one line.
enum JSONLine {
    /// Returns the bytes of a value, without a line end.
    static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
