package import FiresteelFlags

/// A guard that stops a rollout plan without a person, if sessions with its variant fail, end abnormally or are slow more often.
///
/// As JSON, with all members optional:
///
/// ```json
/// {"feature": "App/Documents", "failureMargin": 0.2, "abnormalExitMargin": 0.05, "minimumRuns": 200, "action": "pause"}
/// ```
package struct TargetingPlanGuard: Sendable, Hashable {
    /// The action beyond a margin.
    package enum Action: String, Sendable, Hashable, CaseIterable {
        /// The plan pauses; the rollout remains as it is.
        case pause
        /// The plan pauses, and the rollout is that of the step before, or no one's at the first step.
        case stepBack
        /// The plan pauses, and the flag is switched off.
        case switchOff
        /// People are notified, and the plan continues: no step waits for the guard.
        case notify
    }

    /// The path of the feature whose actions' failures are compared; `nil` for the one that needs the flag, else for all.
    package var feature: String?
    /// By how many percentage points more sessions may fail; ``defaultFailureMargin`` if it is `nil`.
    package var failureMargin: Double?
    /// By how many percentage points more sessions may end abnormally; ``defaultAbnormalExitMargin`` if it is `nil`.
    package var abnormalExitMargin: Double?
    /// The duration in seconds from which an action of the feature is slow; `nil` if durations aren't compared.
    package var durationLimit: Double?
    /// By how many percentage points more sessions may be slow; ``defaultDurationMargin`` if it is `nil`.
    package var durationMargin: Double?
    /// The share of harmless plans that are stopped, at most; ``defaultErrorRate`` if it is `nil`.
    package var errorRate: Double?
    /// The sessions with each variant that a step needs before the next one; ``defaultMinimumRuns`` if it is `nil`.
    package var minimumRuns: Int?
    /// The action beyond a margin; ``Action/pause`` if it is `nil`.
    package var action: Action?
    /// For how many seconds after the last step the guard continues; 0 if it is `nil`.
    package var watch: Int?
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// A fifth of a percentage point.
    package static let defaultFailureMargin = 0.2
    /// A twentieth of a percentage point.
    package static let defaultAbnormalExitMargin = 0.05
    /// One percentage point.
    package static let defaultDurationMargin = 1.0
    /// One in twenty.
    package static let defaultErrorRate = 0.05
    /// Two hundred sessions.
    package static let defaultMinimumRuns = 200

    /// Creates a guard with the defaults.
    package init() { unknownMembers = [:] }
}

extension TargetingPlanGuard {
    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A guard") else { return nil }
        self.init()
        feature = reader.text("feature", in: &object)
        failureMargin = reader.number("failureMargin", in: &object)
        abnormalExitMargin = reader.number("abnormalExitMargin", in: &object)
        durationLimit = reader.number("durationLimit", in: &object)
        durationMargin = reader.number("durationMargin", in: &object)
        errorRate = reader.number("errorRate", in: &object)
        minimumRuns = reader.integer("minimumRuns", in: &object)
        if let word = reader.text("action", in: &object) {
            action = Action(rawValue: word)
            if action == nil {
                reader.report(
                    path.word("action"),
                    "“\(word)” is not an action of a guard. Use pause, stepBack, switchOff or notify."
                )
            }
        }
        watch = reader.integer("watch", in: &object)
        unknownMembers = object.rest
    }

    /// The guard as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        members["feature"] = feature.map { .string($0) }
        members["failureMargin"] = failureMargin.map(Self.number)
        members["abnormalExitMargin"] = abnormalExitMargin.map(Self.number)
        members["durationLimit"] = durationLimit.map(Self.number)
        members["durationMargin"] = durationMargin.map(Self.number)
        members["errorRate"] = errorRate.map(Self.number)
        members["minimumRuns"] = minimumRuns.map { .int($0) }
        members["action"] = action.map { .string($0.rawValue) }
        members["watch"] = watch.map { .int($0) }
        return .object(members)
    }

    private static func number(_ value: Double) -> JSONValue {
        Int(exactly: value).map { .int($0) } ?? .double(value)
    }

    /// The settings as lines, one for each.
    var lines: [String] {
        let deed =
            switch action ?? .pause {
            case .pause: "pauses at the current step"
            case .stepBack: "pauses and returns to the step before"
            case .switchOff: "pauses and switches the flag off"
            case .notify: "notifies only"
            }
        let actions = feature ?? "the feature that declares the flag, else of all"
        // Percent with four decimal places, without the remainder of the multiplication.
        let harmless = Self.number(((errorRate ?? Self.defaultErrorRate) * 1_000_000).rounded() / 10_000).json()
        var lines = [
            "plan guard: \(deed) beyond a margin",
            "plan guard: at most \(Self.points(failureMargin ?? Self.defaultFailureMargin)) more sessions with failed actions of \(actions)",
            "plan guard: at most \(Self.points(abnormalExitMargin ?? Self.defaultAbnormalExitMargin)) more sessions that ended abnormally",
        ]
        if let durationLimit {
            let margin = Self.points(durationMargin ?? Self.defaultDurationMargin)
            lines.append(
                "plan guard: at most \(margin) more sessions with actions of \(actions) that take \(Self.number(durationLimit).json()) s or longer"
            )
        }
        lines += [
            "plan guard: at least \(minimumRuns ?? Self.defaultMinimumRuns) sessions with each variant in a step",
            "plan guard: stops at most \(harmless) % of harmless plans",
        ]
        if let watch, watch > 0 {
            lines.append("plan guard: watches for \(DocumentLines.duration(watch)) after the last step")
        }
        return lines
    }

    /// Returns percentage points with their unit, such as “1 point” and “0.2 points”.
    private static func points(_ value: Double) -> String {
        "\(number(value).json()) \(value == 1 ? "point" : "points")"
    }
}

extension DocumentReader {
    /// Reads a finite number.
    fileprivate mutating func number(_ name: String, in object: inout DocumentObject) -> Double? {
        switch object.take(name) {
        case nil: return nil
        case .int(let number)?: return Double(number)
        case .double(let number)? where number.isFinite: return number
        default:
            report(object.path.word(name), "“\(name)” must be a number.")
            return nil
        }
    }
}
