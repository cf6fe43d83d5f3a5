import Firesteel
import FiresteelHTTP
import FiresteelPostHog
import FiresteelTesting
import FiresteelTimeline
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("Sending to PostHog")
struct SendingTests {
    @Test("A batch is packed, has the key, and events with all that PostHog needs")
    func body() async throws {
        let fixture = try Fixture()
        let server = try TestServer { _ in [.response(200, [:], #"{"status":1}"#)] }
        let provider = fixture.provider(to: server.url)
        provider.record(event(1, "ü \"quoted\""))
        provider.record(event(2, phase: .end(.failure, duration: .milliseconds(1_500))))
        await provider.flush()
        let batch = try #require(server.requests.first?.batch)
        #expect(server.requests.count == 1 && batch.count == 2)
        #expect(batch.map(\.event) == ["event.begin", "event.end"])
        #expect(batch.map(\.properties.text) == ["ü \"quoted\"", nil])
        #expect(batch.map(\.properties.outcome) == [nil, "failure"])
        #expect(batch.map(\.properties.duration) == [nil, 1.5])
        #expect(batch.allSatisfy { $0.properties.path == "App/Documents/#Open" && $0.properties.lib == "firesteel" })
        #expect(batch.allSatisfy { $0.timestamp == "2026-01-01T00:00:00.000Z" })
        #expect(batch.allSatisfy { $0.person == provider.distinctID && $0.properties.process == false })
        // Version 7: 1,000,000 s since 1970 on the fixture's clock.
        #expect(batch.allSatisfy { $0.uuid.uuidString.hasPrefix("00003B9A-CA00-7") })
        #expect(batch[0].uuid != batch[1].uuid)
        #expect(provider.status.sent == 2 && provider.status.queued == 0 && fixture.segments == [])
        #expect(fixture.faults == [])
    }

    @Test("Events of a program's actions arrive, begin and end")
    func program() async throws {
        let fixture = try Fixture()
        let taker = Taker()
        try await withTestRuntime(SmallApp.self) { test in
            let provider = PostHogProvider(
                PostHogOptions(projectKey: "key", host: Fixture.nowhere, folder: fixture.folder),
                transport: taker.transport)
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            await Counting.count.perform(7)
            await analytics.close(within: .seconds(30))
            #expect(taker.batches.joined().map(\.event) == ["count.begin", "count.end"])
            #expect(taker.numbers == [7, 7])
            #expect(test.runtime.faults == [])
        }
    }

    @Test("A batch is sent at a number of events, at a size, and after a delay")
    func batches() async throws {
        let fixture = try Fixture()
        let asked = Gates(3)
        let taker = Taker { _, number in
            asked.open(number)
            return nil
        }
        let provider = fixture.provider(through: taker.transport) {
            $0.batchEvents = 3
            $0.batchBytes = 2_000
        }
        provider.record(0..<3)
        await asked.wait(1)
        // The third no longer fits with the others.
        for number in 3..<6 { provider.record(event(number, String(repeating: "x", count: 600))) }
        await asked.wait(2)
        await fixture.clock.waitForSleep(of: 30)
        #expect(taker.transport.requests.count == 2)
        fixture.clock.advance(by: 30)
        await asked.wait(3)
        await provider.flush()
        #expect(taker.batches.map { $0.compactMap(\.properties.n) } == [[0, 1, 2], [3, 4], [5]])
    }

    @Test("A failure is retried with increasing delays, and the server's delay has priority")
    func backoff() async throws {
        let fixture = try Fixture()
        let taker = Taker { _, number in
            switch number {
            case 1, 2: HTTPResponseMessage(status: 500)
            case 3: HTTPResponseMessage(status: 429, fields: [.retryAfter: "77"])
            default: nil
            }
        }
        let provider = fixture.provider(through: taker.transport) { $0.batchEvents = 2 }
        provider.record(0..<2)
        for (number, delay) in [1.0, 2.0, 77.0].enumerated() {
            await fixture.clock.waitForSleep(of: delay)
            #expect(taker.transport.requests.count == number + 1)
            // A flush precedes the delay, but not the time that the server specified.
            if delay == 77 { await provider.flush() }
            #expect(taker.transport.requests.count == number + 1)
            fixture.clock.advance(by: delay)
        }
        await provider.flushAll()
        #expect(taker.numbers == [0, 1])
        #expect(provider.status.failure == nil)
        #expect(fixture.faults.count == 2)
        // Each time the very same bytes.
        #expect(Set(taker.transport.requests.map(\.body)).count == 1)
    }

    @Test("A batch that is too large for the server is split, and a single event that is too large is dropped")
    func split() async throws {
        let fixture = try Fixture()
        let taker = Taker { batch, _ in
            batch.count > 3 || batch.contains { $0.properties.n == 5 } ? HTTPResponseMessage(status: 413) : nil
        }
        let provider = fixture.provider(through: taker.transport)
        provider.record(0..<12)
        await provider.flushAll()
        #expect(taker.numbers == (0..<12).filter { $0 != 5 })
        #expect(provider.status.refused == 1 && provider.status.sent == 11)
        #expect(fixture.faults.count == 1 && fixture.faults[0].contains("too large"))
        #expect(fixture.segments == [])
    }

    @Test("A batch that the server rejects is dropped and reported, and the others are sent")
    func refused() async throws {
        let fixture = try Fixture()
        let taker = Taker { _, number in
            number == 1 ? HTTPResponseMessage(status: 400, body: Array("bad event".utf8)) : nil
        }
        let provider = fixture.provider(through: taker.transport) { $0.batchEvents = 2 }
        provider.record(0..<4)
        await provider.flushAll()
        #expect(taker.numbers == [2, 3])
        #expect(provider.status.refused == 2)
        #expect(fixture.faults.count == 1 && fixture.faults[0].contains("bad event"))
    }

    @Test(
        "If the key is rejected, nothing more is sent, and all events remain for the next start",
        arguments: [401, 403])
    func unauthorized(status: Int) async throws {
        let fixture = try Fixture()
        let taker = Taker { _, _ in HTTPResponseMessage(status: .init(code: status)) }
        let provider = fixture.provider(through: taker.transport) { $0.batchEvents = 2 }
        provider.record(0..<2)
        await provider.flush()
        provider.record(2..<6)
        await provider.flush()
        #expect(taker.transport.requests.count == 1)
        #expect(provider.status.isStopped && provider.status.queued == 6)
        #expect(fixture.faults.count == 1 && fixture.faults[0].contains("Check the key"))
        await provider.close(within: .seconds(1))
        let next = Taker()
        let provider2 = fixture.provider(through: next.transport)
        await provider2.flushAll()
        #expect(next.numbers.sorted() == Array(0..<6))
    }

    @Test("A response that isn't PostHog's is a failure, and an exhausted quota is reported")
    func answers() async throws {
        let fixture = try Fixture()
        let taker = Taker { _, number in
            switch number {
            case 1: HTTPResponseMessage(status: 200, body: Array("<html>Sign in to the hotel</html>".utf8))
            case 2: .json(#"{"status":"Ok","quota_limited":["events"]}"#)
            default: nil
            }
        }
        let provider = fixture.provider(through: taker.transport)
        provider.record(0..<1)
        await provider.flush()
        #expect(provider.status.sent == 0 && provider.status.queued == 1)
        await provider.flush()
        // It responds with success nevertheless, and drops the event.
        #expect(provider.status.sent == 0 && provider.status.refused == 1 && provider.status.queued == 0)
        #expect(fixture.faults.count == 2)
        #expect(fixture.faults.last?.contains("quota") == true)
    }

    @Test("Closing sends what waits, and gives up when its time is over; the rest is sent in the next run")
    func closing() async throws {
        let fixture = try Fixture()
        let entered = Gate()
        let hanging = ScriptedTransport { _, _ -> HTTPResponseMessage<[UInt8]> in
            entered.open()
            try await Task.sleep(for: .seconds(86_400))
            return HTTPResponseMessage(status: 200)
        }
        let provider = fixture.provider(through: hanging)
        provider.record(0..<3)
        async let closed: Void = provider.close(within: .seconds(5))
        await entered.wait()
        await fixture.clock.waitForSleep(of: 5)
        fixture.clock.advance(by: 5)
        await closed
        #expect(fixture.segments.count == 1)
        let taker = Taker()
        let next = fixture.provider(through: taker.transport)
        await next.close(within: .seconds(5))
        #expect(taker.numbers == [0, 1, 2])
        #expect(fixture.faults == [])
        next.record(3..<4)
        #expect(fixture.faults.count == 1)
    }
}

enum SmallApp: FeatureGroup {
    static let subfeatures = features(Counting.self)
}

enum Counting: Feature {
    static let count = action(Count.self)
    static let actions = declare(count)
}

enum Count: Action {
    static let analyticsIdentifier: String? = "count"
    static func analyticsAttributes(of number: Int) -> AnalyticsAttributes { ["n": .int(number)] }
    static func perform(_ context: ActionContext<Int>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Gates by number, from 1.
struct Gates: Sendable {
    private let gates: [Gate]
    init(_ count: Int) { gates = (0..<count).map { _ in Gate() } }
    func open(_ number: Int) { if gates.indices.contains(number - 1) { gates[number - 1].open() } }
    func wait(_ number: Int) async { await gates[number - 1].wait() }
}
