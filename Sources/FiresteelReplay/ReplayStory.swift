import Firesteel
import FiresteelBase
package import FiresteelInsight
package import FiresteelTimeline

/// A failure with the steps of its session before it and the session's flags, from the objects of a saved run.
package struct ReplayStory {
    /// A perform of the story.
    struct Step {
        let feature: String
        let action: String
        /// The display name, such as `Save Document`.
        let name: String
        var input = Input.none
        /// The outcome's identifier, or `nil` if the perform was in flight.
        var outcome: String?
        /// The index of the first later step that began after this one had ended, or `nil` if there is none.
        var next: Int?

        var path: ActionPath { ActionPath(feature: FeaturePath(feature), action: action) }
    }

    /// The input of a step.
    enum Input: Equatable {
        /// The retained JSON.
        case retained(JSONValue)
        /// An input of a replayable type that wasn't retained, with the reason.
        case missing(String)
        /// None was retained: the input's type isn't replayable, or there is no input.
        case none
    }

    /// A flag that the session was exposed to.
    struct Flag {
        let key: String
        /// The value, or `nil` if it is hidden or truncated.
        let value: JSONValue?
        /// Whether it is the program's default.
        var isDefault = false
    }

    /// The maximum number of steps before the failure, and of those that began before its end.
    static let maximumSteps = 50

    /// The program with its version, such as `Documents 1.4`.
    private(set) var program: String
    /// The identifier of the run.
    private(set) var run: String
    /// The steps in the order in which they began, with the failure.
    let steps: [Step]
    /// The index of the perform that failed or was in flight.
    let failureIndex: Int
    /// The number of earlier steps that are left out.
    let omittedSteps: Int
    /// The flags with other values than the program's defaults, by key.
    var flags: [Flag]
    /// The description of the failure, such as `failed with DiskError.full: The disk is full`.
    let cause: String

    /// The perform that failed or was in flight.
    var failure: Step { steps[failureIndex] }

    /// Finds the failure of a subject.
    ///
    /// - Parameters:
    ///   - objects: The objects of a saved run, in order.
    ///   - subject: The reported perform, or `nil` for the last one that failed or was in flight at a crash.
    ///   - cause: The description of the failure, or `nil` for the recorded one.
    private init?(_ objects: [JSONValue], subject: SavedPerforms.Subject?, cause: String? = nil) {
        let saved = SavedPerforms(objects)
        guard let failure = saved.failure(subject) else { return nil }
        // What was cancelled before the failure, or whose end isn't known, isn't repeated.
        let performs = saved.performs(until: failure).filter { perform in
            let isCancelled = perform.step.outcome == "cancelled" && perform.hasEnded(before: failure)
            return perform.id == failure.id || (!isCancelled && perform.step.outcome != "unknown")
        }
        self.init(saved, failure, performs, cause: cause, maximumSteps: Self.maximumSteps)
    }

    /// Creates a story of performs, in the order in which they began.
    init(
        _ saved: SavedPerforms, _ failure: SavedPerforms.Perform, _ performs: [SavedPerforms.Perform],
        cause: String? = nil, maximumSteps: Int
    ) {
        program = saved.program
        run = saved.run
        self.cause = cause ?? failure.cause ?? "was in flight when the program ended"
        let index = performs.firstIndex { $0.id == failure.id } ?? 0
        omittedSteps = max(0, index - maximumSteps)
        failureIndex = index - omittedSteps
        let shown = performs[omittedSteps..<min(performs.count, index + 1 + maximumSteps)]
        steps = shown.enumerated().map { position, perform in
            var step = perform.step
            step.next = shown.dropFirst(position + 1).firstIndex { perform.hasEnded(before: $0) }
                .map { $0 - shown.startIndex }
            return step
        }
        flags = saved.flags(of: failure.session, until: failure.ended ?? .max).filter { !$0.isDefault }
    }
}

extension ReplayStory {
    /// Finds the failure that a report is about, or returns `nil` if it names no action.
    package init?(_ report: InsightReport) {
        guard let action = report.action else { return nil }
        let subject = SavedPerforms.Subject.reported(
            feature: action.feature, action: action.action, name: report.names?.action,
            isInFlight: report.state == .inFlight, time: Int(report.time))
        self.init(report.timeline.objects, subject: subject, cause: Self.cause(report))
        guard run.isEmpty else { return }
        name(
            run: report.run,
            program: [report.program.name, report.program.version].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Sets the names of the run and the program.
    mutating func name(run: String, program: String) { (self.run, self.program) = (run, program) }

    /// Replaces the values of flags by others.
    ///
    /// - Parameters:
    ///   - values: The values, by key.
    ///   - recorded: The recorded ones. A flag that has the same value remains as it is, without a secret.
    mutating func use(_ values: [String: JSONValue], insteadOf recorded: [String: JSONValue]) {
        let known = Set(flags.map(\.key))
        flags = flags.compactMap { flag in
            guard values[flag.key] != recorded[flag.key] else { return flag }
            return values[flag.key].map { Flag(key: flag.key, value: $0) }
        }
        flags += values.filter { !known.contains($0.key) }.map { Flag(key: $0.key, value: $0.value) }
        flags.sort { $0.key < $1.key }
    }

    /// Returns the description of the failure of a report.
    static func cause(_ report: InsightReport) -> String {
        if let failure = report.failure {
            return SavedPerforms.failed(type: failure.type, case: failure.enumCase, message: failure.message)
        }
        let end = report.end?.signal ?? "without a recorded cause"
        return "was in flight when the program ended: \(report.fatal?.message ?? end)"
    }

    /// Finds the last perform of a run that failed or was in flight at a crash, or returns `nil` if there is none.
    package init?(_ run: Run) { self.init(Self.objects(of: run, nil), subject: nil) }

    /// Finds a perform of a run with what its session did before, or returns `nil` if it ended without an error.
    ///
    /// - Parameter secretWords: The words in names whose values are secret, or `nil` for the default ones.
    package init?(_ run: Run, _ perform: PerformRecord, secretWords: Set<String>? = nil) {
        // A damaged run may have any number.
        guard perform.outcome?.isFailure ?? perform.isInFlight, let id = Int(exactly: perform.id), perform.began < .max
        else { return nil }
        var query = TimelineQuery()
        query.sessions = [perform.session]
        query.until = min(perform.ended ?? .max, .max - 1) + 1
        query.limit = Self.maximumPerforms
        self.init(Self.objects(of: run, query, secretWords), subject: .perform(id, session: Int(perform.session)))
    }

    /// The maximum number of a session's performs that are read, with those that others caused.
    private static let maximumPerforms = 1_000

    /// Returns the objects of a run without secrets.
    static func objects(
        of run: Run, _ query: TimelineQuery?, _ secretWords: Set<String>? = nil
    ) -> [JSONValue] {
        var objects: [JSONValue] = []
        // As in a report: a test is for people who don't see secrets.
        let words = Redaction(words: Array(secretWords ?? InsightOptions.defaultSecretWords))
        let redaction = words.adding(words.secrets(in: run))
        RunData(run, matching: query, crash: nil, includesInputs: true).write { json, _ in
            if let object = try? JSONValue(json: Array(json.utf8)) { objects.append(redaction.redacted(event: object)) }
        }
        return objects
    }
}
