import FiresteelBase
import FiresteelStore
import Foundation

/// A message to a webhook, in the form that Standard Webhooks describes.
struct WebhookMessage: Sendable {
    let id: String
    /// The body, whose bytes are the same in all attempts.
    let body: String
    /// The time of the attempt, in seconds since 1970.
    let time: Int64
    /// A signature for each valid secret.
    let signatures: [String]

    /// Creates the message of an attempt.
    ///
    /// - Parameters:
    ///   - delivery: The delivery.
    ///   - origin: The origin of the dashboard for links; without one they are paths.
    ///   - now: The time, in milliseconds since 1970.
    init(_ delivery: ClaimedDelivery, origin: String?, now: Int64) throws {
        let body = try Self.body(delivery, origin: origin)
        id = delivery.event
        time = now / 1_000
        self.body = body
        signatures = delivery.webhook.secrets(at: now).map {
            $0.signature(of: delivery.event, at: now / 1_000, body)
        }
    }

    private static func body(_ delivery: ClaimedDelivery, origin: String?) throws -> String {
        guard case .object(var data)? = try? JSONValue(json: delivery.data.utf8) else {
            throw StoreError.damaged("The event \(delivery.event) can't be read.")
        }
        data["program"] = .string(delivery.webhook.program)
        data["environments"] = .array(delivery.environments.map { .string($0) })
        let base = origin.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
        data["link"] = .string(base + delivery.page)
        let moment = Date(timeIntervalSince1970: Double(delivery.time) / 1_000)
        let body: JSONValue = [
            "type": .string(delivery.type),
            "timestamp": .string(moment.ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "data": .object(data),
        ]
        return body.json()
    }
}
