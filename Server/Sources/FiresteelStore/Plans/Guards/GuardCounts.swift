import FiresteelBase
import FiresteelStatistics

/// Sessions with one variant: how many there were, in how many an action failed, how many ended abnormally, and in how many
/// an action was slow.
package struct GuardCounts: Sendable, Hashable {
    package var sessions: Int64
    package var failures: Int64
    package var abnormalExits: Int64
    package var slow: Int64

    package init(sessions: Int64 = 0, failures: Int64 = 0, abnormalExits: Int64 = 0, slow: Int64 = 0) {
        self.sessions = Self.clamped(sessions)
        self.failures = Self.clamped(failures)
        self.abnormalExits = Self.clamped(abnormalExits)
        self.slow = Self.clamped(slow)
    }

    /// Returns a count that isn't absurd, so that no sum of damaged ones overflows.
    static func clamped(_ count: Int64) -> Int64 { min(max(count, -(1 << 45)), 1 << 45) }

    static func + (left: GuardCounts, right: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: clamped(left.sessions) + clamped(right.sessions),
            failures: clamped(left.failures) + clamped(right.failures),
            abnormalExits: clamped(left.abnormalExits) + clamped(right.abnormalExits),
            slow: clamped(left.slow) + clamped(right.slow))
    }

    static func - (left: GuardCounts, right: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: clamped(left.sessions) - clamped(right.sessions),
            failures: clamped(left.failures) - clamped(right.failures),
            abnormalExits: clamped(left.abnormalExits) - clamped(right.abnormalExits),
            slow: clamped(left.slow) - clamped(right.slow))
    }

    /// Returns the counts with at most as many sessions, and affected ones, as others have.
    func limited(to most: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: min(sessions, most.sessions), failures: min(failures, most.failures),
            abnormalExits: min(abnormalExits, most.abnormalExits), slow: min(slow, most.slow))
    }

    /// The counts for a comparison.
    ///
    /// A session of before the step may fail after it began, and a person's sessions may be erased, so differences of counts
    /// are limited to possible values.
    var runs: RunCounts {
        get throws {
            let all = max(0, sessions)
            return try RunCounts(
                runs: Int(all), failures: Int(min(max(0, failures), all)),
                abnormalExits: Int(min(max(0, abnormalExits), all)), slow: Int(min(max(0, slow), all)))
        }
    }

    /// The counts as they are stored, that of slow ones only where there are any.
    var json: JSONValue {
        let counts = [sessions, failures, abnormalExits] + (slow == 0 ? [] : [slow])
        return .array(counts.map { .int(Int($0)) })
    }

    init?(json: JSONValue?) {
        guard case .array(let values)? = json, 3...4 ~= values.count else { return nil }
        let numbers = values.compactMap(\.intValue).map(Int64.init)
        guard numbers.count == values.count else { return nil }
        self.init(
            sessions: numbers[0], failures: numbers[1], abnormalExits: numbers[2],
            slow: numbers.count == 4 ? numbers[3] : 0)
    }
}

/// The sessions of a version with the plan's variant, and those with the other.
package struct GuardStratum: Sendable, Hashable {
    package var exposed = GuardCounts()
    package var unexposed = GuardCounts()

    package init(exposed: GuardCounts = GuardCounts(), unexposed: GuardCounts = GuardCounts()) {
        self.exposed = exposed
        self.unexposed = unexposed
    }

    static func + (left: GuardStratum, right: GuardStratum) -> GuardStratum {
        GuardStratum(exposed: left.exposed + right.exposed, unexposed: left.unexposed + right.unexposed)
    }

    static func - (left: GuardStratum, right: GuardStratum) -> GuardStratum {
        GuardStratum(exposed: left.exposed - right.exposed, unexposed: left.unexposed - right.unexposed)
    }

    /// Returns the sessions with at most as many, and as many affected ones, as others have.
    func limited(to most: GuardStratum) -> GuardStratum {
        GuardStratum(exposed: exposed.limited(to: most.exposed), unexposed: unexposed.limited(to: most.unexposed))
    }

    /// Whether there are sessions of both kinds.
    var isComparable: Bool { exposed.sessions > 0 && unexposed.sessions > 0 }

    var runs: RunStratum { get throws { RunStratum(exposed: try exposed.runs, unexposed: try unexposed.runs) } }

    var json: JSONValue { ["exposed": exposed.json, "unexposed": unexposed.json] }

    init?(json: JSONValue) {
        guard let exposed = GuardCounts(json: json.members["exposed"]),
            let unexposed = GuardCounts(json: json.members["unexposed"])
        else { return nil }
        self.init(exposed: exposed, unexposed: unexposed)
    }
}

/// The strata of a step, by version.
package typealias GuardStrata = [String: GuardStratum]

extension GuardStrata {
    static func + (left: GuardStrata, right: GuardStrata) -> GuardStrata { left.merging(right) { $0 + $1 } }

    static func - (left: GuardStrata, right: GuardStrata) -> GuardStrata {
        left.merging(right.mapValues { GuardStratum() - $0 }) { $0 + $1 }
    }

    var json: JSONValue { .object(mapValues(\.json)) }

    init(json: JSONValue?) { self = (json?.members ?? [:]).compactMapValues(GuardStratum.init(json:)) }
}
