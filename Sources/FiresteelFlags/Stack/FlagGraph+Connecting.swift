/// What depends on what, and on context and time by way of others.
extension FlagGraph {
    /// The keys and all that depends on them, above all below and in the same groups.
    func dependants(of keys: Set<String>) -> [String] {
        var found = keys
        var waiting = Array(keys)
        while let key = waiting.popLast() {
            for child in children[key] ?? [] where found.insert(child).inserted { waiting.append(child) }
            guard let group = records[key]?.group else { continue }
            for member in groups[group] ?? [] where found.insert(member).inserted { waiting.append(member) }
        }
        return Array(found)
    }

    /// Finds cycles, and what depends on context and time by way of others.
    func connect(_ keys: [String]) {
        let affected = Set(keys)
        var done: Set<String> = []
        for start in keys where !done.contains(start) {
            var path: [FlagRecord] = []
            var places: [String: Int] = [:]
            var next = records[start]
            while let record = next, affected.contains(record.key), !done.contains(record.key),
                places[record.key] == nil
            {
                places[record.key] = path.count
                path.append(record)
                next = record.parent.flatMap { records[$0] }
            }
            let cycle = next.flatMap { places[$0.key] } ?? path.count
            if cycle < path.count { report(cycle: path[cycle...].map(\.key)) }
            for (place, record) in path.enumerated().reversed() {
                record.isInCycle = place >= cycle
                let parent = record.isInCycle ? nil : record.parent.flatMap { records[$0] }
                let members = record.group.flatMap { groups[$0] } ?? []
                record.isContextual =
                    record.ownIsContextual || members.count > 1 || parent?.isContextual == true
                record.isTimed =
                    record.ownIsTimed || parent?.isTimed == true
                    || members.contains { isTimedByItself($0) }
                done.insert(record.key)
            }
        }
    }

    /// Whether a flag's own rules or those of its ancestors look at the time.
    private func isTimedByItself(_ key: String) -> Bool {
        var next = records[key]
        var steps = 0
        while let record = next, steps <= records.count {
            if record.ownIsTimed { return true }
            steps += 1
            next = record.parent.flatMap { records[$0] }
        }
        return false
    }

    private func report(cycle keys: [String]) {
        let names = (keys + keys.prefix(1)).map { "“\($0)”" }.joined(separator: " → ")
        for key in keys {
            log.report(
                .parentCycle, key: key, records[key]?.entry.declaration,
                "\(names) are each other's ancestors, so that all of them are off. Take a parent away.")
        }
    }
}
