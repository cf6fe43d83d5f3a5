import Foundation
import HTTPTesting
import HTTPTypes

/// An event as a server got it.
struct Received: Decodable, Hashable {
    struct Properties: Decodable, Hashable {
        var n: Int?
        var text: String?
        var outcome: String?
        var duration: Double?
        var path: String?
        var lib: String?
        var anonymous: String?
        var process: Bool?

        enum CodingKeys: String, CodingKey {
            case n, text
            case outcome = "action_outcome"
            case duration = "action_duration"
            case path = "action_path"
            case lib = "$lib"
            case anonymous = "$anon_distinct_id"
            case process = "$process_person_profile"
        }
    }

    let event: String
    let person: String
    let uuid: UUID
    let timestamp: String
    let properties: Properties

    enum CodingKeys: String, CodingKey {
        case event, uuid, timestamp, properties
        case person = "distinct_id"
    }

    /// The events of a request; `nil` where it isn't one.
    static func batch(fields: HTTPFields, body: [UInt8]) -> [Received]? {
        struct Body: Decodable {
            let key: String
            let batch: [Received]

            enum CodingKeys: String, CodingKey {
                case batch
                case key = "api_key"
            }
        }
        guard fields[.contentEncoding] == "gzip", fields[.contentType] == "application/json",
            let text = gunzip(body), let request = try? JSONDecoder().decode(Body.self, from: Data(text)),
            request.key == "key"
        else { return nil }
        return request.batch
    }
}

extension TestServer.Request {
    /// The events of a request.
    var batch: [Received]? {
        method == "POST" && target == "/batch/" ? Received.batch(fields: fields, body: body) : nil
    }
}
