import FiresteelStore
import Synchronization

/// The running programs that use this node, and the revision that each has.
///
/// A program names itself by a random identifier of its run. One that neither has a stream open nor read flags
/// lately is forgotten.
final class ProgramInstances: Sendable {
    private struct Instance {
        var version = ""
        var revision: Int64 = 0
        var streams = 0
        var seen: Int64 = 0
    }

    private let instances = Mutex<[EnvironmentKey: [String: Instance]]>([:])
    private let clock: ServerClock
    /// After this time without a stream and without a request, in milliseconds, a program is forgotten.
    private let memory: Int64
    private static let maximumInstances = 200_000
    /// The maximum number of versions that are counted apart in an environment.
    private static let maximumVersions = 100

    init(clock: ServerClock, memory: Int64 = 90_000) {
        self.clock = clock
        self.memory = memory
    }

    /// Records that a program received a revision.
    func received(_ revision: Int64, by instance: String, version: String, _ key: EnvironmentKey) {
        guard !instance.isEmpty else { return }
        let now = clock.now()
        update(instance, key) { known in
            known.version = version
            // The response to an earlier request may be recorded after that to a later one.
            known.revision = max(known.revision, revision)
            known.seen = now
        }
    }

    /// Records that a program opened a stream.
    func opened(_ instance: String, _ key: EnvironmentKey) {
        guard !instance.isEmpty else { return }
        let now = clock.now()
        update(instance, key) { known in
            known.streams += 1
            known.seen = now
        }
    }

    /// Records that a program's stream ended.
    func closed(_ instance: String, _ key: EnvironmentKey) {
        guard !instance.isEmpty else { return }
        let now = clock.now()
        update(instance, key) { known in
            known.streams = max(known.streams - 1, 0)
            // A client connects again within seconds; one that doesn't has ended.
            known.seen = min(known.seen, now - memory + 3_000)
        }
    }

    /// Returns the counts by version and revision, and forgets the programs that ended.
    func counts() -> [ConnectedCount] {
        let now = clock.now()
        return instances.withLock { environments in
            var counts: [ConnectedCount: Int64] = [:]
            for (key, instances) in environments {
                var versions: Set<String> = []
                let alive = instances.filter { $0.value.streams > 0 || abs(now - $0.value.seen) < memory }
                environments[key] = alive.isEmpty ? nil : alive
                for instance in alive.values {
                    // Instances choose what they report; beyond any real number of versions they are one.
                    let isApart = versions.contains(instance.version) || versions.count < Self.maximumVersions
                    if isApart { versions.insert(instance.version) }
                    counts[
                        ConnectedCount(
                            program: key.program, environment: key.environment,
                            version: isApart ? instance.version : "other",
                            revision: instance.revision, instances: 0), default: 0] += 1
                }
            }
            return counts.map { count, instances in
                ConnectedCount(
                    program: count.program, environment: count.environment, version: count.version,
                    revision: count.revision, instances: instances)
            }
        }
    }

    private func update(_ instance: String, _ key: EnvironmentKey, _ change: (inout Instance) -> Void) {
        instances.withLock { environments in
            guard environments[key]?[instance] != nil || (environments[key]?.count ?? 0) < Self.maximumInstances else {
                return
            }
            change(&environments[key, default: [:]][instance, default: Instance()])
        }
    }
}
