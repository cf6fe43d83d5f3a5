extension Run {
    /// Calls `body` with each perform when it completes, in that order, and at last with those in flight, the oldest
    /// first, until it returns false.
    ///
    /// Memory is used only for performs in flight.
    @discardableResult
    public func forEachPerform(_ body: (PerformRecord) throws -> Bool) rethrows -> RingCondition {
        let names = self.names
        var assembler = PerformAssembler(inFlight: inFlightEvents())
        var goesOn = true
        let condition = try forEachEvent { event in
            if let perform = assembler.complete(event, names: names) { goesOn = try body(perform) }
            return goesOn
        }
        guard goesOn else { return condition }
        for perform in assembler.takeLeftOver(names: names) + assembler.inFlight(names: names) {
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
            if perform.outcome == nil { performs.append(perform) }
            return true
        }
        return performs
    }

    /// Returns the event counts, in one pass over the run.
    public func counts() -> RunCounts {
        var counts = RunCounts()
        let names = self.names
        var assembler = PerformAssembler(inFlight: inFlightEvents())
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
        counts.inFlight = assembler.inFlight(names: names)
        counts.performs += counts.inFlight.count
        counts.condition = condition
        switch end {
        case .orderly(let time), .signal(_, let time): counts.lastTime = max(last, time)
        default: counts.lastTime = last
        }
        return counts
    }
}

/// The event counts of a run.
public struct RunCounts: Sendable {
    /// Events that are still there.
    public var events = 0
    /// Performs of which the begin or the completion is still there, those in flight included.
    public var performs = 0
    /// Performs that failed.
    public var failures = 0
    /// Log lines.
    public var logLines = 0
    /// The performs that have begun and not completed, the oldest first.
    public var inFlight: [PerformRecord] = []
    /// The last known clock reading: that of the last event or of the end.
    public var lastTime: UInt64 = 0
    /// The condition of the ring.
    public var condition = RingCondition()
}
