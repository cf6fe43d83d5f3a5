/// How the flags of a stack get their values in its fixed context.
extension FlagGraph {
    /// Evaluates flags in the fixed context and publishes what came out.
    ///
    /// Each flag's own rules are evaluated once; parents come before their children, so that what is above is a look at
    /// the parent. What comes out is what ``FlagEvaluator`` finds flag by flag.
    func evaluate(_ keys: [String]) -> [FlagChange] {
        let time = clock()
        let ordered = parentsFirst(keys)
        evaluateOwn(ordered, FlagEvaluator(now: Int64(clamping: time)))
        var winners: [String: String?] = [:]
        var changes: [FlagChange] = []
        for record in ordered {
            let answer = final(record, &winners)
            if let change = publish(answer, for: record, at: time) { changes.append(change) }
        }
        noteHistory(of: ordered)
        return changes.sorted { $0.key < $1.key }
    }

    private func evaluateOwn(_ ordered: [FlagRecord], _ evaluator: FlagEvaluator) {
        for record in ordered {
            let entry = record.entry
            record.own = entry.plan._withUnsafeGuaranteedRef { evaluator.own($0, .of(entry), in: context) }
            if record.own.hasNewFailure { log.report(record.own.skipped, key: record.key, entry.declaration) }
            let isOnAbove = record.parent.map { records[$0]?.isOnByRules ?? false } ?? true
            record.isOnByRules = !record.isInCycle && isOnAbove && record.own.isOn(entry)
        }
    }

    private func final(_ record: FlagRecord, _ winners: inout [String: String?]) -> FlagAnswer {
        func off(_ cause: FlagEvaluator.OffCause) -> FlagAnswer {
            FlagEvaluator.off(record.own, record.entry, .of(record.entry), cause)
        }
        if record.isInCycle { return off(.isInCycle) }
        if let name = record.parent {
            let parent = records[name]
            guard let parent, parent.answer.isOn(parent.entry) else { return off(.parentIsOff) }
        }
        if let group = record.group, record.own.isOn(record.entry) {
            let winner = winners[group] ?? winner(of: group)
            winners[group] = .some(winner)
            if let winner, winner != record.key { return off(.isExcluded) }
        }
        return record.own
    }

    private func winner(of group: String) -> String? {
        var draw = ExclusionDraw(group: group, targetingKey: context.targetingKey)
        for key in groups[group] ?? [] {
            guard let record = records[key], record.isOnByRules else { continue }
            draw.add(key, isByHand: record.own.isByHand)
        }
        return draw.winner
    }

    private func publish(_ answer: FlagAnswer, for record: FlagRecord, at time: Double) -> FlagChange? {
        var answer = answer
        if let declaration = record.entry.declaration { answer.value = answer.value.map(declaration.canonical) }
        let old = record.answer
        let isFirst = record.since == nil
        record.answer = answer
        if isFirst || record.value(of: old) != record.value(of: answer) {
            record.since = time
            if !isFirst { record.version &+= 1 }
            if let cell = record.cell { record.bits = cell.bits(for: answer.value) }
        } else if record.varied, !record.varies {
            record.since = time
        }
        record.varied = record.varies
        record.publish(isObserved: isObserved)
        guard !isFirst, record.entry.declaration != nil, !old.isSame(as: answer) else { return nil }
        return FlagChange(key: record.key, old: record.resolution(old), new: record.resolution(answer))
    }

    /// The flags in an order in which no parent comes after its children.
    private func parentsFirst(_ keys: [String]) -> [FlagRecord] {
        let wanted = Set(keys)
        var ordered: [FlagRecord] = []
        var done: Set<String> = []
        for start in keys {
            var path: [FlagRecord] = []
            var next = records[start]
            while let record = next, wanted.contains(record.key), done.insert(record.key).inserted {
                path.append(record)
                next = record.parent.flatMap { records[$0] }
            }
            ordered.append(contentsOf: path.reversed())
        }
        return ordered
    }
}
