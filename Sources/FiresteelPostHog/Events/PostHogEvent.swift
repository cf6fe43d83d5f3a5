import Firesteel
import FiresteelHTTP
import FiresteelTimeline
import Foundation

/// An event of PostHog's capture API.
///
/// PostHog recognizes a repeated event by event, person, identifier and time together, so all four are fixed when the
/// event is queued.
struct PostHogEvent: Encodable {
    let event: String
    let person: String
    let identifier: UUID
    /// The time, in microseconds since 1970-01-01T00:00:00Z.
    let time: Int64
    let properties: [String: AnalyticsValue]

    private enum CodingKeys: String, CodingKey {
        case event, uuid, timestamp, properties
        case person = "distinct_id"
    }

    /// Creates the event of a perform.
    init(_ event: AnalyticsEvent, person: PostHogPerson, identifier: UUID) {
        var properties = event.attributes
        properties["action_path"] = .string(event.action.text)
        properties["action_phase"] = .string(event.phase.identifier)
        properties["action_perform"] = .string("\(event.perform)")
        properties["action_source"] = .string(event.source.identifier)
        properties["action_user_initiated"] = .bool(event.isUserInitiated)
        if case .end(let outcome, let duration) = event.phase {
            properties["action_outcome"] = .string(outcome.identifier)
            properties["action_duration"] = .double(duration.seconds)
        }
        self.init(
            event: event.fullName, person: person, identifier: identifier, time: event.time, properties: properties)
    }

    /// Creates the event that identifies an anonymous user as this person.
    init(identifying person: PostHogPerson, before anonymous: String, identifier: UUID, time: Int64) {
        self.init(
            event: "$identify", person: person, identifier: identifier, time: time,
            properties: ["$anon_distinct_id": .string(anonymous)])
    }

    private init(
        event: String, person: PostHogPerson, identifier: UUID, time: Int64, properties: [String: AnalyticsValue]
    ) {
        self.event = event
        self.person = person.identifier
        self.identifier = identifier
        self.time = time
        var properties = properties
        properties["$lib"] = "firesteel"
        // Anonymous users need no profile.
        if person.isAnonymous { properties["$process_person_profile"] = false }
        self.properties = properties
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try container.encode(person, forKey: .person)
        try container.encode(identifier.uuidString.lowercased(), forKey: .uuid)
        let date = Date(timeIntervalSince1970: Double(time) / 1e6)
        try container.encode(
            date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), forKey: .timestamp)
        try container.encode(properties, forKey: .properties)
    }

    /// Returns the event as one line of JSON, with its end.
    func line() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Array(encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
}

/// The user of an event.
struct PostHogPerson: Sendable, Equatable {
    let identifier: String
    let isAnonymous: Bool
}

extension UUID {
    /// Returns a UUID of version 7 (RFC 9562, section 5.7): in order of time, and drawn beyond that.
    ///
    /// - Parameter seconds: Since 1970.
    static func ofTime(_ seconds: Double) -> UUID {
        let milliseconds = seconds.isFinite ? UInt64(max(0, min(seconds * 1_000, 281_474_976_710_655))) : 0
        let random = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        func byte(_ value: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: value >> (8 * index)) }
        return UUID(
            uuid: (
                byte(milliseconds, 5), byte(milliseconds, 4), byte(milliseconds, 3), byte(milliseconds, 2),
                byte(milliseconds, 1), byte(milliseconds, 0), 0x70 | byte(random.0, 0) & 0x0F, byte(random.0, 1),
                0x80 | byte(random.0, 2) & 0x3F, byte(random.0, 3), byte(random.1, 0), byte(random.1, 1),
                byte(random.1, 2), byte(random.1, 3), byte(random.1, 4), byte(random.1, 5)
            ))
    }
}

extension PostHogPerson {
    /// Returns the person of an event: the user that its session serves, or else the app's user.
    ///
    /// An unidentified person of such a session is known by the session alone, so that no two are taken for one.
    func of(_ event: AnalyticsEvent) -> PostHogPerson {
        switch event.user {
        case .program: self
        case .identified(let user): PostHogPerson(identifier: user, isAnonymous: false)
        case .anonymous: PostHogPerson(identifier: "\(identifier)/session-\(event.session)", isAnonymous: true)
        }
    }
}
