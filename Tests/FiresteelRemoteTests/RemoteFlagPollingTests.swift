import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import TestSupport
import Testing

@Suite("A remote provider, by itself", .timeLimit(.minutes(5))) struct RemoteFlagPollingTests {
    private let fixture = RemoteFlagFixture()

    @Test("Started, it fetches immediately and then at its interval")
    func polls() async {
        let transport = ScriptedTransport { _, number in .json("{\"a\": \(number)}") }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a") == 1)
        fixture.clock.advance(by: 299)
        #expect(transport.requests.count == 1)
        fixture.clock.advance(by: 1)
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a") == 2)
        provider.stop()
    }

    @Test("Stopped and started again while it wakes up, it fetches")
    func restarts() async throws {
        let transport = ScriptedTransport { _, number in .json("{\"a\": \(number)}") }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        for _ in 0..<500 {
            await fixture.clock.waitForSleep(of: 300)
            let before = provider.value("a")
            provider.setActive(true)
            provider.stop()
            provider.start()
            // The loop that was stopped must not take the fetch of the started one.
            try await eventually { provider.value("a") != before }
        }
        provider.stop()
    }

    @Test("After failures it waits twice as long each time, up to a maximum, and an answer ends that")
    func backsOff() async {
        let transport = ScriptedTransport { _, number in
            number <= 12 ? HTTPResponseMessage(status: 503) : .json(#"{"a": 1}"#)
        }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        // Half of the time is drawn, and what is drawn is the middle.
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300] {
            await fixture.clock.waitForSleep(of: Double(seconds) * 0.75)
            #expect(fixture.clock.sleeps == [Double(seconds) * 0.75])
            fixture.clock.advance(by: Double(seconds) * 0.75)
        }
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a") == 1)
        provider.stop()
    }

    @Test(
        "A server that specifies when to retry receives no request until then",
        arguments: [
            ("120", 120.0), ("Mon, 12 Jan 1970 13:48:40 GMT", 120), ("Monday, 12-Jan-70 13:48:40 GMT", 120),
            ("Mon Jan 12 13:48:40 1970", 120), ("1970-01-12T13:48:40Z", 120), ("1970-01-12T13:48:40.000Z", 120),
            ("999999", 3_600), ("Mon, 12 Jan 1970 13:00:00 GMT", 0.75), ("0", 0.75),
        ])
    func retryAfter(text: String, seconds: Double) async {
        let transport = ScriptedTransport { _, number in
            number == 1
                ? HTTPResponseMessage(status: 429, fields: [.retryAfter: text]) : .json(#"{"a": 1}"#)
        }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        await fixture.clock.waitForSleep(of: seconds)
        fixture.clock.advance(by: seconds)
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a") == 1)
        provider.stop()
    }

    @Test(
        "Without an interval it doesn't poll, and repeats only what failed", arguments: [Duration.zero, .seconds(-1)])
    func noInterval(interval: Duration) async throws {
        let transport = ScriptedTransport { _, number in
            number == 1 ? HTTPResponseMessage(status: 503) : .json("{\"a\": \(number)}")
        }
        let provider = RemoteFlagProvider(
            "Remote", source: ValuesSource(), transport: transport,
            options: RemoteFlagOptions(
                interval: interval, staleAfter: nil, retry: RetryPolicy(random: { 0.5 }), clock: fixture.clock.clock))
        provider.start()
        await fixture.clock.waitForSleep(of: 0.75)
        let changes = provider.changes()
        fixture.clock.advance(by: 0.75)
        #expect(await changes.next() == .all)
        #expect(provider.value("a") == 2)
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.clock.sleeps.isEmpty)
        #expect(transport.requests.count == 2)
        try await provider.refresh()
        #expect(transport.requests.count == 3)
        provider.stop()
    }

    @Test("Refused credentials end polling, until a fetch succeeds", arguments: [401, 403])
    func rejected(status: Int) async throws {
        let transport = ScriptedTransport { _, number in
            number == 1 ? HTTPResponseMessage(status: .init(code: status)) : .json("{\"a\": \(number)}")
        }
        let provider = fixture.provider(staleAfter: nil, transport)
        let changes = provider.changes()
        provider.start()
        #expect(await changes.next() == .keys([]))
        for _ in 0..<100 { await Task.yield() }
        #expect(fixture.clock.sleeps.isEmpty)
        #expect(provider.status.state == .failed)
        try await provider.refresh()
        #expect(provider.value("a") == 2)
        // Polling resumes.
        await fixture.clock.waitForSleep(of: 300)
        #expect(transport.requests.count == 3)
        provider.stop()
    }

    @Test("A rejected token that is requested again is replaced, without an end of polling")
    func renewed() async throws {
        let source = FiresteelSource(try #require(URL(string: "https://flags.example.com")), kind: .server) {
            "fs_server_a"
        }
        let transport = ScriptedTransport { _, number in
            number == 1 ? HTTPResponseMessage(status: 401) : .json(#"{"flags": {}, "revision": 7}"#)
        }
        let provider = fixture.provider(source, staleAfter: nil, transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 0.75)
        #expect(provider.status.state == .failed)
        fixture.clock.advance(by: 0.75)
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.status.state == .ready && provider.status.revision == 7)
        provider.stop()
    }

    @Test("An unreadable time is ignored")
    func unreadableRetryAfter() async {
        let provider = fixture.provider(
            staleAfter: nil,
            ScriptedTransport { _, _ in HTTPResponseMessage(status: 429, fields: [.retryAfter: "soon"]) })
        provider.start()
        await fixture.clock.waitForSleep(of: 0.75)
        provider.stop()
    }

    @Test("Values that become stale are marked and reported")
    func stale() async throws {
        let transport = ScriptedTransport { _, number in
            number == 1 ? .json(#"{"a": 1}"#) : HTTPResponseMessage(status: 500)
        }
        let provider = fixture.provider(staleAfter: .seconds(100), transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 100)
        #expect(provider.evaluation("a")?.reason == .targetingMatch)
        let changes = provider.changes()
        fixture.clock.advance(by: 100)
        #expect(await changes.next() == .all)
        #expect(provider.evaluation("a") == .value(1, reason: .stale))
        #expect(provider.status.state == .stale)
        #expect(provider.rule(for: "a")?.explain(.empty, now: 0).first?.text == "outdated")
        provider.stop()
    }

    @Test("Stopped, it sends no requests; started again, it continues")
    func stops() async {
        let transport = ScriptedTransport { _, number in .json("{\"a\": \(number)}") }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        provider.stop()
        fixture.clock.advance(by: 1_000)
        #expect(transport.requests.count == 1)
        #expect(provider.value("a") == 1)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a") == 2)
        provider.stop()
    }

    @Test("Stopping it cancels the fetch in progress")
    func stopsFetch() async throws {
        let closed = Gate()
        let server = try TestServer { _ in [.untilClosed(closed)] }
        let provider = fixture.provider(ValuesSource(address: server.url), staleAfter: nil, URLSessionTransport())
        provider.start()
        while server.requests.isEmpty { await Task.yield() }
        provider.stop()
        await closed.wait()
    }

    @Test("Once released, it ends by itself")
    func released() async {
        let transport = ScriptedTransport { _, _ in .json("{}") }
        weak var released: RemoteFlagProvider?
        do {
            let provider = fixture.provider(staleAfter: nil, transport)
            released = provider
            provider.start()
            await fixture.clock.waitForSleep(of: 300)
        }
        while released != nil || !fixture.clock.sleeps.isEmpty { await Task.yield() }
        #expect(transport.requests.count == 1)
    }

    @Test("After inactivity it pauses; active again, it immediately fetches everything")
    func inactive() async {
        let transport = ScriptedTransport { _, number in .json("{\"a\": \(number)}", etag: "\"\(number)\"") }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        provider.setActive(false)
        await fixture.clock.waitForSleep(of: 120)
        fixture.clock.advance(by: 120)
        while !fixture.clock.sleeps.isEmpty { await Task.yield() }
        #expect(transport.requests.count == 1)
        let changes = provider.changes()
        provider.setActive(true)
        _ = await changes.next()
        #expect(provider.value("a") == 2)
        #expect(transport.requests.last?.fields[.ifNoneMatch] == nil)
        provider.stop()
    }

    @Test("A short pause changes nothing")
    func brieflyInactive() async {
        let transport = ScriptedTransport { _, number in .json("{\"a\": \(number)}") }
        let provider = fixture.provider(staleAfter: nil, transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        provider.setActive(false)
        await fixture.clock.waitForSleep(of: 120)
        provider.setActive(true)
        while fixture.clock.sleeps != [300] { await Task.yield() }
        fixture.clock.advance(by: 300)
        await fixture.clock.waitForSleep(of: 300)
        #expect(transport.requests.count == 2)
        provider.stop()
    }
}
