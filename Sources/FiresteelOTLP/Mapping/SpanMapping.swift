import FiresteelTimeline

/// Converts a run's performs to spans.
struct SpanMapping {
    let header: RunHeader
    let end: RunEnd
    /// The last known reading of the clock, which is the end of performs that never completed.
    let lastTime: UInt64

    init(_ run: Run) {
        header = run.header
        end = run.end
        lastTime = run.counts().lastTime
    }

    func span(_ perform: PerformRecord) -> OTLPSpan {
        let ended = perform.ended ?? max(lastTime, perform.began)
        // If the begin of a perform was overwritten, only its parent is known, the best approximation of the root.
        let root = perform.root != 0 ? perform.root : perform.parent != 0 ? perform.parent : perform.id
        let failure = failure(perform)
        return OTLPSpan(
            trace: OTLPTraceID(run: header.identifier, root: root),
            id: OTLPSpanID(run: header.identifier, perform: perform.id),
            parent: perform.parent == 0 ? nil : OTLPSpanID(run: header.identifier, perform: perform.parent),
            name: Self.identity(perform.action, perform.feature), start: header.nanoseconds(of: perform.began),
            end: header.nanoseconds(of: max(ended, perform.began)), attributes: attributes(perform),
            status: failure == nil ? .unset : .error, statusMessage: failure ?? "")
    }

    /// Returns the error message, or `nil`.
    private func failure(_ perform: PerformRecord) -> String? {
        guard let outcome = perform.outcome else {
            if perform.isCompletionLost { return nil }
            return end == .running ? nil : "The run ended before the action. \(end.description)"
        }
        return outcome.isFailure ? perform.errorMessage ?? "" : nil
    }

    private func attributes(_ perform: PerformRecord) -> [OTLPAttribute] {
        var attributes = OTLPAttributes()
        attributes.add("firesteel.perform", perform.id)
        attributes.add(perform.action, perform.feature)
        attributes.add(session: perform.session, perform.sessionName, stack: perform.stack)
        attributes.add("firesteel.source", perform.source.identifier)
        attributes.add("firesteel.user_initiated", .bool(perform.isUserInitiated))
        attributes.add("firesteel.depth", perform.depth)
        attributes.add("firesteel.outcome", perform.outcomeIdentifier)
        attributes.add("firesteel.input", perform.input)
        if perform.isInputCut { attributes.add("firesteel.input.cut", true) }
        if perform.isInFlight { attributes.add("firesteel.unfinished", true) }
        if perform.isCompletionLost { attributes.add("firesteel.completion_lost", true) }
        if perform.isBeginLost { attributes.add("firesteel.begin_lost", true) }
        if perform.outcome?.isFailure == true { attributes.add("error.type", perform.errorType ?? "_OTHER") }
        return attributes.all
    }

    static func identity(_ action: ActionName?, _ feature: FeatureName?) -> String {
        switch (feature?.path, action?.identifier) {
        case (let path?, let action?): "\(path)/#\(action)"
        case (let path?, nil): path
        case (nil, let action?): "#\(action)"
        case (nil, nil): "unknown"
        }
    }
}

extension OTLPAttributes {
    mutating func add(_ action: ActionName?, _ feature: FeatureName?) {
        add("firesteel.feature", feature?.path)
        add("firesteel.feature.name", feature?.name)
        add("firesteel.action", action?.identifier)
        add("firesteel.action.name", action?.name)
    }

    mutating func add(session: UInt32, _ name: String?, stack: UInt32) {
        if session != 0 { add("firesteel.session", session) }
        add("firesteel.session.name", name)
        if stack != 0 { add("firesteel.stack", stack) }
    }
}

extension RunHeader {
    /// Returns the nanoseconds since 1970 at a reading of the run's monotonic clock, clamped to the valid range.
    func nanoseconds(of time: UInt64) -> UInt64 {
        if time >= startMonotonic {
            let (sum, isTooLate) = startWall.addingReportingOverflow(time - startMonotonic)
            return isTooLate ? .max : sum
        }
        let before = startMonotonic - time
        return before < startWall ? startWall - before : 0
    }
}
