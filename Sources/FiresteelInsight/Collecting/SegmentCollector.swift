public import FiresteelTimeline

/// Counts the events of a run, and returns them as segments.
///
/// Add the events in order. Of a run that is being recorded they come from `Timeline.cursor(from:)`; of one that ended,
/// ``RunSegment/remainder(of:after:pseudonyms:)`` reads what follows the last segment.
public struct SegmentCollector: Sendable {
    private let header: RunHeader
    private let pseudonyms: any Pseudonyms
    private var number: Int
    /// The end of the last segment, as a reading of the run's clock.
    private var from: UInt64
    /// Events until this time are in earlier segments, and are read for their performs only.
    private let countedUntil: UInt64?
    private var people: [UInt32: PersonCounter] = [:]
    /// The sessions with a principal, with their pseudonyms.
    private var sessions: [UInt32: String] = [:]
    /// The sessions that the next segment has, 0 for the run.
    private var counted: Set<UInt32> = []
    /// The estimated size of the next segment as JSON, in bytes.
    private(set) var bytes = 0
    private var assembler = PerformAssembler()
    private var lost: UInt64 = 0

    /// Creates a collector.
    /// - Parameters:
    ///   - header: The run's header.
    ///   - number: The number of the last segment that was returned for the run, 0 for none.
    ///   - from: The end of that segment, as a reading of the run's clock; events until then aren't counted. `nil` for the
    ///     start of the run.
    ///   - pseudonyms: Gives people their pseudonyms.
    public init(_ header: RunHeader, after number: Int = 0, from: UInt64? = nil, pseudonyms: any Pseudonyms) {
        self.header = header
        self.number = number
        self.from = from ?? 0
        countedUntil = from
        self.pseudonyms = pseudonyms
    }

    /// Counts events.
    /// - Parameters:
    ///   - batch: The events, in order.
    ///   - names: The names of the run, read after the events were.
    public mutating func add(_ batch: EventBatch, names: NameIndex) {
        addLost(batch.lost)
        for event in batch.events { add(event, names: names) }
    }

    /// Counts slots that were overwritten.
    mutating func addLost(_ slots: UInt64) { lost = lost.addingReportingOverflow(slots).overflow ? .max : lost + slots }

    /// The number of people that the next segment will have at most.
    ///
    /// A program with many takes a segment before there are more than ``SegmentLimits/people``.
    public var peopleCount: Int { counted.count }

    private func isNew(_ event: TimelineEvent) -> Bool { countedUntil.map { event.time > $0 } ?? true }

    /// Counts an event.
    mutating func add(_ event: TimelineEvent, names: NameIndex) {
        switch event.kind {
        case .sessionOpened, .sessionClosed:
            if let principal = event.principal { sessions[event.session] = pseudonyms.pseudonym(of: principal) }
            guard event.kind == .sessionClosed else { break }
            // Those without a principal have one entry together.
            people[0]?.forget(event.session)
            guard isNew(event), sessions[event.session] != nil else { break }
            count(event.session) { $0.end() }
        case .begin, .completion:
            guard let perform = assembler.add(event, names: names), isNew(event) else { break }
            if event.kind == .begin, perform.depth == 0, let path = RunSegment.ActionPath(perform.action) {
                count(perform.session) { $0.follow(path, session: perform.session) }
            }
            guard perform.outcome != nil else { break }
            let time = milliseconds(of: event.time)
            count(perform.session) { $0.add(perform, at: time) }
        case .flagExposed:
            guard let record = FlagRecord(event, names: names) else { break }
            guard isNew(event) else {
                remember(record)
                break
            }
            let first = milliseconds(of: record.time)
            count(record.session) { $0.add(record, first: first) }
        case .requestRefused:
            guard isNew(event), let record = RefusalRecord(event, names: names) else { break }
            count(record.session) { $0.add(record) }
        case .log, .stackOpened, .stackClosed, .note, .flagChanged, .availabilityChanged, .inputKept: break
        }
    }

    /// Returns what was counted since the last segment as the next one.
    ///
    /// - Parameter time: The end of the period, as a reading of the run's clock: that of the last event that was added, or a
    ///   later one.
    public mutating func nextSegment(until time: UInt64) -> RunSegment { nextSegment(until: time, end: nil) }

    /// Returns the last segment of a run that ended, with the performs that were in flight.
    mutating func nextSegment(until time: UInt64, end: RunSegment.End?, inFlight: [PerformRecord] = []) -> RunSegment {
        for perform in inFlight { count(perform.session) { $0.interrupt(perform) } }
        number += 1
        let time = max(time, from)
        var list = people.sorted { $0.key < $1.key }.map(\.value.person)
        if list.first?.session != 0 { list.insert(RunSegment.Person(pseudonym: pseudonyms.ofRun), at: 0) }
        defer {
            from = time
            lost = 0
            counted = []
            bytes = 0
            // A session in which nothing happened may have ended unseen. If it continues, its exposures are reported again.
            forget(list.filter { $0.isEnded || $0.isEmpty })
            people = people.mapValues(\.emptied)
        }
        return RunSegment(
            run: header.identifier, number: number,
            program: RunSegment.Program(
                name: header.program.name, version: header.program.version, build: header.program.build),
            system: header.host, started: header.started / 1_000, from: milliseconds(of: from),
            until: milliseconds(of: time), end: end, lost: Int(clamping: lost),
            people: list.filter { $0.session == 0 || $0.isEnded || !$0.isEmpty })
    }

    /// Makes the next segment have the number of the last one, which was empty and is not sent.
    mutating func undoTake() { number -= 1 }

    /// Forgets people who ended their session or did nothing.
    ///
    /// The timeline has an exposure once in a session, so those in experiments remain while there are few.
    private mutating func forget(_ idle: [RunSegment.Person]) {
        for person in idle {
            let session = UInt32(person.session)
            let remains =
                !person.isEnded && people.count <= Self.maximumIdle && people[session]?.isInExperiment == true
            if !remains { people[session] = nil }
            if person.isEnded { sessions[session] = nil }
        }
    }

    /// The number of people up to which those who do nothing are remembered.
    private static let maximumIdle = 10_000

    /// Records an exposure of an earlier segment, which the next one refers to.
    private mutating func remember(_ record: FlagRecord) {
        let key = key(of: record.session)
        people[key.session, default: PersonCounter(key.person)].remember(record)
    }

    private mutating func count(_ session: UInt32, _ body: (inout PersonCounter) -> Void) {
        let key = key(of: session)
        let growth = Self.growth(of: &people[key.session, default: PersonCounter(key.person)], body)
        guard counted.insert(key.session).inserted else { return bytes += growth }
        bytes += growth + (people[key.session]?.repeatedBytes ?? 0)
    }

    /// Returns the session under which a session is counted, and its person.
    private func key(of session: UInt32) -> (session: UInt32, person: RunSegment.Person) {
        let pseudonym = sessions[session]
        // Sessions without a principal are the program's own, or those of the person who uses the app.
        let key = pseudonym == nil ? 0 : session
        return (key, RunSegment.Person(session: Int(key), pseudonym: pseudonym ?? pseudonyms.ofRun))
    }

    private static func growth(of counter: inout PersonCounter, _ body: (inout PersonCounter) -> Void) -> Int {
        let before = counter.bytes
        body(&counter)
        return counter.bytes - before
    }

    private func milliseconds(of time: UInt64) -> Int64 {
        time <= header.startMonotonic ? 0 : Int64(clamping: (time - header.startMonotonic) / 1_000_000)
    }
}

extension RunSegment {
    /// Returns the last segment of a run that ended: everything after the segments that were created while it was recorded.
    ///
    /// - Parameters:
    ///   - run: A run that ended.
    ///   - last: The number of its last segment, and the end of that segment's period as a reading of the run's clock; `nil`
    ///     if there is none.
    ///   - pseudonyms: Gives people their pseudonyms.
    /// - Returns: `nil` for a run that is being recorded.
    public static func remainder(
        of run: Run, after last: (number: Int, until: UInt64)?, pseudonyms: any Pseudonyms
    ) -> RunSegment? {
        guard let end = End(run.end) else { return nil }
        var collector = SegmentCollector(
            run.header, after: last?.number ?? 0, from: last?.until, pseudonyms: pseudonyms)
        let names = run.names
        var time = last?.until ?? run.header.startMonotonic
        let condition = run.forEachEvent { event in
            collector.add(event, names: names)
            time = max(time, event.time)
            return true
        }
        // Without a segment before, what was overwritten was never counted.
        if last == nil { collector.addLost(UInt64(clamping: condition.lost)) }
        switch run.end {
        case .orderly(let ended), .signal(_, let ended): time = max(time, ended)
        default: break
        }
        return collector.nextSegment(until: time, end: end, inFlight: end.kind == .orderly ? [] : run.inFlight())
    }
}

extension RunSegment.End {
    /// Creates the end of a run, or returns `nil` while it is recorded.
    init?(_ end: RunEnd) {
        switch end {
        case .running: return nil
        case .orderly: self.init(.orderly)
        // A request to end, such as SIGTERM, isn't a crash.
        case .signal(let signal, _) where signal.isRequest: self.init(.orderly, signal: signal.name)
        case .signal(let signal, _): self.init(.signal, signal: signal.name)
        case .endedWithoutCause: self.init(.killed)
        case .machineRestarted: self.init(.restarted)
        }
    }
}

extension RunSegment.ActionPath {
    /// Creates the path of a recorded action, or returns `nil` if its name is lost.
    init?(_ action: ActionName?) {
        guard let action, let feature = action.feature else { return nil }
        self.init(feature: feature.path, action: action.identifier)
    }
}
