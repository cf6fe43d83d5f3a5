import ArgumentParser
import FiresteelTimeline

/// Outcomes as people name them.
enum OutcomeArgument: String, ExpressibleByArgument, CaseIterable {
    case success
    case closing
    case failure
    case failureClosing = "failure-closing"
    case cancelled
    case inFlight = "in-flight"
    /// Either kind of failure.
    case failed
}

/// Which performs of a run are wanted.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what was done with the feature of this path, or below it. May be repeated.", valueName: "path"))
    var feature: [String] = []

    @Option(help: ArgumentHelp("Only what was done in the session of this name or number.", valueName: "session"))
    var session: String?

    @Option(
        help: ArgumentHelp(
            "Only what ended so: \(OutcomeArgument.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
            valueName: "outcome"))
    var outcome: [OutcomeArgument] = []

    @Option(
        help: ArgumentHelp(
            "Only what has this text in its action, feature, session, input or error, whatever its case.",
            valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Only what began then or later: 2026-11-21T09:27:12Z, 09:27 (UTC), or 10m for the last ten minutes.",
            valueName: "time"))
    var since: MomentArgument?

    @Option(help: ArgumentHelp("Only what began before then.", valueName: "time"))
    var until: MomentArgument?

    @Option(help: ArgumentHelp("Only the newest so many.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is at least 1.") }
    }

    /// Whether everything is wanted.
    var isEmpty: Bool {
        feature.isEmpty && session == nil && outcome.isEmpty && text == nil && since == nil && until == nil
            && limit == nil
    }

    /// The query for a run, or nil where everything is wanted, also what belongs to no perform.
    func query(for run: Run) -> TimelineQuery? {
        guard !isEmpty else { return nil }
        var query = TimelineQuery()
        query.features = feature
        if let session {
            // A session that is called by a number is found by `--text`.
            if let number = UInt32(session) { query.session = number } else { query.sessionName = session }
        }
        for word in outcome {
            switch word {
            case .inFlight: query.includesInFlight = true
            case .failed: query.outcomes.formUnion([.failure, .failureClosing])
            default: if let outcome = Outcome(identifier: word.rawValue) { query.outcomes.insert(outcome) }
            }
        }
        if Set(outcome) == [.inFlight] { query.performs = Set(run.counts().inFlight.map(\.id)) }
        query.text = text
        var last: UInt64?
        func lastTime() -> UInt64 {
            let time = last ?? run.counts().lastTime
            last = time
            return time
        }
        query.since = since?.reading(in: run.header, lastTime: lastTime)
        query.until = until?.reading(in: run.header, lastTime: lastTime)
        query.limit = limit
        return query
    }
}
