public import Foundation

/// The uses of a published activity.
public struct ActivityEligibility: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The activity can be continued in this program.
    public static let perform = ActivityEligibility(rawValue: 1 << 0)
    /// The activity can be continued on another device of the user.
    public static let handoff = ActivityEligibility(rawValue: 1 << 1)
    /// The activity can be found on this device.
    public static let search = ActivityEligibility(rawValue: 1 << 2)
    /// The activity can be found by everyone.
    public static let publicIndex = ActivityEligibility(rawValue: 1 << 3)
    /// The system may suggest it.
    public static let prediction = ActivityEligibility(rawValue: 1 << 4)
}

/// The description of an activity for an input, and the payload that continues it.
public struct ActivityContent: Sendable, Hashable {
    /// The title: "Roadmap".
    public var title: String
    /// More about it, in a line.
    public var subtitle: String?
    /// The search keywords.
    public var keywords: Set<String>
    /// The JSON from which the action's input is decoded when the activity is continued.
    ///
    /// If `nil`, the action's route reads the input from the link; without a route, the input's own JSON is used if its
    /// type is `Codable`.
    public var payload: Data?
    /// The reason why the requested payload is missing.
    var fault: String?

    /// Creates a description.
    public init(title: String, subtitle: String? = nil, keywords: Set<String> = [], payload: Data? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.keywords = keywords
        self.payload = payload
    }
}

extension ActivityEligibility {
    /// The options with those they imply: a suggestion must be searchable.
    var completed: ActivityEligibility { contains(.prediction) ? union(.search) : self }
}

extension ActivityEligibility: Codable {
    /// The identifiers of the options, in the order of their bits.
    private static let words: [(ActivityEligibility, String)] = [
        (.perform, "perform"), (.handoff, "handoff"), (.search, "search"), (.publicIndex, "public-index"),
        (.prediction, "prediction"),
    ]

    /// The identifiers: `perform`, `handoff`, `search`, `public-index`, `prediction`.
    public var identifiers: [String] { Self.words.filter { contains($0.0) }.map(\.1) }

    /// Decodes a list of identifiers.
    ///
    /// Unknown identifiers are ignored.
    public init(from decoder: any Decoder) throws {
        let words = Set(try decoder.singleValueContainer().decode([String].self))
        self = Self.words.reduce(into: []) { if words.contains($1.1) { $0.insert($1.0) } }
    }

    /// Encodes ``identifiers``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifiers)
    }
}
