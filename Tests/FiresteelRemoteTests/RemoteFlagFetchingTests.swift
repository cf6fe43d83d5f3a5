import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("A remote provider, fetching", .timeLimit(.minutes(5))) struct RemoteFlagFetchingTests {
    private let fixture = RemoteFlagFixture()

    @Test("Before the first answer it knows nothing, and says that it isn't ready")
    func notReady() {
        let provider = fixture.provider(ScriptedTransport { _, _ in .json("{}") })
        #expect(provider.rule(for: "a") == nil)
        // A stack can't know yet whether the key is unknown.
        let unready = FlagStack([provider])
        let resolution = unready.resolve(key: "a", default: 1)
        #expect(resolution.error?.code == .providerNotReady && resolution.value == 1)
        #expect(unready.diagnostics.isEmpty)
        #expect(
            FlagStack([provider]).resolution(of: Flag("a", default: 1)).skipped.map(\.error.code) == [.providerNotReady]
        )
        #expect(provider.status.state == .notReady)
        #expect(provider.keys == [])
    }

    @Test("A response is in place and reported when a refresh returns")
    func refresh() async throws {
        let provider = fixture.provider(ScriptedTransport { _, _ in .json(#"{"a": true, "b": 2}"#) })
        let changes = provider.changes()
        try await provider.refresh()
        #expect(provider.evaluation("a") == .value(true, reason: .targetingMatch))
        #expect(provider.keys == ["a", "b"])
        #expect(provider.status.state == .ready && provider.status.updated == fixture.clock.now)
        #expect(!provider.status.isCached && provider.status.revision == nil)
        #expect(provider.status.address == "https://flags.example.com/values")
        #expect(await changes.next() == .all)
    }

    @Test("The validator is sent, and “not modified” retains the values and notifies no subscriber")
    func notModified() async throws {
        let transport = ScriptedTransport { request, _ in
            request.fields[.ifNoneMatch] == "\"1\""
                ? HTTPResponseMessage(status: 304) : .json(#"{"a": 1}"#, etag: "\"1\"")
        }
        let provider = fixture.provider(transport)
        try await provider.refresh()
        let notified = Happening()
        let subscription = provider.subscribe { _ in notified.set() }
        fixture.clock.advance(by: 60)
        try await provider.refresh()
        #expect(transport.requests.last?.fields[.ifNoneMatch] == "\"1\"")
        #expect(provider.value("a") == 1)
        #expect(provider.status.updated == fixture.clock.now)
        #expect(!notified.isSet)
        subscription.cancel()
    }

    @Test("Without an ETag, the date of the last change is sent along")
    func lastModified() async throws {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(
                status: 200, fields: [.lastModified: "Sat, 21 Nov 2026 10:00:00 GMT"], body: Array("{}".utf8))
        }
        let provider = fixture.provider(transport)
        try await provider.refresh()
        try await provider.refresh()
        #expect(transport.requests.last?.fields[.ifModifiedSince] == "Sat, 21 Nov 2026 10:00:00 GMT")
    }

    @Test("A response with the same body notifies no subscriber")
    func sameBody() async throws {
        let provider = fixture.provider(ScriptedTransport { _, _ in .json(#"{"a": 1}"#) })
        try await provider.refresh()
        let notified = Happening()
        let subscription = provider.subscribe { _ in notified.set() }
        try await provider.refresh()
        #expect(!notified.isSet)
        subscription.cancel()
    }

    @Test(
        "An incomplete response replaces nothing, and the status has the reason",
        arguments: [
            HTTPResponseMessage(status: 500), HTTPResponseMessage(status: 401), HTTPResponseMessage(status: 404),
            HTTPResponseMessage(status: 204),
            HTTPResponseMessage(status: 302), .json(#"{"a": tr"#), .json("[]"), .json(""), .json("{\"a\": \u{0}}"),
            HTTPResponseMessage(status: 200, fields: [.contentType: "text/html"], body: Array("{}".utf8)),
        ])
    func noAnswer(response: HTTPResponseMessage<[UInt8]>) async throws {
        let provider = fixture.provider(ScriptedTransport { _, number in number == 1 ? .json(#"{"a": 1}"#) : response })
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a") == 1)
        #expect(provider.status.state == .stale)
        #expect(provider.status.error != nil)
        #expect(provider.status.error?.message.contains("secret") == false)
    }

    @Test("“Nothing changed” without anything before is an error")
    func notModifiedFromNothing() async {
        let provider = fixture.provider(ScriptedTransport { _, _ in HTTPResponseMessage(status: 304) })
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.status.state == .notReady)
    }

    @Test("An unrequested “not modified” is an error, and confirms nothing")
    func notModifiedUnasked() async throws {
        let provider = fixture.provider(
            ScriptedTransport { _, number in number == 1 ? .json(#"{"a": 1}"#) : HTTPResponseMessage(status: 304) })
        try await provider.refresh()
        let updated = fixture.clock.now
        fixture.clock.advance(by: 60)
        let failure = await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(failure?.description.contains("status 304") == true)
        #expect(provider.value("a") == 1)
        #expect(provider.status.updated == updated)
    }

    @Test("Rejected credentials without any values are a failure, not a wait")
    func failed() async {
        let provider = fixture.provider(ScriptedTransport { _, _ in HTTPResponseMessage(status: 403) })
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.status.state == .failed)
    }

    @Test("A stack receives an outage once, and its end")
    func outage() async throws {
        let provider = fixture.provider(
            ScriptedTransport { _, number in
                [2, 3, 5].contains(number) ? HTTPResponseMessage(status: 500) : .json(#"{"a": 1}"#)
            })
        let stack = FlagStack([provider])
        let reported = Happenings()
        let subscription = stack.onDiagnostic { diagnostic in
            if diagnostic.kind == .providerFailed { _ = reported.count("reported") }
        }
        defer { subscription.cancel() }
        for (number, count) in [(1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2)] {
            try? await provider.refresh()
            let isOutage = [2, 3, 5].contains(number)
            #expect(provider.status.state == (isOutage ? .stale : .ready))
            let message = "Remote has outdated values. " + (provider.status.error?.message ?? "")
            #expect(stack.diagnostics.map(\.message) == (isOutage ? [message] : []))
            #expect(reported.value("reported") == count)
        }
    }

    @Test("A success takes the fault away")
    func recovered() async throws {
        let provider = fixture.provider(
            ScriptedTransport { _, number in number == 1 ? HTTPResponseMessage(status: 500) : .json(#"{"a": 1}"#) })
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        try await provider.refresh()
        #expect(provider.status.error == nil)
    }

    @Test("An answer that comes after a later one is dropped")
    func late() async throws {
        let (asked, goesOn) = (Gate(), Gate())
        let provider = fixture.provider(
            ScriptedTransport { _, number in
                guard number == 1 else { return .json(#"{"a": "new"}"#) }
                asked.open()
                await goesOn.wait()
                return .json(#"{"a": "old"}"#)
            })
        let first = Task { try await provider.refresh() }
        await asked.wait()
        try await provider.refresh()
        goesOn.open()
        try await first.value
        #expect(provider.value("a") == "new")
    }

    @Test("A cancelled refresh says so, and changes nothing")
    func cancelled() async throws {
        let (asked, goesOn) = (Gate(), Gate())
        let provider = fixture.provider(
            ScriptedTransport { _, _ in
                asked.open()
                await goesOn.wait()
                return .json(#"{"a": 1}"#)
            })
        let refresh = Task { try await provider.refresh() }
        await asked.wait()
        refresh.cancel()
        goesOn.open()
        await #expect(throws: CancellationError.self) { try await refresh.value }
        #expect(provider.value("a") == nil)
        #expect(provider.status.error == nil)
    }

    @Test(
        "Over a real connection, a misbehaving server replaces nothing",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\": 2}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{\"a\": 2}\r\n",
            "HTTP/1.1 200 OK\r\n\r\n{\"a\": 2",
            "HTTP/1.1 500 No\r\nContent-Length: 8\r\n\r\n{\"a\": 2}",
            "HTTP/1.1 302 There\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n", "nonsense\r\n\r\n", "",
        ])
    func misbehaving(answer: String) async throws {
        let isFirst = Happening()
        let server = try TestServer { _ in
            if !isFirst.set() { return [.response(200, [:], #"{"a": 1}"#)] }
            return [.text(answer)]
        }
        let provider = fixture.provider(ValuesSource(address: server.url), URLSessionTransport())
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a") == 1)
    }
}
