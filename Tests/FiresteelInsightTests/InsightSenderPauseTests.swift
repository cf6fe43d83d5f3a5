import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("When messages are not sent")
struct InsightSenderPauseTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let clock = ManualClock()
    private let timeline = Timeline(.init(program: .init(name: "App", version: "1"), storage: .memory))

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path)
        try folder.giveConsent(timeline)
    }

    private func sender(
        _ transport: ScriptedTransport, credentials: RemoteCredentials = .bearer("fs_ingest_1"),
        errorHandler: (@Sendable (String) -> Void)? = nil
    ) throws -> InsightSender {
        try InsightSender(
            timeline, to: #require(URL(string: "https://example.com")), credentials: credentials, transport: transport,
            options: InsightOptions(folder: folder, errorHandler: errorHandler), retry: RetryPolicy(random: { 0 }),
            clock: clock.clock)
    }

    private static func response(
        _ status: Int, _ body: String = "", _ fields: HTTPFields = [:]
    ) -> HTTPResponseMessage<[UInt8]> {
        HTTPResponseMessage(status: .init(code: status), fields: fields, body: Array(body.utf8))
    }

    @Test("A clock that is set back ends a pause")
    func pause() async throws {
        let transport = ScriptedTransport { _, number in
            number == 1 ? Self.response(503, "", [.retryAfter: "600"]) : Self.response(201, #"{"has":{}}"#)
        }
        let sender = try sender(transport)
        await sender.flush()
        clock.advance(by: 300)
        await sender.flush()
        #expect(transport.requests.count == 1)
        clock.advance(by: -86_400)
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.sent == 1)
    }

    @Test("A clock that is set back ends the time in which the server accepts no segment")
    func allowance() async throws {
        let transport = ScriptedTransport { _, _ in Self.response(201, #"{"has":{},"mayFollow":0,"next":86400}"#) }
        let sender = try sender(transport)
        await sender.flush()
        try await sender.report()
        await sender.flush()
        let sent = folder.status.sent
        let program = RunSegment.Program(name: "App", version: "1")
        let bytes = RunSegment(
            run: "r", number: 1, program: program, system: "", started: 0, from: 0, until: 1, people: [.init()]
        ).json
        let message = QueuedMessage(time: 1, run: "r", kind: .segment, number: 1, until: 1, bytes: bytes.count)
        try folder.add(message, bytes, limits: InsightLimits())
        await sender.flush()
        #expect(folder.messages().map(\.run) == ["r"] && folder.status.sent == sent)
        clock.advance(by: -86_400)
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.sent == sent + 1)
    }

    @Test("Nothing is sent if the consent is withdrawn while the credentials are requested")
    func credentials() async throws {
        let transport = ScriptedTransport { _, _ in Self.response(201, #"{"has":{}}"#) }
        let sender = try sender(
            transport,
            credentials: .bearer { [folder, timeline] in
                // By another process, where the user changes their mind.
                try folder.withdrawConsent()
                try folder.giveConsent(timeline)
                return "fs_ingest_1"
            })
        await sender.flush()
        #expect(transport.requests.isEmpty && folder.messages().isEmpty)
    }

    @Test("Withdrawing the consent cancels the request that is being sent, which is not an error")
    func cancelled() async throws {
        let began = Gate()
        let errors = Mutex<[String]>([])
        let transport = ScriptedTransport { _, _ -> HTTPResponseMessage<[UInt8]> in
            began.open()
            try await Task.sleep(for: .seconds(3_600))
            return Self.response(500)
        }
        let sender = try sender(transport, errorHandler: { error in errors.withLock { $0.append(error) } })
        let sending = Task { await sender.flush() }
        await began.wait()
        try await sender.setConsent(false)
        await sending.value
        #expect(errors.withLock { $0 } == [] && !folder.hasConsent)
        #expect(try files.names.filter { $0 == "queue" || $0 == "status.json" } == [])
    }

    @Test("Replacing the identifier stores a segment under the old one, and later ones have another")
    func reset() async throws {
        let transport = ScriptedTransport { _, _ in Self.response(500) }
        let sender = try sender(transport)
        try await sender.resetIdentifier()
        try await sender.report()
        let queued = folder.messages()
        let segment = try #require(queued.first { $0.kind == .segment }.flatMap { folder.data(of: $0) })
        let report = try #require(queued.first { $0.kind == .request }.flatMap { folder.data(of: $0) })
        let old = try RunSegment(json: Array(segment)).people[0].pseudonym
        let person = try InsightReport(json: Array(report)).person
        #expect(old.utf8.count == 32 && person?.utf8.count == 32 && person != old)
    }
}
