package import FiresteelBase
package import FiresteelDatabase
import FiresteelFlagAuthoring

/// Some of the people of a phase as they count, with the limits of counts, so that every figure can be computed again.
package struct CountedPeople: Sendable {
    /// The people of one reading.
    private static let page: Int64 = 1_000

    /// The people, without their names.
    package let people: [JSONValue]
    /// The name after which further ones are read; `nil` without any.
    package let next: String?
    /// The limits of the counts of actions.
    package let limits: [JSONValue]

    /// Reads the people of a phase whose names are after another one.
    package init(of key: PhaseKey, after name: String, _ database: any DatabaseConnection) throws {
        let rows = try database.query(
            """
            SELECT * FROM experiment_units WHERE scope = ? AND experiment = ? AND phase = ? AND person > ?
            ORDER BY person LIMIT ?
            """, key.values + [.text(name), .int(Self.page)])
        people = rows.compactMap { try? ExperimentUnit($0) }.map(\.json)
        next = Int64(rows.count) == Self.page ? rows.lastPerson : nil
        limits = (try ValueCaps.stored(key, database).caps ?? ValueCaps()).json
    }
}

extension ExperimentUnit {
    /// The person without the name.
    fileprivate var json: JSONValue {
        [
            "arm": exposure.arm.map { .string($0) } ?? .null,
            "group": exposure.group.map { .int($0) } ?? .null, "first": .int(Int(exposure.time)),
            "version": .string(exposure.version), "system": .string(exposure.system),
            "device": .string(exposure.device), "isCapped": .bool(isCapped), "exits": .int(Int(values.exits)),
            "exitsBefore": .int(Int(values.exitsBefore)), "returns": .int(Int(values.returns)),
            "days": .int(Int(values.days)),
            "actions": .array(
                values.actions.sorted { $0.key < $1.key }.map { subject, counts in
                    let (feature, action) = CountKey.parts(of: subject)
                    return [
                        "feature": .string(feature), "action": .string(action),
                        "successes": .int(Int(counts.successes)), "failures": .int(Int(counts.failures)),
                        "performs": .int(Int(counts.performs)), "microseconds": .int(Int(counts.microseconds)),
                        "timed": .int(Int(counts.timed)), "before": .int(Int(counts.before)),
                        "returns": .int(Int(counts.returns)), "amount": .int(Int(counts.amount)),
                        "amountBefore": .int(Int(counts.amountBefore)), "first": .int(Int(counts.first)),
                        "last": .int(Int(counts.last)), "days": .int(Int(counts.days)),
                        "durations": .object(
                            Dictionary(
                                uniqueKeysWithValues: counts.durations.map {
                                    ("\($0.key)", JSONValue.int(Int($0.value)))
                                })),
                    ]
                }),
        ]
    }
}

extension ValueCaps {
    /// The limits that are smaller than that of all actions.
    fileprivate var json: [JSONValue] {
        limits.sorted { $0.key < $1.key }.map { subject, limit in
            // An amount has three parts.
            let isAmount = subject.count { $0 == "\t" } == 2
            let (feature, action) = CountKey.parts(of: isAmount ? CountKey.parts(of: subject).second : subject)
            return [
                "feature": .string(feature), "action": .string(action),
                "measure": .string(isAmount ? ValueCaps.amount : ExperimentMetric.Measure.count.rawValue),
                "limit": .double(limit),
            ]
        }
    }
}
