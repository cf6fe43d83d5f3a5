import FiresteelHTTPServer
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
    /// The features that don't match.
    var excludedFeatures: FeatureScope?
    /// The sessions of a condition beyond a single identifier.
    var sessions: SessionCondition?
    var principals: PrincipalCondition?
    var actions: NameCondition?
    /// The keys of flags; only exposures and changes of flags have one.
    var flags: NameCondition?
    /// The outcomes that don't match, as in ``outcomes``.
    var excludedOutcomes: UInt8 = 0
    /// The sources that match, and those that don't, as bits.
    ///
    /// 0 matches any.
    var sources: UInt16 = 0
    var excludedSources: UInt16 = 0
    /// The durations; an entry without a known duration doesn't match.
    var duration: DurationBounds?
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
        guard let bits = Self.bits(outcome: word) else { return false }
        outcomes |= bits
        return true
    }

    private static func bits(outcome word: String) -> UInt8? {
        switch word {
        case OutcomeWord.inFlight: bit(nil)
        case OutcomeWord.unknown: 1 << PerformEntry.unknownOutcome
        case Outcome.failure.identifier: bit(.failure) | bit(.failureClosing)
        default: Outcome(identifier: word).map { bit($0) }
        }
    }

    /// Returns the bit of a source.
    static func bit(_ source: ActionSource) -> UInt16 { 1 << UInt16(source.rawValue) }

    init() {}

    /// Creates the filters of an address.
    ///
    /// A parameter with `-` before its name excludes: `-session=main`.
    init(_ query: QueryParameters) throws(HTTPProblem) {
        text = TextNeedle(query.text("text"))
        outcomes = try Self.outcomes(query.list("outcome"))
        excludedOutcomes = try Self.outcomes(query.list("-outcome"))
        isUserOnly = try query.flag("user")
        if let word = query.text("only") {
            guard let part = Only(rawValue: word) else { throw .badRequest("only must be actions or changes.") }
            only = part
        }
        if let text = query.text("session"), text.allSatisfy({ $0.isASCII && $0.isNumber }) {
            session = try query.number("session", in: 1...UInt32.max)
            sessions = try SessionCondition(wanted: [], excluded: query.list("-session"))
        } else {
            sessions = try SessionCondition(wanted: query.list("session"), excluded: query.list("-session"))
        }
        principals = PrincipalCondition(wanted: query.list("principal"), excluded: query.list("-principal"))
        features = FeatureScope(query.list("feature"))
        excludedFeatures = FeatureScope(query.list("-feature"))
        actions = NameCondition(wanted: query.list("action"), excluded: query.list("-action"))
        flags = NameCondition(wanted: query.list("flag"), excluded: query.list("-flag"))
        sources = try Self.sources(query.list("source"))
        excludedSources = try Self.sources(query.list("-source"))
        let durations = query.list("took")
        if !durations.isEmpty {
            guard let bounds = DurationBounds(durations) else {
                throw .badRequest(
                    "took must be durations with <, <=, > or >=, such as >100ms or >=1s,<5s, in ns, us, ms, s, min or h."
                )
            }
            duration = bounds
        }
        since = try query.number("since", in: 0...Int64.max)
        until = try query.number("until", in: 0...Int64.max)
    }

    private static func outcomes(_ words: [String]) throws(HTTPProblem) -> UInt8 {
        var found: UInt8 = 0
        for word in words {
            guard let bits = bits(outcome: word) else {
                throw .badRequest(
                    "outcome must be a comma-separated list of success, closing, failure, failure-closing, cancelled, in-flight and unknown."
                )
            }
            found |= bits
        }
        return found
    }

    private static func sources(_ words: [String]) throws(HTTPProblem) -> UInt16 {
        var found: UInt16 = 0
        for word in words {
            guard let source = ActionSource(identifier: word) else {
                throw .badRequest(
                    "source must be a comma-separated list of \(ActionSource.allCases.map(\.identifier).joined(separator: ", "))."
                )
            }
            found |= bit(source)
        }
        return found
    }

    /// Whether a query of the timeline can express the filter.
    var isQuery: Bool {
        var plain = PerformFilter()
        (plain.text, plain.outcomes, plain.isUserOnly, plain.session) = (text, outcomes, isUserOnly, session)
        (plain.since, plain.until) = (since, until)
        return plain == self
    }
}
