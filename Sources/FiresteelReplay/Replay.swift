import Firesteel
import FiresteelBase
import FiresteelCatalogue

/// The ends of steps that were performed again, beside the recorded ones.
public struct Replay: Sendable {
    /// A step.
    public struct Step: Sendable, Equatable {
        /// The display name of the action, such as `Save Document`.
        public let name: String
        /// The recorded end, such as `succeeded` or `failed with DiskError.full: The disk is full`.
        public let recorded: String
        /// The end in the replay, or the reason why the step was left out.
        public let replayed: String
        /// Whether the step was performed.
        public let isPerformed: Bool
        /// Whether it ended as it was recorded, as far as both are known; `true` for a step that was left out.
        ///
        /// The message of an error isn't compared, its type and case are.
        public let isSame: Bool
    }

    /// An action that another one performed, and its end.
    struct Following: Sendable {
        let name: String
        let end: RecordedEnd
    }

    /// The steps, in the order in which they began.
    public let steps: [Step]
    /// The step that failed when it was recorded.
    public let failure: Step
    /// Whether that step failed again, for whatever reason.
    public let failed: Bool
    /// The keys of flags whose values were ignored, sorted: the program no longer has the flag, or the flag can't have the value.
    public let ignoredFlags: [String]
    private let replayer: RunReplayer
    private let flags: [String: JSONValue]
    private let runtime: FeatureRuntime

    /// The Swift file of a test that performs these steps, with these flags, and fails as long as the last one does.
    ///
    /// As `firesteel test-from` writes it, with the names of the program's declarations and the types of hidden values.
    public var test: String {
        ReplayTest(replayer.story(flags: flags), catalogue: runtime.catalogue, inputTypes: runtime.inputTypes(of:))
            .source
    }

    /// The first step that ended differently, or `nil` if there is none.
    public var difference: Step? { steps.first { !$0.isSame } }

    /// Whether that step failed as it was recorded.
    public var failedAsRecorded: Bool { failed && failure.isSame }

    /// The steps as text, one on a line, with both sides of those that differ.
    public var text: String {
        steps.map { step in
            if !step.isPerformed { return "-  \(step.name) was left out: \(step.replayed)" }
            if step.isSame { return "=  \(step.name) \(step.replayed)" }
            return "!  \(step.name) \(step.replayed)\n     recorded: \(step.recorded)"
        }.joined(separator: "\n")
    }
}

extension Replay {
    /// Creates a replay in which nothing was performed, for its test.
    init(of replayer: RunReplayer, _ flags: [String: JSONValue], _ runtime: FeatureRuntime) {
        (self.replayer, self.flags, self.runtime) = (replayer, flags, runtime)
        let step = replayer.steps[replayer.failure]
        failure = Step(
            name: SwiftCode.line(step.step.name), recorded: step.end.text, replayed: "wasn't performed",
            isPerformed: false, isSame: true)
        (steps, failed, ignoredFlags) = ([], false, [])
    }

    /// Compares results with what was recorded.
    ///
    /// - Parameters:
    ///   - replayer: The recorded steps.
    ///   - flags: The values of flags.
    ///   - runtime: The runtime of the replay.
    ///   - results: The results of the steps, in the same order.
    ///   - following: The recorded actions that steps performed, by the number of the step.
    ///   - replay: The performs of the replay.
    ///   - ignoredFlags: The keys of flags whose values were ignored.
    init(
        of replayer: RunReplayer, _ flags: [String: JSONValue], _ runtime: FeatureRuntime,
        _ results: [ReplayRun.Result], _ following: [Int: [Following]], _ replay: SavedPerforms,
        ignoring ignoredFlags: [String]
    ) {
        (self.replayer, self.flags, self.runtime) = (replayer, flags, runtime)
        self.ignoredFlags = ignoredFlags
        let (recorded, index) = (replayer.steps, replayer.failure)
        // The performs of an action began in the order of its steps.
        var numbers = replay.roots
        steps = zip(recorded, results).enumerated().map { position, pair in
            let (perform, result) = pair
            let (name, end) = (SwiftCode.line(perform.step.name), perform.end)
            // What was in flight beside the failure ended later, or with the program.
            let isOpen = perform.ended == nil && position != index
            switch result {
            case .leftOut(let reason):
                return Step(
                    name: name, recorded: end.text, replayed: SwiftCode.line(reason), isPerformed: false, isSame: true)
            case .endless:
                _ = numbers[perform.identity]?.popFirst()
                return Step(
                    name: name, recorded: end.text, replayed: "didn't end", isPerformed: true,
                    isSame: perform.ended == nil)
            case .unavailable(let reason):
                return Step(
                    name: name, recorded: end.text, replayed: "wasn't available: \(SwiftCode.line(reason))",
                    isPerformed: true, isSame: false)
            case .performed(let now):
                let number = numbers[perform.identity]?.popFirst() ?? 0
                let (known, own) = (following[perform.id] ?? [], replay.following[number] ?? [])
                // Of one that ended the program, the actions that would have followed aren't known.
                let follows = perform.ended == nil || Self.isSame(known, own)
                if isOpen {
                    return Step(
                        name: name, recorded: "was in flight", replayed: now.text, isPerformed: true, isSame: true)
                }
                return Step(
                    name: name, recorded: end.text + (follows ? "" : Self.text(known)),
                    replayed: now.text + (follows ? "" : Self.text(own)), isPerformed: true,
                    isSame: follows && now.isSame(as: end))
            }
        }
        failure = steps[index]
        failed =
            switch results[index] {
            case .performed(let end): end.isFailure
            // It was in flight when it was recorded, and is again.
            case .endless: recorded[index].ended == nil
            case .unavailable, .leftOut: false
            }
    }

    private static func isSame(_ recorded: [Following], _ replayed: [Following]) -> Bool {
        recorded.count == replayed.count
            && zip(recorded, replayed).allSatisfy { $0.name == $1.name && $0.end.isSame(as: $1.end) }
    }

    private static func text(_ following: [Following]) -> String {
        guard !following.isEmpty else { return ", and no action followed" }
        return ", and then " + following.map { "\($0.name) \($0.end.text)" }.joined(separator: ", ")
    }
}
