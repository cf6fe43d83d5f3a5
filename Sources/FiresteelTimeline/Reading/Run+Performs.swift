extension Run {
    /// Calls `body` with each perform when it completes, in that order, and at last with those that have no completion,
    /// the oldest first, until it returns false.
    ///
    /// Memory is used only for performs in flight.
    @discardableResult
    public func forEachPerform(_ body: (PerformRecord) throws -> Bool) rethrows -> RingCondition {
        let names = self.names
        let table = flightTable
        var assembler = PerformAssembler(inFlight: table.begins)
        var goesOn = true
        let condition = try forEachEvent { event in
            if let perform = assembler.complete(event, names: names) { goesOn = try body(perform) }
            return goesOn
        }
        guard goesOn else { return condition }
        let leftOver = assembler.takeLeftOver(names: names)
        for perform in leftOver + unfinished(assembler, table, condition, names) {
            guard try body(perform) else { break }
        }
        return condition
    }

    /// Returns the performs in flight, the oldest first.
    ///
    /// In a run that has ended, these never completed.
    public func inFlight() -> [PerformRecord] {
        var performs: [PerformRecord] = []
        forEachPerform { perform in
            if perform.isInFlight { performs.append(perform) }
            return true
        }
        return performs
    }

    /// Returns the event counts, in one pass over the run.
    public func counts() -> RunCounts {
        var counts = RunCounts()
        let names = self.names
        let table = flightTable
        var assembler = PerformAssembler(inFlight: table.begins)
        var last = header.startMonotonic
        let condition = forEachEvent { event in
            counts.events += 1
            last = max(last, event.time)
            switch event.kind {
            case .completion:
                counts.performs += 1
                if event.outcome?.isFailure == true { counts.failures += 1 }
            case .log: counts.logLines += 1
            default: break
            }
            _ = assembler.complete(event, names: names)
            return true
        }
        for perform in unfinished(assembler, table, condition, names) {
            if perform.isInFlight { counts.inFlight.append(perform) } else { counts.unknown.append(perform) }
        }
        counts.performs += counts.inFlight.count + counts.unknown.count
        counts.condition = condition
        counts.damagedNames = names.damaged
        switch end {
        case .orderly(let time), .signal(_, let time): counts.lastTime = max(last, time)
        default: counts.lastTime = last
        }
        return counts
    }
}

extension Run {
    /// Returns the performs without a completion, the oldest first.
    ///
    /// A perform enters the table of performs in flight after its begin is recorded, and leaves it after its completion
    /// is. So one that isn't in the table has ended, unless the table was full or the process ended in between.
    private func unfinished(
        _ assembler: PerformAssembler, _ table: FlightTable, _ condition: RingCondition, _ names: NameIndex
    ) -> [PerformRecord] {
        var performs = assembler.inFlight(names: names)
        let hasGaps = condition.lost > 0 || condition.torn > 0 || condition.damaged > 0
        guard hasGaps, !performs.isEmpty, !isBeingRecorded, refused.performs == 0 else { return performs }
        let candidates = performs.indices.filter { !table.performs.contains(performs[$0].id) }
        guard !candidates.isEmpty, !table.isIncomplete else { return performs }
        let lanes = reader.survey().lanes
        for index in candidates {
            performs[index].isCompletionLost = hasEntered(performs[index].id, lanes)
        }
        return performs
    }

    /// Returns whether a begin's thread has recorded anything after it, so that the perform was in the table.
    private func hasEntered(_ perform: UInt64, _ lanes: LanePositions) -> Bool {
        // The number is that of a record, which anyone can write.
        guard perform < .max / 2 else { return true }
        let position = Int(perform % UInt64(layout.slotCount))
        let offset = layout.slotsOffset + position * JournalLayout.slotSize
        guard source.word(at: offset).map({ $0 >> 1 }) == perform, let head = source.word(at: offset + 8) else {
            return true
        }
        // The further slots of the begin are its own.
        let further = max(1, head >> 40 & 0xFF) - 1
        return lanes.hasRecorded(after: perform + further, in: UInt8(head >> 56))
    }
}

/// The event counts of a run.
public struct RunCounts: Sendable {
    /// Events that are still there.
    public var events = 0
    /// Performs of which the begin or the completion is still there, those in flight and with an unknown outcome
    /// included.
    public var performs = 0
    /// Performs that failed.
    public var failures = 0
    /// Log lines.
    public var logLines = 0
    /// The performs that have begun and not completed, the oldest first.
    public var inFlight: [PerformRecord] = []
    /// The performs whose completion was overwritten or is damaged, the oldest first.
    public var unknown: [PerformRecord] = []
    /// The number of names that are damaged, at least.
    public var damagedNames = 0
    /// The last known clock reading: that of the last event or of the end.
    public var lastTime: UInt64 = 0
    /// The condition of the ring.
    public var condition = RingCondition()
}
