import FiresteelHTTP
import FiresteelPostHog
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("The queue of events on disk")
struct QueueTests {
    @Test("What wasn't sent is sent in the next run, as it was queued")
    func restart() async throws {
        let fixture = try Fixture()
        let refused = Taker { _, _ in HTTPResponseMessage(status: 503) }
        var first: [Received] = []
        do {
            let provider = fixture.provider(through: refused.transport) { $0.batchEvents = 4 }
            provider.record(0..<10)
            await provider.flush()
            await provider.close(within: .seconds(1))
            first = refused.transport.requests.flatMap {
                Received.batch(
                    fields: $0.fields, body: $0.body) ?? []
            }
        }
        let taker = Taker()
        let provider = fixture.provider(through: taker.transport)
        #expect(provider.status.queued == 10)
        await provider.flushAll()
        #expect(taker.numbers.sorted() == Array(0..<10))
        let sent = Set(taker.batches.joined())
        #expect(!first.isEmpty && first.allSatisfy(sent.contains))
        #expect(fixture.segments == [])
    }

    @Test("A line that the end of the process tore is left out, and one that the disk damaged is counted")
    func torn() async throws {
        let fixture = try Fixture()
        do {
            let provider = fixture.provider { $0.interval = .seconds(3_600) }
            provider.record(0..<5)
            await provider.close(within: .zero)
        }
        let file = try #require(fixture.segments.first)
        var bytes = try Data(contentsOf: file)
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        bytes.append(contentsOf: lines[0].prefix(40))
        try bytes.write(to: file)
        do {
            let taker = Taker { batch, _ in HTTPResponseMessage(status: 500) }
            let provider = fixture.provider(through: taker.transport)
            await provider.close(within: .seconds(1))
            #expect(provider.status.damaged == 0)
        }
        // In the middle this time, and not even text.
        bytes = Data(lines[0] + [10, 0xFF, 0x00, 10] + lines[1] + [10])
        try bytes.write(to: #require(fixture.segments.first))
        let taker = Taker()
        let provider = fixture.provider(through: taker.transport)
        await provider.flushAll()
        #expect(taker.numbers == [0, 1])
        #expect(provider.status.damaged == 1)
        #expect(fixture.faults.last?.contains("damaged") == true)
    }

    @Test("A queue that is full drops the oldest, counts them, and says so once")
    func full() async throws {
        let fixture = try Fixture()
        let gate = Gate()
        let taker = Taker { _, _ in
            await gate.wait()
            return nil
        }
        let provider = fixture.provider(through: taker.transport) {
            $0.queueBytes = 40_000
            $0.batchEvents = 1_000
            $0.interval = .seconds(3_600)
        }
        provider.record(0..<1_000)
        let status = provider.status
        #expect(status.dropped > 500 && status.dropped + status.queued + status.sent == 1_000)
        let size = try fixture.segments.reduce(0) { try $0 + Data(contentsOf: $1).count }
        #expect(size <= 40_000)
        gate.open()
        await provider.flushAll()
        #expect(taker.numbers.last == 999)
        #expect(taker.numbers.count == 1_000 - provider.status.dropped)
        #expect(fixture.faults == ["The event queue is full. The oldest events are dropped."])
    }

    @Test("Without consent nothing is left on disk, and a request under way is given up")
    func discard() async throws {
        let fixture = try Fixture()
        let (entered, cancelled) = (Gate(), Gate())
        let hanging = ScriptedTransport { _, _ -> HTTPResponseMessage<[UInt8]> in
            entered.open()
            do { try await Task.sleep(for: .seconds(86_400)) } catch { cancelled.open() }
            throw CancellationError()
        }
        let provider = fixture.provider(through: hanging) { $0.batchEvents = 2 }
        provider.record(0..<5)
        await entered.wait()
        #expect(fixture.files.count > 1)
        try provider.discard()
        #expect(fixture.files == [])
        #expect(provider.distinctID == nil && provider.status.queued == 0)
        await cancelled.wait()
        provider.record(5..<6)
        await provider.flush()
        #expect(fixture.files == [] && hanging.requests.count == 1)
    }

    @Test("A run that begins without consent forgets what an earlier one left")
    func discardLeftovers() async throws {
        let fixture = try Fixture()
        for _ in 0..<2 {
            let provider = fixture.provider()
            provider.record(0..<5)
            await provider.close(within: .zero)
        }
        #expect(fixture.segments.count == 2)
        let provider = PostHogProvider(
            PostHogOptions(projectKey: "key", host: Fixture.nowhere, folder: fixture.folder))
        try provider.discard()
        #expect(fixture.files == [])
    }

    @Test("Events that can't be erased are reported, and all others are erased")
    func discardFails() async throws {
        let fixture = try Fixture()
        let odd = fixture.folder.appending(path: "queue-0")
        // A folder at the lock's path: the queue's owner is unknown.
        try FileManager.default.createDirectory(
            at: odd.appending(path: "lock"), withIntermediateDirectories: true)
        try Data("{}\n".utf8).write(to: odd.appending(path: "1.jsonl"))
        let provider = fixture.provider()
        #expect(fixture.faults.first?.contains("queue-0: ") == true)
        provider.record(0..<5)
        let error = #expect(throws: (any Error).self) { try provider.discard() }
        #expect("\(try #require(error))".contains("queue-0: "))
        #expect(fixture.segments.map(\.lastPathComponent) == ["1.jsonl"])
    }

    @Test("A user without an identifier is reported, and events have an anonymous user")
    func emptyUser() throws {
        let fixture = try Fixture()
        let provider = fixture.provider { $0.user = "" }
        #expect(fixture.faults.count == 1 && fixture.faults.first?.contains("has no identifier") == true)
        #expect(provider.distinctID.flatMap(UUID.init) != nil)
    }

    @Test("After renewed consent, events have another anonymous user")
    func again() async throws {
        let fixture = try Fixture()
        let taker = Taker()
        let provider = fixture.provider(through: taker.transport)
        let before = provider.distinctID
        provider.record(0..<1)
        try provider.discard()
        provider.start { _ in }
        provider.record(1..<2)
        await provider.flushAll()
        #expect(taker.numbers == [1])
        #expect(provider.distinctID != before && provider.distinctID != nil)
    }

    @Test("Two providers with one folder don't meet, and what one leaves is taken over")
    func shared() async throws {
        let fixture = try Fixture()
        let (one, two) = (Taker { _, _ in HTTPResponseMessage(status: 500) }, Taker())
        let first = fixture.provider(through: one.transport)
        let second = fixture.provider(through: two.transport)
        #expect(first.distinctID == second.distinctID)
        first.record(0..<5)
        second.record(5..<10)
        await second.flushAll()
        #expect(two.numbers == Array(5..<10))
        #expect(first.status.queued == 5)
        await first.close(within: .seconds(1))
        let three = Taker()
        let third = fixture.provider(through: three.transport)
        await third.flushAll()
        #expect(three.numbers == Array(0..<5))
        #expect(second.status.queued == 0 && two.numbers.count == 5)
    }

    @Test("Without a usable folder, events are stored in memory within the limit and sent, which is reported once")
    func unusable() async throws {
        let fixture = try Fixture()
        let file = fixture.folder.appending(path: "taken")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        let taker = Taker()
        let provider = fixture.provider(through: taker.transport) {
            $0.folder = file
            $0.queueBytes = 100_000
            $0.batchEvents = 10
            $0.interval = .seconds(3_600)
        }
        provider.record(0..<95)
        await provider.flushAll()
        #expect(taker.numbers == Array(0..<95))
        #expect(provider.status.dropped == 0)
        // One of the queue, one of the anonymous identifier.
        #expect(fixture.faults.count == 2)
        #expect(fixture.faults.contains { $0.contains("Events are stored in memory only.") })
    }

    @Test("What is kept in memory and can't be sent is counted when it is lost")
    func lost() async throws {
        let fixture = try Fixture()
        let file = fixture.folder.appending(path: "taken")
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        let taker = Taker { _, _ in HTTPResponseMessage(status: 500) }
        let provider = fixture.provider(through: taker.transport) { $0.folder = file }
        provider.record(0..<3)
        await provider.close(within: .seconds(1))
        #expect(provider.status.dropped == 3)
        #expect(fixture.faults.last?.contains("are lost") == true)
    }

    @Test("Who an event is of is what it was when it happened")
    func identity() async throws {
        let fixture = try Fixture()
        let taker = Taker()
        let provider = fixture.provider(through: taker.transport)
        let anonymous = try #require(provider.distinctID)
        provider.record(0..<1)
        provider.identify("ada")
        provider.identify("ada")
        provider.record(1..<2)
        provider.reset()
        provider.record(2..<3)
        await provider.flushAll()
        let events = taker.batches.flatMap { $0 }
        #expect(events.map(\.event) == ["event.begin", "$identify", "event.begin", "event.begin"])
        let other = try #require(provider.distinctID)
        #expect(events.map(\.person) == [anonymous, "ada", "ada", other])
        #expect(other != anonymous)
        #expect(events[1].properties.anonymous == anonymous)
        #expect(events.map(\.properties.process) == [false, nil, nil, false])
        // The next run knows the newest one.
        #expect(fixture.provider().distinctID == other)
    }

    @Test("A user known from the start is identified, and a damaged identifier is replaced")
    func user() async throws {
        let fixture = try Fixture()
        #expect(fixture.provider { $0.user = "ada" }.distinctID == "ada")
        let file = fixture.folder.appending(path: "anonymous-id")
        try "no identifier".write(to: file, atomically: true, encoding: .utf8)
        let anonymous = fixture.provider().distinctID
        #expect(try String(contentsOf: file, encoding: .utf8) == anonymous)
        #expect(fixture.provider().distinctID == anonymous)
    }
}
