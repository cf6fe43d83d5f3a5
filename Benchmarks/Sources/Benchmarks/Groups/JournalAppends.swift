import CBenchmarkSupport
import FiresteelTimeline

/// The cost of recording one event for the recording thread.
enum JournalAppends: BenchmarkGroup {
    static let name = "journal"
    static let title = "Append of one event to the journal in a file"

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        let file = try LimitFile(in: folder)
        let journal = try JournalWork(inFolder: folder.path + "/runs")
        var measurements = await Rounds().measure([
            Limits.withValue, Limits.clock, Limits.checksum, file.copyToMapping, file.write,
            Subject("append") { count in
                for _ in 0..<count { journal.append() }
            },
            Subject("append of a begin and of its completion, each", share: 0.5) { count in
                for _ in 0..<count { journal.beginAndComplete() }
            },
        ])
        measurements += percentiles(journal)
        measurements.append(try systemCalls(journal))
        measurements.append(bytesPerEvent(journal))
        try folder.remove()
        return measurements
    }

    /// Measures single appends, without the time of two clock reads.
    private static func percentiles(_ journal: JournalWork) -> [Measurement] {
        let clock = Samples(count: 1_000_000) {}
        let append = Samples(count: 1_000_000) { journal.append() }
        return [
            .figure("two clock reads, p50", clock.percentile(0.5), "ns"),
            .figure("append, p99", append.percentile(0.99) - clock.percentile(0.5), "ns"),
            .figure("append, p99.9", append.percentile(0.999) - clock.percentile(0.5), "ns"),
        ]
    }

    /// Measures appends on a thread that is stopped by a system call.
    private static func systemCalls(_ journal: JournalWork) throws -> Measurement {
        guard SystemCalls.happen({ bench_call_system() }) != false else {
            throw SystemCalls.UnnoticedSystemCallsError()
        }
        let happen = SystemCalls.happen { for _ in 0..<100_000 { journal.append() } }
        return .figure("appends that call the system", happen.map { $0 ? 1 : 0 } ?? .nan, "")
    }

    private static func bytesPerEvent(_ journal: JournalWork) -> Measurement {
        let size = 8 << 20
        let timeline = Timeline(
            .init(program: ProgramDescription(name: "Benchmarks"), storage: .memory, runSize: size))
        let work = JournalWork(timeline)
        var next: UInt64 = 0
        for _ in 0..<2 * size / 128 { next = work.beginAndComplete() }
        let before = next
        for _ in 0..<1_000 { next = work.beginAndComplete() }
        // The number of a begin is its slot in the ring, so that numbers show the slots per event.
        return .figure("bytes per event in memory", Double(next - before) / 2_000 * 128, "bytes")
    }

    struct NotInFileError: Error {}
}

/// Recording in the same way as the dispatcher.
struct JournalWork: Sendable {
    private let timeline: Timeline
    private let action: NameID
    private let session: NameID

    init(_ timeline: Timeline) {
        self.timeline = timeline
        let feature = timeline.nameFeature(identifier: "Work", name: "Work")
        action = timeline.nameAction(identifier: "Nothing", name: "Nothing", feature: feature)
        session = timeline.nameSession("main")
    }

    /// Creates a journal in memory.
    init() { self.init(Timeline(.init(program: ProgramDescription(name: "Bare"), storage: .memory))) }

    /// Creates a journal in a file.
    init(inFolder folder: String) throws {
        let timeline = Timeline(.init(program: ProgramDescription(name: "Bare"), storage: .folder(folder)))
        guard case .file = timeline.recording else { throw JournalAppends.NotInFileError() }
        self.init(timeline)
    }

    private static var none: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

    /// Records one event with a clock read.
    @inline(never)
    func append() {
        timeline.note(
            NoteFields(time: timeline.now, kind: .remark, session: 1, sessionName: session, subject: action),
            text: Self.none)
    }

    /// Records a begin and its completion.
    ///
    /// - Returns: The perform's number.
    @discardableResult
    @inline(never)
    func beginAndComplete() -> UInt64 {
        let begin = BeginFields(
            time: timeline.now, perform: PerformFields(session: 1, sessionName: session, stack: 1, action: action))
        let token = timeline.begin(begin, input: Self.none)
        timeline.complete(
            token, CompletionFields(of: begin, time: timeline.now, outcome: .success), error: Self.none)
        return token.perform
    }
}
