public import Foundation

/// What an action's activity can be used for once it is published.
public struct ActivityEligibility: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt8

    /// Options of their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It can be continued in this program: "continue where you were".
    public static let perform = ActivityEligibility(rawValue: 1 << 0)
    /// It can be continued on another device of the user.
    public static let handoff = ActivityEligibility(rawValue: 1 << 1)
    /// It can be found on this device.
    public static let search = ActivityEligibility(rawValue: 1 << 2)
    /// It can be found by everybody.
    public static let publicIndex = ActivityEligibility(rawValue: 1 << 3)
    /// The system may suggest it.
    public static let prediction = ActivityEligibility(rawValue: 1 << 4)
}

/// An activity, as an action describes it for an input: what people see of it, and what it is continued with.
public struct ActivityContent: Sendable, Hashable {
    /// What people call it: "Roadmap".
    public var title: String
    /// More about it, in a line.
    public var subtitle: String?
    /// Words to find it by.
    public var keywords: Set<String>
    /// What the action's input is decoded from when it is continued, as JSON.
    ///
    /// `nil`: the action's route reads it from the link; without one, the JSON of the input, where its type is `Codable`.
    public var payload: Data?
    /// Why there is no payload although one was asked for.
    var fault: String?

    /// A description.
    public init(title: String, subtitle: String? = nil, keywords: Set<String> = [], payload: Data? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.keywords = keywords
        self.payload = payload
    }

    /// A description that is continued with a value: the action's input, or what it is decoded from.
    ///
    /// ```swift
    /// static func activity(for document: DocumentReference) -> ActivityContent? {
    ///     ActivityContent(title: document.name, keywords: ["document"], continuing: document)
    /// }
    /// ```
    ///
    /// A value that can't be encoded as JSON is reported when the activity would be published, and it isn't.
    public init(
        title: String, subtitle: String? = nil, keywords: Set<String> = [], continuing value: some Encodable
    ) {
        self.init(title: title, subtitle: subtitle, keywords: keywords)
        do {
            payload = try ActivityContinuation.encode(value)
        } catch {
            fault = "its input can't be written as JSON: \(ErrorText(error).message)"
        }
    }
}

extension ActivityEligibility {
    /// With what follows from it: what the system may suggest it has to be able to find.
    var completed: ActivityEligibility { contains(.prediction) ? union(.search) : self }
}

extension ActivityEligibility: Codable {
    /// The words of the options, in the order of their bits.
    private static let words: [(ActivityEligibility, String)] = [
        (.perform, "perform"), (.handoff, "handoff"), (.search, "search"), (.publicIndex, "public-index"),
        (.prediction, "prediction"),
    ]

    /// What it can be used for, in words: `perform`, `handoff`, `search`, `public-index`, `prediction`.
    public var identifiers: [String] { Self.words.filter { contains($0.0) }.map(\.1) }

    /// Decodes a list of words.
    ///
    /// Words that this version doesn't know are left out.
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
