import FiresteelBase
import FiresteelStatistics

/// Sessions with one variant: how many there were, in how many an action failed, how many ended abnormally, of how many an
/// action was timed, and in how many of these it was slow.
package struct GuardCounts: Sendable, Hashable {
    package var sessions: Int64
    package var failures: Int64
    package var abnormalExits: Int64
    package var timed: Int64
    package var slow: Int64

    package init(
        sessions: Int64 = 0, failures: Int64 = 0, abnormalExits: Int64 = 0, timed: Int64 = 0, slow: Int64 = 0
    ) {
        self.sessions = Self.clamped(sessions)
        self.failures = Self.clamped(failures)
        self.abnormalExits = Self.clamped(abnormalExits)
        self.timed = Self.clamped(timed)
        self.slow = Self.clamped(slow)
    }

    /// Returns a count that isn't absurd, so that no sum of damaged ones overflows.
    static func clamped(_ count: Int64) -> Int64 { min(max(count, -(1 << 45)), 1 << 45) }

    static func + (left: GuardCounts, right: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: clamped(left.sessions) + clamped(right.sessions),
            failures: clamped(left.failures) + clamped(right.failures),
            abnormalExits: clamped(left.abnormalExits) + clamped(right.abnormalExits),
            timed: clamped(left.timed) + clamped(right.timed), slow: clamped(left.slow) + clamped(right.slow))
    }

    static func - (left: GuardCounts, right: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: clamped(left.sessions) - clamped(right.sessions),
            failures: clamped(left.failures) - clamped(right.failures),
            abnormalExits: clamped(left.abnormalExits) - clamped(right.abnormalExits),
            timed: clamped(left.timed) - clamped(right.timed), slow: clamped(left.slow) - clamped(right.slow))
    }

    /// Returns the counts with at most as many sessions, and affected ones, as others have.
    func limited(to most: GuardCounts) -> GuardCounts {
        GuardCounts(
            sessions: min(sessions, most.sessions), failures: min(failures, most.failures),
            abnormalExits: min(abnormalExits, most.abnormalExits), timed: min(timed, most.timed),
            slow: min(slow, most.slow))
    }

    /// The counts for a comparison.
    ///
    /// A session of before the step may fail after it began, and a person's sessions may be erased, so differences of counts
    /// are limited to possible values.
    var runs: RunCounts {
        get throws {
            let all = max(0, sessions)
            let timed = max(0, timed)
            return try RunCounts(
                runs: Int(all), failures: Int(min(max(0, failures), all)),
                abnormalExits: Int(min(max(0, abnormalExits), all)), timed: Int(timed),
                slow: Int(min(max(0, slow), timed)))
        }
    }

    /// The counts as they are stored, but for those of durations.
    var json: JSONValue { [.int(Int(sessions)), .int(Int(failures)), .int(Int(abnormalExits))] }
    /// Those of durations.
    fileprivate var durations: JSONValue { [.int(Int(timed)), .int(Int(slow))] }

    init?(json: JSONValue?, durations: JSONValue?) {
        guard case .array(let values)? = json, values.count == 3 else { return nil }
        let numbers = values.compactMap(\.intValue).map(Int64.init)
        guard numbers.count == 3 else { return nil }
        let times = (durations?.arrayValue ?? []).compactMap(\.intValue).map(Int64.init)
        self.init(
            sessions: numbers[0], failures: numbers[1], abnormalExits: numbers[2],
            timed: times.count == 2 ? times[0] : 0, slow: times.count == 2 ? times[1] : 0)
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

    /// The stratum as it is stored; that of a guard without a limit on durations as earlier versions did.
    var json: JSONValue {
        var members = ["exposed": exposed.json, "unexposed": unexposed.json]
        if exposed.timed != 0 || unexposed.timed != 0 {
            members["durations"] = ["exposed": exposed.durations, "unexposed": unexposed.durations]
        }
        return .object(members)
    }

    init?(json: JSONValue) {
        let durations = json.members["durations"]?.members ?? [:]
        guard let exposed = GuardCounts(json: json.members["exposed"], durations: durations["exposed"]),
            let unexposed = GuardCounts(json: json.members["unexposed"], durations: durations["unexposed"])
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
