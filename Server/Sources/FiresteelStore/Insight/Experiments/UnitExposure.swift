/// The first exposure of a unit to a phase.
struct UnitExposure: Sendable, Hashable {
    /// The arm, or `nil` for a unit that was exposed to several.
    var arm: String?
    /// The group of the arm, `nil` where each person has an arm.
    var group: Int?
    /// The time, in milliseconds since 1970.
    var time: Int64
    var version: String
    var system: String
    var device: String

    /// The first exposure of a session to a phase, or `nil` if it has none that counts.
    init?(_ session: StoredSession, to phase: ExperimentPhase) {
        guard !phase.excludes(session) else { return nil }
        let exposures = phase.exposures(in: session.facts, began: session.began)
        guard let first = exposures.min(by: { $0.time < $1.time }) else { return nil }
        self.init(
            arm: exposures.count == 1 ? first.arm : nil, group: exposures.count == 1 ? first.group : nil,
            time: first.time,
            version: session.slice.version, system: session.system, device: session.device)
    }

    init(arm: String?, group: Int? = nil, time: Int64, version: String, system: String, device: String) {
        self.arm = arm
        self.group = group
        self.time = time
        self.version = version
        self.system = system
        self.device = device
    }

    /// Returns the exposure of a unit with both.
    func merged(with other: UnitExposure?) -> UnitExposure {
        guard let other else { return self }
        func isBefore(_ one: UnitExposure, _ other: UnitExposure) -> Bool {
            (one.time, one.version, one.system, one.device, one.group ?? -1)
                < (other.time, other.version, other.system, other.device, other.group ?? -1)
        }
        var merged = isBefore(other, self) ? other : self
        if arm != other.arm { (merged.arm, merged.group) = (nil, nil) }
        return merged
    }

    /// Returns the time from which sessions no longer count.
    func end(in phase: ExperimentPhase) -> Int64 {
        min(phase.definition.window.map { time + $0 * InsightTime.day } ?? .max, phase.ended ?? .max)
    }
}
