import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("Sending what ended runs left")
struct InsightSenderEndedRunTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let clock = ManualClock()

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(of: RunFolder(path: files.path))
    }

    /// Starts a run in the folder.
    private func timeline() -> Timeline {
        Timeline(.init(program: .init(name: "App", version: "1"), storage: .folder(files.path)))
    }

    /// Records a run that ends after a failure that the program marks to be reported, and returns its identifier.
    private func recordFailure() throws -> String {
        let timeline = timeline()
        try folder.giveConsent(timeline)
        let feature = timeline.nameFeature(identifier: "Pages", name: "Pages")
        let fields = BeginFields(
            time: timeline.now,
            perform: PerformFields(
                session: 1, sessionName: timeline.nameSession("main"),
                action: timeline.nameAction(identifier: "Write", name: "Write", feature: feature),
                source: .application))
        let token = timeline.begin(fields, input: UnsafeRawBufferPointer(start: nil, count: 0))
        Array("Type\u{1F}Lost\u{1E}Report\u{1F}\u{18}\u{1E}".utf8).withUnsafeBytes { error in
            timeline.complete(
                token, CompletionFields(of: fields, time: timeline.now, outcome: .failure), error: error)
        }
        timeline.end()
        return timeline.runIdentifier
    }

    /// Starts the program again, with a sender that has no network or a server that stores everything.
    private func start(
        isOnline: Bool, limits: InsightLimits = InsightLimits(), errorHandler: (@Sendable (String) -> Void)? = nil
    ) throws -> (sender: InsightSender, transport: ScriptedTransport) {
        let transport = ScriptedTransport { request, _ -> HTTPResponseMessage<[UInt8]> in
            guard isOnline else { throw HTTPTransportError.unreachable("no route") }
            // Batches are sent one by one.
            guard request.method == .put else {
                return HTTPResponseMessage(status: .init(code: 413), fields: [:], body: [])
            }
            return HTTPResponseMessage(status: .init(code: 201), fields: [:], body: Array(#"{"has":{}}"#.utf8))
        }
        let sender = try InsightSender(
            timeline(), to: #require(URL(string: "https://example.com")), token: "fs_ingest_1", transport: transport,
            options: InsightOptions(limits: limits, errorHandler: errorHandler), retry: RetryPolicy(random: { 0 }),
            clock: clock.clock)
        return (sender, transport)
    }

    /// Returns the number of requests with a report of a run.
    private func reports(_ transport: ScriptedTransport, of run: String) -> Int {
        transport.requests.count { $0.head.path?.contains("/runs/\(run)/reports/") == true }
    }

    @Test("A run of a moment stores what all earlier runs left")
    func moment() async throws {
        let ended = try (1...3).map { _ in try recordFailure() }
        let (sender, _) = try start(isOnline: false)
        await sender.stop(within: .zero)
        let reports = folder.messages().filter(\.kind.isReport)
        #expect(reports.map(\.run).sorted() == ended.sorted())
    }

    @Test("A failure that several starts couldn't send is queued once, and sent once when there is network")
    func starts() async throws {
        let run = try recordFailure()
        for _ in 0..<3 {
            let (sender, transport) = try start(isOnline: false)
            for _ in 0..<2 {
                await sender.flush()
                clock.advance(by: 600)
            }
            await sender.stop(within: .zero)
            #expect(!transport.requests.isEmpty)
            #expect(folder.messages().filter { $0.run == run }.map(\.kind) == [.failure, .segment])
        }
        let (sender, transport) = try start(isOnline: true)
        await sender.flush()
        #expect(reports(transport, of: run) == 1)
        #expect(folder.messages().isEmpty)
        let later = try start(isOnline: true)
        await later.sender.flush()
        #expect(reports(later.transport, of: run) == 0)
    }

    @Test("An ended run's failure that can't be stored is reported once, and stored later")
    func rounds() async throws {
        let run = try recordFailure()
        let queue = URL(filePath: folder.path + "/queue")
        try Data().write(to: queue)
        let errors = Mutex<[String]>([])
        let (sender, transport) = try start(isOnline: true) { error in errors.withLock { $0.append(error) } }
        for _ in 0..<4 {
            await sender.flush()
            clock.advance(by: 5)
        }
        let said = errors.withLock { $0 }
        #expect(said.count == 1, "\(said)")
        #expect(said.first?.hasPrefix("Can't store messages in \(folder.path)/queue: ") == true)
        #expect(folder.status.error == said.first && transport.requests.isEmpty)
        try FileManager.default.removeItem(at: queue)
        await sender.flush()
        #expect(reports(transport, of: run) == 1 && folder.messages().isEmpty)
        #expect(folder.status.error == nil && errors.withLock { $0 } == said)
    }

    @Test("No crash is dropped while the queue is full: their runs are read once there is room")
    func room() async throws {
        let runs = try (0..<7).map { _ in try recordFailure() }
        // Each leaves two messages; two reports are a quarter.
        let limits = InsightLimits(messages: 8)
        let offline = try start(isOnline: false, limits: limits)
        for _ in 0..<3 {
            await offline.sender.flush()
            clock.advance(by: 600)
        }
        await offline.sender.stop(within: .zero)
        #expect(folder.messages().count(where: \.kind.isReport) == 2)
        #expect(folder.status.droppedCount == 0)
        let online = try start(isOnline: true, limits: limits)
        await online.sender.flush()
        #expect(runs.map { reports(online.transport, of: $0) } == runs.map { _ in 1 })
        #expect(folder.messages().isEmpty && folder.status.droppedCount == 0)
    }

    @Test("A run that is deleted before it was read counts as dropped")
    func deleted() async throws {
        let run = try recordFailure()
        // As its own sender noted at the start.
        try folder.updateProgress(of: run) { $0.folder = files.path }
        try FileManager.default.removeItem(atPath: "\(files.path)/\(run).run")
        for _ in 0..<2 {
            let (sender, _) = try start(isOnline: true)
            await sender.flush()
            #expect(folder.status.dropped[.deleted] == 1)
        }
    }

    @Test("Runs that another process reads at the moment are read later")
    func busy() async throws {
        let run = try recordFailure()
        let lock = open(folder.path + "/runs.lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let (sender, transport) = try start(isOnline: true)
        await sender.flush()
        #expect(reports(transport, of: run) == 0)
        close(lock)
        await sender.flush()
        #expect(reports(transport, of: run) == 1)
    }
}
