import FiresteelBase

/// A failure with the steps of its session before it and the session's flags, from the objects of a saved run.
struct ReplayStory {
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
    let program: String
    /// The identifier of the run.
    let run: String
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
    init?(_ objects: [JSONValue], subject: SavedPerforms.Subject? = nil, cause: String? = nil) {
        let saved = SavedPerforms(objects)
        guard let failure = saved.failure(subject) else { return nil }
        program = saved.program
        run = saved.run
        self.failure = failure.step
        self.cause = cause ?? failure.cause ?? "was in flight when the program ended"
        let before = saved.performs(before: failure)
        steps = before.suffix(Self.maximumSteps).map(\.step)
        omittedSteps = max(0, before.count - Self.maximumSteps)
        flags = saved.flags(of: failure.session)
    }
}
