import CZlib
import FiresteelBase
import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("Sending messages")
struct InsightSenderTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder
    private let clock = ManualClock()
    private let timeline = Timeline(.init(program: .init(name: "App", version: "1"), storage: .memory))
    private static let stored = #"{"has":{"segments":[[1,9]],"reports":[]},"mayFollow":1048576,"next":900}"#

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path)
        try folder.giveConsent(timeline)
    }

    private func sender(
        _ answer: @escaping @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<[UInt8]>
    ) throws -> (sender: InsightSender, transport: ScriptedTransport) {
        let transport = ScriptedTransport(answer)
        let url = try #require(URL(string: "https://example.com/base"))
        let sender = try InsightSender(
            timeline, to: url, token: "fs_ingest_1", transport: transport, options: InsightOptions(folder: folder),
            retry: RetryPolicy(first: .seconds(10), random: { 0 }), clock: clock.clock)
        return (sender, transport)
    }

    /// Stores a message; the sender's own run has none, since nothing is recorded and `flush()` finds its segment empty.
    private func add(_ number: Int, kind: QueuedMessage.Kind = .segment, run: String = "r") throws {
        let program = RunSegment.Program(name: "App", version: "1")
        let bytes =
            kind.isReport
            ? InsightReport(
                run: run, number: number, time: 5, kind: .failure, program: program, system: ""
            ).json
            : RunSegment(
                run: run, number: number, program: program, system: "", started: 0, from: 0, until: 1, people: [.init()]
            ).json
        let message = QueuedMessage(
            time: Int64(number), run: run, kind: kind, number: number, until: 1, bytes: bytes.count)
        try folder.add(message, bytes, limits: InsightLimits())
    }

    private static func response(_ status: Int, _ body: String = "", _ fields: HTTPFields = [:]) -> HTTPResponseMessage<
        [UInt8]
    > {
        HTTPResponseMessage(status: .init(code: status), fields: fields, body: Array(body.utf8))
    }

    /// Returns the answer of a server that stores everything.
    private static func accept(_ request: HTTPRequestMessage) throws -> HTTPResponseMessage<[UInt8]> {
        guard request.method == .post else { return response(201, stored) }
        let results = try items(request).map { _ in #"{"status":201}"# }.joined(separator: ",")
        return response(200, #"{"results":[\#(results)],"mayFollow":1048576,"next":900}"#)
    }

    private static func items(_ request: HTTPRequestMessage) throws -> [[String: JSONValue]] {
        guard case .object(let body) = try JSONValue(json: inflated(request)), case .array(let items)? = body["items"]
        else {
            throw CheckError("There are no items.")
        }
        return items.compactMap { if case .object(let item) = $0 { item } else { nil } }
    }

    private static func inflated(_ request: HTTPRequestMessage) throws -> [UInt8] {
        guard request.fields[.contentEncoding] == "gzip" else { return request.body }
        return try InsightServer.inflate(request.body)
    }

    private func paths(_ transport: ScriptedTransport) -> [String] {
        transport.requests.map { "\($0.method.rawValue) \($0.head.path ?? "")" }
    }

    @Test("Without consent there is no request, and no file")
    func noConsent() async throws {
        try folder.withdrawConsent()
        let (sender, transport) = try sender { request, _ in try Self.accept(request) }
        await sender.flush()
        await sender.stop()
        #expect(transport.requests.isEmpty && folder.messages().isEmpty)
        await #expect(throws: InsightQueueError.noConsent) { try await sender.report() }
        try await sender.setConsent(true)
        try await sender.report()
        await sender.flush()
        #expect(transport.requests.count == 2)
        #expect(folder.messages().isEmpty)
    }

    @Test("The crash is sent first, then what was in flight, then other reports, then history in one request")
    func order() async throws {
        for number in 1...3 { try add(number) }
        try add(1, kind: .failure, run: "f")
        try add(1, kind: .end, run: "e")
        try add(1, kind: .crash, run: "c")
        let (sender, transport) = try sender { request, _ in try Self.accept(request) }
        await sender.flush()
        #expect(
            paths(transport) == [
                "PUT /base/ingest/v1/runs/c/reports/1", "PUT /base/ingest/v1/runs/e/segments/1",
                "PUT /base/ingest/v1/runs/f/reports/1", "POST /base/ingest/v1/batch",
            ])
        let items = try Self.items(try #require(transport.requests.last))
        // The run of the test itself has an empty segment.
        #expect(items.count == 4 && items[0]["number"] == .int(1) && items[0]["kind"] == "segment")
        #expect(folder.messages().isEmpty && folder.status.sent == 7)
        #expect(folder.status.answer == "Status 200")
    }

    @Test("Requests have the token, the digest of their bytes, and identify each message by its hash")
    func request() async throws {
        try add(1, kind: .crash)
        let (sender, transport) = try sender { request, _ in try Self.accept(request) }
        let bytes = try #require(folder.data(of: folder.messages()[0]))
        await sender.flush()
        let request = try #require(transport.requests.first)
        #expect(request.fields[.authorization] == "Bearer fs_ingest_1")
        #expect(request.fields[.contentType] == "application/json")
        let digest = Data(SHA256.hash(request.body)).base64EncodedString()
        #expect(request.fields[.contentDigest] == "sha-256=:\(digest):")
        #expect(request.fields[.date]?.wholeMatch(of: #/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/#) != nil)
        #expect(try Self.inflated(request) == Array(bytes))
    }

    @Test("A batch that is too large is halved; a message that is too large is dropped and counted")
    func tooLarge() async throws {
        for number in 1...7 { try add(number) }
        let (sender, transport) = try sender { request, _ in
            if request.method == .post, try Self.items(request).count > 2 { return Self.response(413) }
            if request.method == .put { return Self.response(413, #"{"error":"wire"}"#) }
            return try Self.accept(request)
        }
        await sender.flush()
        let sizes = try transport.requests.map { $0.method == .post ? try Self.items($0).count : 1 }
        #expect(sizes.prefix(3) == [8, 4, 2])
        #expect(folder.messages().isEmpty)
        #expect(folder.status.sent + folder.status.droppedCount == 8)
        try add(1, kind: .crash, run: "c")
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.dropped[.tooLarge] ?? 0 >= 1)
    }

    @Test("An invalid message in a batch is found and dropped alone")
    func refused() async throws {
        for number in 1...4 { try add(number) }
        let (sender, _) = try sender { request, _ in
            let isBad =
                request.method == .post
                ? try Self.items(request).contains { $0["number"] == .int(3) }
                : request.head.path?.hasSuffix("/3") == true
            return isBad ? Self.response(400, #"{"error":"people[0]"}"#) : try Self.accept(request)
        }
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.dropped == [.refused: 1] && folder.status.sent == 4)
    }

    @Test("Other bytes on the server are counted and dropped, in a batch too")
    func conflict() async throws {
        try add(1, kind: .crash, run: "c")
        for number in 1...2 { try add(number) }
        let (sender, _) = try sender { request, _ in
            if request.method == .put { return Self.response(409, #"{"error":"other-bytes"}"#) }
            let results = try Self.items(request).map {
                $0["number"] == .int(2) ? #"{"status":409}"# : #"{"status":200}"#
            }
            return Self.response(200, #"{"results":[\#(results.joined(separator: ","))]}"#)
        }
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.dropped == [.conflict: 2] && folder.status.sent == 2)
    }

    @Test("Retry-After is honored with jitter, and nothing is lost or sent before", arguments: [429, 503])
    func retryAfter(status: Int) async throws {
        try add(1, kind: .crash)
        let (sender, transport) = try sender { request, number in
            number == 1 ? Self.response(status, "", [.retryAfter: "60"]) : try Self.accept(request)
        }
        await sender.flush()
        #expect(folder.messages().count == 2 && folder.status.next == Int64(clock.now * 1_000) + 60_000)
        #expect(folder.status.answer == "https://example.com/base responded with status \(status).")
        clock.advance(by: 59)
        await sender.flush()
        #expect(transport.requests.count == 1)
        clock.advance(by: 2)
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.next == nil)
    }

    @Test("Without network messages stay, and pauses grow")
    func offline() async throws {
        try add(1, kind: .crash)
        let (sender, transport) = try sender { _, _ in throw HTTPTransportError.unreachable("no route") }
        var attempts: [Double] = []
        let start = clock.now
        for _ in 0..<120 {
            let before = transport.requests.count
            await sender.flush()
            if transport.requests.count > before { attempts.append(clock.now - start) }
            clock.advance(by: 1)
        }
        // Half of each pause is random, and zero here.
        #expect(attempts == [0, 5, 15, 35, 75])
        #expect(folder.messages().count == 2 && folder.status.droppedCount == 0)
        #expect(folder.status.answer?.contains("no route") == true)
    }

    @Test("A message that a server doesn't acknowledge in time stays, and is sent once more when it responds")
    func timedOut() async throws {
        try add(1, kind: .crash)
        let bytes = try #require(folder.data(of: folder.messages()[0]))
        let (sender, transport) = try sender { request, number in
            if number < 4 { throw HTTPTransportError.timedOut }
            return try Self.accept(request)
        }
        var attempts: [Double] = []
        let start = clock.now
        for _ in 0..<35 {
            let before = transport.requests.count
            await sender.flush()
            if transport.requests.count > before { attempts.append(clock.now - start) }
            clock.advance(by: 1)
        }
        #expect(attempts == [0, 5, 15])
        #expect(folder.messages().map(\.kind) == [.crash, .segment])
        #expect(folder.status.sent == 0 && folder.status.droppedCount == 0)
        #expect(folder.status.answer?.contains("The server didn't respond in time.") == true)
        for _ in 0..<3 {
            await sender.flush()
            clock.advance(by: 60)
        }
        // The crash at each attempt, with the same bytes, and then what waited behind it.
        #expect(transport.requests.count == 5)
        let sent = try transport.requests.prefix(4).map(Self.inflated)
        #expect(sent == Array(repeating: Array(bytes), count: 4))
        #expect(Set(paths(transport).prefix(4)) == ["PUT /base/ingest/v1/runs/r/reports/1"])
        #expect(folder.messages().isEmpty && folder.status.next == nil)
        #expect(folder.status.sent == 2 && folder.status.droppedCount == 0)
    }

    @Test("A body that was damaged on its way is sent again, byte for byte")
    func wrongDigest() async throws {
        try add(1, kind: .crash)
        let (sender, transport) = try sender { request, number in
            number < 3 ? Self.response(400, #"{"error":"wrong-digest"}"#) : try Self.accept(request)
        }
        for _ in 0..<4 {
            await sender.flush()
            clock.advance(by: 1_000)
        }
        #expect(folder.messages().isEmpty && folder.status.droppedCount == 0)
        let bodies = try transport.requests.prefix(3).map(Self.inflated)
        #expect(Set(bodies).count == 1)
    }

    @Test("A success of another server is not an acknowledgement", arguments: ["", "<html></html>", "[]", "{}"])
    func signInPage(body: String) async throws {
        try add(1, kind: .crash)
        let (sender, _) = try sender { _, _ in Self.response(200, body) }
        await sender.flush()
        #expect(folder.messages().first?.kind == .crash && folder.status.sent == 0)
    }

    @Test("Segments wait when the server accepts no more bytes, reports don't")
    func allowance() async throws {
        try add(1)
        let (sender, transport) = try sender { request, _ in
            request.method == .put ? Self.response(201, #"{"has":{},"mayFollow":0,"next":300}"#) : Self.response(500)
        }
        try add(1, kind: .failure, run: "f")
        await sender.flush()
        #expect(transport.requests.count == 1 && folder.messages().count == 2)
        try add(1, kind: .crash, run: "c")
        await sender.flush()
        #expect(transport.requests.count == 2)
        clock.advance(by: 301)
        await sender.flush()
        #expect(transport.requests.count == 3)
    }

    @Test("Consent that is withdrawn during a request deletes everything, and its answer changes nothing")
    func withdrawn() async throws {
        try add(1, kind: .crash)
        let gate = Gate()
        let (sender, _) = try sender { request, _ in
            await gate.wait()
            return try Self.accept(request)
        }
        let sending = Task { await sender.flush() }
        try await eventually { !folder.messages().isEmpty }
        try await sender.setConsent(false)
        gate.open()
        await sending.value
        #expect(folder.messages().isEmpty && !folder.hasConsent && folder.status == InsightStatus())
    }

    @Test("A clock that is off by a day delays and loses nothing", arguments: [-86_400.0, 86_400])
    func clockOff(offset: Double) async throws {
        try add(1, kind: .crash)
        let (sender, transport) = try sender { request, number in
            number == 1
                ? Self.response(503, "", [.retryAfter: "Mon, 01 Jan 2024 00:00:00 GMT"]) : try Self.accept(request)
        }
        clock.advance(by: offset)
        await sender.flush()
        #expect(transport.requests.count == 1)
        // However far the date of the server is away, the pause is bounded.
        clock.advance(by: RetryAfter.maximum * 1.25 + 1)
        await sender.flush()
        #expect(folder.messages().isEmpty && folder.status.sent == 2)
    }

    @Test("Stopping ends within its limit although the server doesn't answer, and stores the last segment")
    func stop() async throws {
        let (sender, _) = try sender { _, _ in
            try await Task.sleep(for: .seconds(3_600))
            return Self.response(500)
        }
        await sender.stop(within: .milliseconds(50))
        #expect(folder.messages().map(\.kind) == [.segment])
    }

    @Test("Two senders of one folder send each message once")
    func twoSenders() async throws {
        for number in 1...40 { try add(number, kind: .failure) }
        let seen = Mutex<[String: Int]>([:])
        let answer: @Sendable (HTTPRequestMessage, Int) async throws -> HTTPResponseMessage<[UInt8]> = { request, _ in
            seen.withLock { $0[request.head.path ?? "", default: 0] += 1 }
            return try Self.accept(request)
        }
        let senders = [try sender(answer).sender, try sender(answer).sender]
        while !folder.messages().isEmpty {
            await withTaskGroup { group in for sender in senders { group.addTask { await sender.flush() } } }
        }
        let counts = seen.withLock { $0 }
        #expect(counts.filter { $0.key.contains("/runs/r/") }.count == 40)
        #expect(counts.values.allSatisfy { $0 == 1 }, "\(counts)")
    }
}
