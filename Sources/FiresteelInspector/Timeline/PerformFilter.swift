import FiresteelTimeline

/// Which performs are wanted.
struct PerformFilter: Hashable, Sendable {
    var text: TextNeedle?
    /// Outcomes as bits, counted from in flight (0) over the recorded ones to unknown (7).
    ///
    /// None: any.
    var outcomes: UInt8 = 0
    /// Only what the user started.
    var isUserOnly = false
    /// Only performs, or only changes.
    var only: Only?
    var session: UInt32?
    var features: FeatureScope?
    /// Microseconds since 1970, from then on.
    var since: Int64?
    /// Microseconds since 1970, before then.
    var until: Int64?

    /// A part of what is on a timeline.
    enum Only: String, Sendable {
        /// What was performed.
        case performs = "actions"
        /// What became of flags and of availability.
        case changes
    }

    /// Whether every perform and every change is wanted.
    var isEmpty: Bool { self == PerformFilter() }

    /// The bit of an outcome; nil stands for in flight.
    static func bit(_ outcome: Outcome?) -> UInt8 { 1 << (outcome?.rawValue ?? 0) }

    /// Adds the outcomes that a word stands for.
    ///
    /// Failures are failures, whether they closed their stack or not.
    /// - Returns: Whether there is such a word.
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

    /// The filters of an address.
    init(_ query: QueryParameters) throws(APIError) {
        text = TextNeedle(query.text("text"))
        for word in query.list("outcome") {
            guard add(outcome: word) else {
                throw .badRequest(
                    "outcome is of success, closing, failure, failure-closing, cancelled, in-flight and unknown, with commas."
                )
            }
        }
        isUserOnly = try query.flag("user")
        if let word = query.text("only") {
            guard let part = Only(rawValue: word) else { throw .badRequest("only is actions or changes.") }
            only = part
        }
        session = try query.number("session", in: 1...UInt32.max)
        features = FeatureScope(query.list("feature"))
        since = try query.number("since", in: 0...Int64.max)
        until = try query.number("until", in: 0...Int64.max)
    }
}
