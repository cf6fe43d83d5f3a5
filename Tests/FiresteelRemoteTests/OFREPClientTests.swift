import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("A server that speaks OFREP, one flag for one context") struct OFREPClientTests {
    private let base = URL(string: "https://flags.example.com") ?? URL(filePath: "/")
    private let anna = EvaluationContext(targetingKey: "anna", attributes: ["plan": "pro"])

    private func client(_ transport: ScriptedTransport) -> OFREPClient {
        OFREPClient(OFREPSource(base, credentials: .apiKey("k")), transport: transport, clock: ManualClock().clock)
    }

    @Test("It requests the flag with any key, and returns the server's result")
    func value() async throws {
        let transport = ScriptedTransport { _, _ in
            .json(#"{"key": "App/Documents ö", "value": "b", "variant": "v", "reason": "SPLIT", "metadata": {"x": 1}}"#)
        }
        let answer = try await client(transport).evaluate("App/Documents ö", in: anna)
        #expect(answer.evaluation == .value("b", variant: "v", reason: .split))
        #expect(answer.metadata == ["x": 1])
        let request = try #require(transport.requests.first)
        #expect(
            request.url?.absoluteString
                == "https://flags.example.com/ofrep/v1/evaluate/flags/App%2FDocuments%20%C3%B6")
        #expect(request.fields[.apiKey] == "k")
        #expect(
            try JSONValue(json: request.body) == ["context": ["targetingKey": "anna", "plan": "pro"]])
    }

    @Test(
        "An error of the flag is a result",
        arguments: [
            (404, #"{"key": "a", "errorCode": "FLAG_NOT_FOUND"}"#, FlagError.Code.flagNotFound),
            (404, "", .flagNotFound),
            (400, #"{"key": "a", "errorCode": "PARSE_ERROR", "errorDetails": "d"}"#, .parseError),
            (200, #"{"key": "a", "errorCode": "GENERAL"}"#, .general),
        ])
    func flagError(status: Int, body: String, code: FlagError.Code) async throws {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(status: .init(code: status), body: Array(body.utf8))
        }
        let answer = try await client(transport).evaluate("a", in: anna)
        guard case .failed(let error) = answer.evaluation.outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == code)
    }

    @Test(
        "A response without a result for the flag is a failure",
        arguments: [
            (200, "{}"), (200, "["), (200, #"{"key": "b", "value": 1}"#), (404, "no JSON"), (401, "{}"), (500, "{}"),
        ])
    func failure(status: Int, body: String) async {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(status: .init(code: status), body: Array(body.utf8))
        }
        await #expect(throws: RemoteFlagError.self) { try await client(transport).evaluate("a", in: anna) }
    }

    @Test("A failure has the server's time for the next request")
    func retryAfter() async {
        let transport = ScriptedTransport { _, _ in HTTPResponseMessage(status: 429, fields: [.retryAfter: "7"]) }
        let failure = await #expect(throws: RemoteFlagError.self) {
            try await client(transport).evaluate("a", in: anna)
        }
        #expect(failure?.retryTime == 1_000_007)
    }

    @Test("An error of the credentials' closure is one of the evaluation, and a cancellation remains one")
    func credentials() async {
        struct KeychainError: Error, CustomStringConvertible { let description = "The keychain is locked." }
        let transport = ScriptedTransport { _, _ in .json("{}") }
        let failing = OFREPSource(base, credentials: .bearer { throw KeychainError() })
        let failure = await #expect(throws: RemoteFlagError.self) {
            try await OFREPClient(failing, transport: transport).evaluate("a", in: anna)
        }
        #expect(failure?.reason == FlagError(.general, "The keychain is locked."))
        let cancelled = OFREPSource(base, credentials: .bearer { throw CancellationError() })
        await #expect(throws: CancellationError.self) {
            try await OFREPClient(cancelled, transport: transport).evaluate("a", in: anna)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("The message of a pause has its cause", arguments: [(429, "limits the rate"), (503, "(status 503)")])
    func pauseMessage(status: Int, words: String) async {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(status: .init(code: status), fields: [.retryAfter: "7"])
        }
        let client = client(transport)
        _ = await #expect(throws: RemoteFlagError.self) { try await client.evaluate("a", in: anna) }
        let failure = await #expect(throws: RemoteFlagError.self) { try await client.evaluate("a", in: anna) }
        #expect(failure?.reason.message.contains(words) == true)
        #expect(failure?.retryTime == 1_000_007 && transport.requests.count == 1)
    }

    @Test("While the server wants to be left alone nothing is sent, for an hour at most")
    func pause() async throws {
        let clock = ManualClock()
        let transport = ScriptedTransport { _, number in
            number == 1
                ? HTTPResponseMessage(status: 429, fields: [.retryAfter: "999999"])
                : .json(#"{"key": "a", "value": 1, "reason": "STATIC"}"#)
        }
        let client = OFREPClient(OFREPSource(base), transport: transport, clock: clock.clock)
        for _ in 0..<3 {
            let failure = await #expect(throws: RemoteFlagError.self) { try await client.evaluate("a", in: anna) }
            #expect(failure?.retryTime == 1_003_600)
        }
        #expect(transport.requests.count == 1)
        clock.advance(by: 3_600)
        #expect(try await client.evaluate("a", in: anna).evaluation.outcome == .value(1))
    }

    @Test("The details of a failure of the server are in the message")
    func serverFailure() async {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(status: 500, body: Array(#"{"errorDetails": "The database is away."}"#.utf8))
        }
        let failure = await #expect(throws: RemoteFlagError.self) {
            try await client(transport).evaluate("a", in: anna)
        }
        #expect(failure?.description.contains("status 500") == true)
        #expect(failure?.description.contains("The database is away.") == true)
    }

    @Test("Headers of one's own go with each request")
    func headers() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        let transport = ScriptedTransport { _, _ in .json(#"{"key": "a", "value": 1}"#) }
        let source = OFREPSource(base, credentials: .bearer("t"), headers: [tenant: "blue"])
        _ = try await OFREPClient(source, transport: transport).evaluate("a", in: anna)
        let request = try #require(transport.requests.first)
        #expect(request.fields[tenant] == "blue")
        #expect(request.fields[.authorization] == "Bearer t")
    }

    @Test("A kept connection that the server has closed is replaced, once")
    func keptConnection() async throws {
        let transport = ScriptedTransport { _, number -> HTTPResponseMessage<[UInt8]> in
            if number == 2 || number >= 4 { throw HTTPTransportError.unreachable("closed") }
            return .json(#"{"key": "a", "value": \#(number)}"#)
        }
        let client = client(transport)
        #expect(try await client.evaluate("a", in: anna).evaluation.outcome == .value(1))
        #expect(try await client.evaluate("a", in: anna).evaluation.outcome == .value(3))
        for _ in 0..<2 {
            await #expect(throws: RemoteFlagError.self) { try await client.evaluate("a", in: anna) }
        }
        #expect(transport.requests.count == 6)
    }

    @Test("A request is repeated if the server has closed the connection without notice")
    func closingServer() async throws {
        let server = try TestServer { request in
            let body = #"{"key": "a", "value": 1}"#
            return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")]
        }
        let client = OFREPClient(OFREPSource(server.url), transport: URLSessionTransport())
        for _ in 0..<10 { #expect(try await client.evaluate("a", in: anna).evaluation.outcome == .value(1)) }
    }

    @Test("Printed addresses and requests have no secrets")
    func noSecrets() throws {
        let url = try #require(URL(string: "https://ann:pa55@flags.example.com/x?token=t0ken#f"))
        var dumped = ""
        for value: Any in [
            OFREPSource(url, credentials: .bearer("b3arer")), FlagdSource(url), RemoteEventStream(url: url),
            HTTPRequestMessage(.post, url, fields: [.apiKey: "k3y"]),
        ] as [Any] {
            dump(value, to: &dumped)
            dumped += "\(value) \(String(reflecting: value))"
        }
        #expect(dumped.contains("flags.example.com"))
        for secret in ["ann", "pa55", "t0ken", "b3arer", "k3y"] { #expect(!dumped.contains(secret), "\(dumped)") }
    }

    @Test("A missing network is an error, and so is a key that can't be part of an address")
    func unreachable() async {
        let transport = ScriptedTransport { _, _ -> HTTPResponseMessage<[UInt8]> in
            throw HTTPTransportError.unreachable("no network")
        }
        for key in ["a", "", ".", ".."] {
            await #expect(throws: RemoteFlagError.self) { try await client(transport).evaluate(key, in: anna) }
        }
        #expect(transport.requests.count == 1)
    }
}
