import FiresteelTimeline

extension TimelineView {
    /// The numbers of performs and lines at the end of a run that are shown, and the time before it.
    private static let lastSteps = 50
    private static let lastLines = 100
    private static let lanePerforms = 300
    private static let flagLimit = 500
    private static let valueLimit = 5
    private static let laneSpan: UInt64 = 60_000_000_000

    /// The last reading of the clock that is known of the run: of its end, or of its last event.
    var lastTime: UInt64 {
        let latest = max(index.latest, lastEvent)
        return switch run.end {
        case .orderly(let time), .signal(_, let time): max(time, latest)
        default: max(latest, run.header.startMonotonic)
        }
    }

    /// Returns the run for the list.
    /// - Parameter now: The clock's reading, for a run that is being recorded.
    func describe(end: RunEnd, isCurrent: Bool, now: UInt64?, bytes: Int) -> PageData.Run {
        let header = run.header
        var run = PageData.Run(
            header: header, end: end, isCurrent: isCurrent,
            ended: end == .running ? nil : microseconds(of: lastTime),
            lasted: now.map { microseconds(of: $0) - header.started }, bytes: bytes)
        run.performs = index.performs
        run.failures = index.failures
        run.inFlight = rows(at: index.openPlaces.sorted())
        return run
    }

    /// Returns the run with its last events.
    /// - Parameters:
    ///   - end: The clock's reading at the end.
    ///   - crash: What the system wrote about the crash.
    func ending(_ description: PageData.Run, end: UInt64, crash: CrashDetails?) -> PageData.RunDetail {
        let flights = index.openPlaces.sorted().compactMap { flight(at: $0, end: end) }
            .crashedLast(crash) { $0.row.action.identifier }.reversed()
        return PageData.RunDetail(
            run: description, flights: Array(flights), steps: steps(), crash: crash.map { PageData.Crash($0) },
            log: Array(lines.suffix(Self.lastLines)), lost: lost, torn: torn, damaged: damaged.slots,
            damagedNames: damaged.names, lanes: lanes(end: end), flags: isLive ? [] : flagsInEffect())
    }

    /// Returns the last recorded values of flags.
    private func flagsInEffect() -> [PageData.FlagInEffect] {
        run.flags().prefix(Self.flagLimit).compactMap { flag in
            guard let latest = flag.latest else { return nil }
            let others = flag.values.map(\.value).filter { $0 != latest.value }
            return PageData.FlagInEffect(
                flag: flag.key, value: FlagSessionReader.short(latest.value), variant: latest.variant,
                provider: latest.provider, reason: latest.reason,
                others: others.suffix(Self.valueLimit).map(FlagSessionReader.short))
        }
    }

    /// Returns the last steps, newest first: equal neighbors are one.
    private func steps() -> [PageData.Step] {
        var steps: [(place: Int, times: Int, first: UInt64)] = []
        for place in index.places.reversed() where !index[place].isChange {
            let entry = index[place]
            if let last = steps.last, entry.repeats(index[last.place]) {
                steps[steps.count - 1].times += 1
                steps[steps.count - 1].first = entry.began
            } else if steps.count == Self.lastSteps {
                break
            } else {
                steps.append((place, 1, entry.began))
            }
        }
        return steps.compactMap { step in
            row(at: step.place).map { PageData.Step(row: $0, times: step.times, first: microseconds(of: step.first)) }
        }
    }

    private func flight(at place: Int, end: UInt64) -> PageData.Flight? {
        guard let row = row(at: place) else { return nil }
        let entry = index[place]
        let cause = entry.parent == 0 ? nil : index.find(entry.parent).flatMap { self.row(at: $0) }
        return PageData.Flight(
            row: row, fields: fields(of: entry.id),
            // A killed run has no end: an action that no event follows is not known to have run for any time.
            lasted: end > entry.began ? Int64(clamping: (end - entry.began) / 1_000) : nil, cause: cause,
            line: lines.last { $0.perform == entry.id })
    }

    /// Returns the last minute, as far as it is available, by session.
    private func lanes(end: UInt64) -> PageData.Lanes {
        let start = end > Self.laneSpan ? end - Self.laneSpan : 0
        let places = index.lastPerforms(Self.lanePerforms).filter { place in
            let entry = index[place]
            return entry.isInFlight || entry.began >= start
                || (entry.duration.map { entry.began + $0 >= start } ?? false)
        }
        var lanes: [UInt32: PageData.Lane] = [:]
        for row in rows(at: places) {
            guard let session = row.session else { continue }
            lanes[session.id, default: PageData.Lane(session: session)].bars.append(
                PageData.Bar(
                    id: row.id, from: row.at, to: row.took.map { row.at + $0 }, outcome: row.outcome,
                    name: row.action.name))
        }
        let from = lanes.values.flatMap(\.bars).map(\.from).min() ?? microseconds(of: start)
        return PageData.Lanes(
            from: max(from, microseconds(of: start)), to: microseconds(of: end),
            lanes: lanes.values.sorted { $0.session.id < $1.session.id })
    }
}

extension PageData.Crash {
    init(_ details: CrashDetails) {
        self.init(message: details.message, backtrace: details.backtrace.map { PageData.Backtrace($0) })
    }
}

extension PageData.Backtrace {
    init(_ backtrace: Backtrace) {
        self.init(
            reason: backtrace.reason, thread: backtrace.thread,
            frames: backtrace.frames.map { frame in
                PageData.Frame(
                    number: frame.number, symbol: frame.symbol, image: frame.image, file: frame.file, line: frame.line,
                    system: frame.isSystem)
            },
            cut: backtrace.isCut)
    }
}
