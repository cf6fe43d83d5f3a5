import Foundation
import Logging

extension HTTPResponse {
    /// Returns a response in JSON.
    static func json(_ value: some Encodable, _ status: HTTPStatus = .ok) -> HTTPResponse {
        do {
            return HTTPResponse(
                status: status, fields: [("Content-Type", "application/json; charset=utf-8")],
                body: .bytes(try JSONLine.encode(value)))
        } catch {
            // Values of ours are numbers and texts, which always encode; a new one that doesn't shows here.
            Logger(label: "firesteel.inspector").error("A response could not be encoded as JSON: \(error)")
            return HTTPResponse(status: .internalError)
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
