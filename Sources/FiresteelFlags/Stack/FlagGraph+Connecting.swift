/// The dependencies between flags.
extension FlagGraph {
    /// Returns the keys and all flags that depend on them: their descendants, and the members of the groups of all
    /// these.
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

    /// Finds cycles, and the flags that depend on context and time through others.
    func connect(_ keys: [String]) {
        let affected = Set(keys)
        func parent(_ key: String) -> String? {
            records[key]?.parent.flatMap { affected.contains($0) ? $0 : nil }
        }
        FlagAncestry.forEachChain(of: keys, parent: parent) { chain in
            if !chain.cycle.isEmpty { report(cycle: chain.cycle) }
            for (place, key) in chain.keys.enumerated().reversed() {
                guard let record = records[key] else { continue }
                record.isInCycle = place >= chain.cycleStart
                let parent = record.isInCycle ? nil : record.parent.flatMap { records[$0] }
                let members = record.group.flatMap { groups[$0] } ?? []
                record.isContextual =
                    record.ownIsContextual || members.count > 1 || parent?.isContextual == true
                record.isTimed =
                    record.ownIsTimed || parent?.isTimed == true
                    || members.contains { isTimedByItself($0) }
            }
        }
    }

    /// Returns whether a flag's own rules or those of its ancestors depend on the time.
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

    private func report(cycle keys: ArraySlice<String>) {
        let names = (keys + keys.prefix(1)).map { "“\($0)”" }.joined(separator: " → ")
        for key in keys {
            log.report(
                .parentCycle, key: key, records[key]?.entry.declaration,
                "\(names) are each other's ancestors, so all of them are off. Remove one of the parents.")
        }
    }
}
