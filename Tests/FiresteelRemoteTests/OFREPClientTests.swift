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
            try FlagValue(json: request.body) == ["context": ["targetingKey": "anna", "plan": "pro"]])
    }

    @Test(
        "An error of the flag is an answer",
        arguments: [
            (404, #"{"key": "a", "errorCode": "FLAG_NOT_FOUND"}"#, FlagError.Code.flagNotFound),
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
        "What is no answer about the flag is a failure",
        arguments: [
            (200, "{}"), (200, "["), (200, #"{"key": "b", "value": 1}"#), (404, "no JSON"), (401, "{}"), (500, "{}"),
        ])
    func failure(status: Int, body: String) async {
        let transport = ScriptedTransport { _, _ in
            HTTPResponseMessage(status: .init(code: status), body: Array(body.utf8))
        }
        await #expect(throws: RemoteFlagError.self) { try await client(transport).evaluate("a", in: anna) }
    }

    @Test("A failure says when the server wants to be asked again")
    func retryAfter() async {
        let transport = ScriptedTransport { _, _ in HTTPResponseMessage(status: 429, fields: [.retryAfter: "7"]) }
        let failure = await #expect(throws: RemoteFlagError.self) {
            try await client(transport).evaluate("a", in: anna)
        }
        #expect(failure?.retryTime == 1_000_007)
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
