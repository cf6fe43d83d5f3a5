import FiresteelBase

/// Evaluation of the flags of a stack in its fixed context.
extension FlagGraph {
    /// Decides flags in the fixed context and publishes their values.
    func evaluate(_ keys: [String]) -> [FlagChange] {
        let time = clock()
        let decision = FlagDecision(now: Int64(clamping: time), known: FixedContextDecisions(self))
        let ordered = parentsFirst(keys)
        for record in ordered {
            record.own = nil
            record.isOnByRules = nil
        }
        for record in ordered { decideOwn(record, decision) }
        // A flag may depend on any other of its group, so these come after all flags' own rules.
        let changes = ordered.compactMap { publish(finalAnswer(of: $0, decision), for: $0, at: time) }
        recordHistory(of: ordered)
        if !ordered.isEmpty { generations.advance() }
        return changes.sorted { $0.key < $1.key }
    }

    private func decideOwn(_ record: FlagRecord, _ decision: FlagDecision<FixedContextDecisions>) {
        let entry = record.entry
        var trace = AnswerTrace()
        let verdict = decision.own(record.rules, as: .of(entry), in: context, &trace)
        let own = trace.answer(verdict)
        record.own = own
        if verdict.hasFailure { log.report(own.skipped, key: record.key, entry.declaration) }
        record.reportMissingTargetingKey(to: log)
        var silent = NoTrace()
        record.isOnByRules = decision.isOn(.passUnretained(entry), drawing: false, in: context, &silent)
    }

    private func finalAnswer(of record: FlagRecord, _ decision: FlagDecision<FixedContextDecisions>) -> FlagAnswer {
        let entry = record.entry
        let own = record.own ?? FlagAnswer()
        var trace = AnswerTrace(continuing: own)
        return entry.compiled.withBorrowed { compiled in
            let verdict = decision.finish(own.verdict, entry, compiled, as: .of(entry), in: context, &trace)
            return trace.answer(verdict)
        }
    }

    private func publish(_ answer: FlagAnswer, for record: FlagRecord, at time: Double) -> FlagChange? {
        var answer = answer
        answer.value = answer.value.map(record.entry.canonical)
        let old = record.answer
        let isFirst = record.since == nil
        record.answer = answer
        if isFirst || record.value(of: old) != record.value(of: answer) {
            record.since = time
            if let cell = record.cell { record.bits = cell.bits(for: answer.value) }
        } else if record.varied, !record.varies {
            record.since = time
        }
        if !isFirst, record.value(of: old) != record.value(of: answer) || old.variant != answer.variant {
            record.version &+= 1
        }
        record.varied = record.varies
        record.publish(isObserved: isObserved)
        guard !isFirst, record.entry.declaration != nil, !old.isSame(as: answer) else { return nil }
        return FlagChange(key: record.key, old: record.resolution(old), new: record.resolution(answer))
    }

    /// Returns the records of the flags, none of them after its children.
    private func parentsFirst(_ keys: [String]) -> [FlagRecord] {
        let wanted = Set(keys)
        var ordered: [FlagRecord] = []
        FlagAncestry.forEachChain(of: keys) { key in
            records[key]?.parent.flatMap { wanted.contains($0) ? $0 : nil }
        } _: { chain in
            ordered.append(contentsOf: chain.keys.reversed().compactMap { records[$0] })
        }
        return ordered
    }
}
