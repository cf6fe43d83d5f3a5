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
    }

    /// The maximum number of steps before the failure.
    static let maximumSteps = 50

    /// The program with its version, such as `Documents 1.4`.
    private(set) var program: String
    /// The identifier of the run.
    private(set) var run: String
    /// The steps before the failure, in order.
    let steps: [Step]
    /// The number of earlier steps that are left out.
    let omittedSteps: Int
    /// The perform that failed or was in flight.
    let failure: Step
    /// The flags with other values than the program's defaults, by key.
    let flags: [Flag]
    /// The description of the failure, such as `failed with DiskError.full: The disk is full`.
    let cause: String

    /// Finds the failure of a subject.
    ///
    /// - Parameters:
    ///   - objects: The objects of a saved run, in order.
    ///   - subject: The reported perform, or `nil` for the last one that failed or was in flight at a crash.
    ///   - cause: The description of the failure, or `nil` for the recorded one.
    private init?(_ objects: [JSONValue], subject: SavedPerforms.Subject?, cause: String? = nil) {
        let saved = SavedPerforms(objects)
        guard let failure = saved.failure(subject) else { return nil }
        program = saved.program
        run = saved.run
        self.failure = failure.step
        self.cause = cause ?? failure.cause ?? "was in flight when the program ended"
        let before = saved.performs(before: failure)
        steps = before.suffix(Self.maximumSteps).map(\.step)
        omittedSteps = max(0, before.count - Self.maximumSteps)
        flags = saved.flags(of: failure.session, until: failure.ended ?? .max)
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
        run = report.run
        program = [report.program.name, report.program.version].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func cause(_ report: InsightReport) -> String {
        if let failure = report.failure {
            return SavedPerforms.failed(type: failure.type, case: failure.enumCase, message: failure.message)
        }
        let end = report.end?.signal ?? "without a recorded cause"
        return "was in flight when the program ended: \(report.fatal?.message ?? end)"
    }

    /// Finds the last perform of a run that failed or was in flight at a crash, or returns `nil` if there is none.
    package init?(_ run: Run) { self.init(Self.objects(of: run, nil), subject: nil) }

    /// Finds a perform of a run with what its session did before, or returns `nil` if it ended without an error.
    package init?(_ run: Run, _ perform: PerformRecord) {
        // A damaged run may have any number.
        guard perform.outcome?.isFailure ?? perform.isInFlight, let id = Int(exactly: perform.id), perform.began < .max
        else { return nil }
        var query = TimelineQuery()
        query.sessions = [perform.session]
        query.until = perform.began + 1
        query.limit = Self.maximumPerforms
        self.init(Self.objects(of: run, query), subject: .perform(id, session: Int(perform.session)))
    }

    /// The maximum number of a session's performs that are read, with those that others caused.
    private static let maximumPerforms = 1_000

    private static func objects(of run: Run, _ query: TimelineQuery?) -> [JSONValue] {
        var objects: [JSONValue] = []
        // As in a report: a test is for people who don't see secrets.
        let words = Redaction(words: Array(InsightOptions.defaultSecretWords))
        let redaction = words.adding(words.secrets(in: run))
        RunData(run, matching: query, crash: nil, includesInputs: true).write { json, _ in
            if let object = try? JSONValue(json: Array(json.utf8)) { objects.append(redaction.redacted(event: object)) }
        }
        return objects
    }
}
