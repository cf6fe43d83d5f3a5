import FiresteelTimeline

/// A filter for performs.
struct PerformFilter: Hashable, Sendable {
    var text: TextNeedle?
    /// The outcomes as bits, from in flight (0) over the recorded ones to unknown (7).
    ///
    /// 0 matches any.
    var outcomes: UInt8 = 0
    /// Whether only user-initiated performs match.
    var isUserOnly = false
    /// The kind of entries to match, or `nil` for all.
    var only: Only?
    var session: UInt32?
    var features: FeatureScope?
    /// The earliest begin, in microseconds since 1970.
    var since: Int64?
    /// The end of the range, exclusive, in microseconds since 1970.
    var until: Int64?

    /// A part of a timeline.
    enum Only: String, Sendable {
        /// Performs.
        case performs = "actions"
        /// Flag events and availability changes.
        case changes
    }

    /// Whether every entry matches.
    var isEmpty: Bool { self == PerformFilter() }

    /// Returns the bit of an outcome; `nil` for in flight.
    static func bit(_ outcome: Outcome?) -> UInt8 { 1 << (outcome?.rawValue ?? 0) }

    /// Adds the outcomes with a name.
    ///
    /// Failures match whether they closed their stack or not.
    /// - Returns: Whether the name is valid.
    mutating func add(outcome word: String) -> Bool {
        switch word {
        case OutcomeWord.inFlight: outcomes |= Self.bit(nil)
        case OutcomeWord.unknown: outcomes |= 1 << PerformEntry.unknownOutcome
        case Outcome.failure.identifier: outcomes |= Self.bit(.failure) | Self.bit(.failureClosing)
        default:
            guard let outcome = Outcome(identifier: word) else { return false }
            outcomes |= Self.bit(outcome)
        }
        return true
    }

    init() {}

    /// Creates the filters of an address.
    init(_ query: QueryParameters) throws(APIError) {
        text = TextNeedle(query.text("text"))
        for word in query.list("outcome") {
            guard add(outcome: word) else {
                throw .badRequest(
                    "outcome must be a comma-separated list of success, closing, failure, failure-closing, cancelled, in-flight and unknown."
                )
            }
        }
        isUserOnly = try query.flag("user")
        if let word = query.text("only") {
            guard let part = Only(rawValue: word) else { throw .badRequest("only must be actions or changes.") }
            only = part
        }
        session = try query.number("session", in: 1...UInt32.max)
        features = FeatureScope(query.list("feature"))
        since = try query.number("since", in: 0...Int64.max)
        until = try query.number("until", in: 0...Int64.max)
    }
}
