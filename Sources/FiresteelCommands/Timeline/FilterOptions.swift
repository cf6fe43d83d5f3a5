import ArgumentParser
import FiresteelTimeline

/// The outcomes in arguments.
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

/// The filter for performs.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only performs of the feature at this path, or of its descendants. May be repeated.", valueName: "path"))
    var feature: [String] = []

    @Option(help: ArgumentHelp("Only performs in the session with this name or number.", valueName: "session"))
    var session: String?

    @Option(help: ArgumentHelp("Only performs in sessions of this principal.", valueName: "identifier"))
    var principal: String?

    @Option(
        help: ArgumentHelp(
            "Only performs with this outcome: \(OutcomeArgument.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
            valueName: "outcome"))
    var outcome: [OutcomeArgument] = []

    @Option(
        help: ArgumentHelp(
            "Only performs with this text in action, feature, session, input or error, case-insensitive.",
            valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Only performs that began at this time or later: 2026-11-21T09:27:12Z, 09:27 (UTC), or 10m for the last ten minutes.",
            valueName: "time"))
    var since: MomentArgument?

    @Option(help: ArgumentHelp("Only performs that began before this time.", valueName: "time"))
    var until: MomentArgument?

    @Option(help: ArgumentHelp("The maximum number of performs, newest first.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit must be at least 1.") }
    }

    var isEmpty: Bool {
        feature.isEmpty && session == nil && principal == nil && outcome.isEmpty && text == nil && since == nil
            && until == nil
            && limit == nil
    }

    /// Returns the query for a run, or `nil` if everything matches, also events without a perform.
    func query(for run: Run) -> TimelineQuery? {
        guard !isEmpty else { return nil }
        var query = TimelineQuery()
        query.features = feature
        if let session {
            // A session whose name is a number is found by `--text`.
            if let number = UInt32(session) { query.sessions = [number] } else { query.sessionName = session }
        }
        if let principal {
            let sessions = run.sessions(ofPrincipal: principal)
            query.sessions = query.sessions?.intersection(sessions) ?? sessions
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
