import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// The impact of switching a flag off: the people who used it in the last seven days, and what needs it.
struct SwitchImpact {
    private static let hours: Int64 = 168
    /// The time after a message for which a session is in flight, in milliseconds: programs send every 15 minutes.
    private static let silence: Int64 = 20 * 60_000

    private let reader: InsightReader
    private let period: Range<Int64>
    private let now: Int64
    let flag: String
    /// The variants that are disabled; `nil` for all.
    let variants: Set<String>?

    init(
        _ database: any DatabaseConnection, scope: Int64, flag: String, variants: Set<String>?, now: Int64
    ) {
        reader = InsightReader(database, scope: scope)
        period = InsightReader.period(hours: Self.hours, now: now)
        self.now = now
        self.flag = flag
        self.variants = variants
    }

    /// Returns the figures.
    ///
    /// - Parameters:
    ///   - needs: The needs of flags, by the newest catalogue.
    ///   - connected: The connected programs of the environment.
    ///   - revision: The environment's revision.
    func json(_ needs: FlagNeeds, connected: [ConnectedCount], revision: Int64) throws -> JSONValue {
        let prefix = CountKey.variant.key(flag, "")
        let counts = try reader.counts(.sessions, period).filter { count in
            count.value.hasPrefix(prefix)
                && variants.map { $0.contains(String(count.value.dropFirst(prefix.count))) } ?? true
        }
        let people = try reader.people(["variants"], period, prefix: prefix)
        let taken = Set(counts.map(\.value))
        let open = try reader.openSessions(
            since: now - Self.silence, having: taken.sorted().prefix(50).compactMap { CountKey.variant.name(in: $0) })
        let everyone = people.filter { taken.contains($0.key) }.values
            .reduce(into: PeopleSketch()) { $0.formUnion($1) }
        return [
            "flag": .string(flag),
            "variants": .array(
                taken.sorted().map { value in
                    let own = counts.filter { $0.value == value }
                    return [
                        "variant": .string(String(value.dropFirst(prefix.count))), "sessions": .int(Int(own.total)),
                        "people": .int(people[value]?.count ?? 0),
                        "peopleAreEstimated": .bool(people[value]?.isEstimate ?? false),
                        "versions": .array(
                            own.byVersion(of: value).sorted { $0.key < $1.key }.map {
                                ["version": .string($0.key), "sessions": .int(Int($0.value))]
                            }),
                    ]
                }),
            "used": [
                "sessions": .int(Int(counts.total)), "people": .int(everyone.count),
                "peopleAreEstimated": .bool(everyone.isEstimate),
            ],
            "inFlight": ["sessions": .int(Int(open.count)), "isMinimum": .bool(open.isMinimum)],
            "features": try features(needs),
            "flags": .array(needs.flags(needing: flag).map { .string($0) }),
            "connected": Self.connected(connected, revision), "covers": try InsightForms.covers(reader, period),
        ]
    }

    private func features(_ needs: FlagNeeds) throws -> JSONValue {
        let dependents = needs.features(needing: flag).prefix(200)
        guard !dependents.isEmpty else { return [] }
        let uses = try reader.counts(.uses, period).byValue
        let people = try reader.people(["features"], period)
        return .array(
            dependents.map { one in
                let key = CountKey.feature.key(one.feature)
                let sketch = people[key] ?? PeopleSketch()
                return [
                    "feature": .string(one.feature), "name": .string(one.name), "isDirect": .bool(one.isDirect),
                    "sessions": .int(Int(uses[key] ?? 0)), "people": .int(sketch.count),
                    "peopleAreEstimated": .bool(sketch.isEstimate),
                ]
            })
    }

    private static func connected(_ counts: [ConnectedCount], _ revision: Int64) -> JSONValue {
        let versions = counts.reduce(into: [:] as [String: Int64]) { $0[$1.version, default: 0] += $1.instances }
        func sum(_ counts: [ConnectedCount]) -> JSONValue { .int(Int(counts.reduce(0) { $0 + $1.instances })) }
        return [
            "instances": sum(counts), "revision": .int(Int(revision)),
            "current": sum(counts.filter { $0.revision >= revision }),
            "versions": .array(
                versions.sorted { $0.key < $1.key }.map {
                    ["version": .string($0.key), "instances": .int(Int($0.value))]
                }),
        ]
    }
}
