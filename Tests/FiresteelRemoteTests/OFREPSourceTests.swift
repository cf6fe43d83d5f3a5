import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("An OFREP server, all flags in one request", .timeLimit(.minutes(5))) struct OFREPSourceTests {
    private let fixture = RemoteFlagFixture()
    private let base = URL(string: "https://flags.example.com/tenant") ?? URL(filePath: "/")
    private let anna = EvaluationContext(targetingKey: "anna", attributes: ["plan": "pro"])

    private func provider(_ transport: ScriptedTransport, keeps: Bool = false) -> RemoteFlagProvider {
        let provider = fixture.provider(OFREPSource(base, credentials: .bearer("t")), keeps: keeps, transport)
        provider.fixedContextChanged(anna)
        return provider
    }

    @Test("Requests have the context and the credentials")
    func request() async throws {
        let transport = ScriptedTransport { _, _ in .json(#"{"flags": []}"#) }
        try await provider(transport).refresh()
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url?.absoluteString == "https://flags.example.com/tenant/ofrep/v1/evaluate/flags")
        #expect(request.fields[.authorization] == "Bearer t")
        #expect(request.fields[.contentType] == "application/json")
        #expect(
            try JSONValue(json: request.body)
                == ["context": ["targetingKey": "anna", "plan": "pro"]])
    }

    @Test("Each flag is a value, the program's default, or an error")
    func flags() async throws {
        let provider = provider(
            ScriptedTransport { _, _ in
                .json(
                    #"""
                    {"flags": [
                      {"key": "a", "value": true, "variant": "on", "reason": "SPLIT", "metadata": {"owner": "x"}},
                      {"key": "b", "value": 3, "reason": "CUSTOM"}, {"key": "c", "reason": "DISABLED", "variant": "v"},
                      {"key": "d", "errorCode": "TARGETING_KEY_MISSING", "errorDetails": "Who?"},
                      {"key": "e", "errorCode": "SOMETHING_NEW"}, {"key": "f", "errorCode": "FLAG_NOT_FOUND"}, {"value": 1},
                      {"key": "g", "value": 1}, {"key": "g", "value": 2}],
                     "metadata": {"owner": "all", "set": "s"}}
                    """#)
            })
        try await provider.refresh()
        #expect(provider.evaluation("a", anna) == .value(true, variant: "on", reason: .split))
        #expect(provider.rule(for: "a")?.metadata == ["owner": "x", "set": "s"])
        #expect(provider.evaluation("b", anna) == .value(3, reason: FlagReason(rawValue: "CUSTOM")))
        #expect(provider.evaluation("c", anna) == FlagEvaluation(.programDefault, variant: "v", reason: .disabled))
        #expect(provider.evaluation("d", anna) == .failed(.targetingKeyMissing, "Who?"))
        #expect(provider.evaluation("e", anna) == .failed(.general, "The server's error code is SOMETHING_NEW."))
        #expect(provider.rule(for: "f") == nil)
        guard case .failed? = provider.evaluation("g", anna)?.outcome else {
            Issue.record("One of two has won.")
            return
        }
        #expect(provider.keys == ["a", "b", "c", "d", "e", "g"])
        #expect(provider.status.error?.message.contains("$.flags[6]") == true)
    }

    @Test("An array without any key replaces nothing, and is an error in the status")
    func noKeys() async throws {
        let provider = provider(
            ScriptedTransport { _, number in
                .json(number == 1 ? #"{"flags": [{"key": "a", "value": 1}]}"# : #"{"flags": [{"value": 2}, 3]}"#)
            })
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a", anna) == 1)
        #expect(provider.status.state == .stale && provider.status.error?.code == .parseError)
    }

    @Test("The values are for one context only, and another context is fetched")
    func otherContext() async throws {
        let transport = ScriptedTransport { request, _ in
            let body = String(decoding: request.body, as: UTF8.self)
            return .json(
                #"{"flags": [{"key": "a", "value": "\#(body.contains("anna") ? "anna" : "ben")"}]}"#, etag: "\"1\"")
        }
        let provider = provider(transport)
        try await provider.refresh()
        let ben = EvaluationContext(targetingKey: "ben")
        #expect(provider.value("a", anna) == "anna")
        guard case .failed(let error)? = provider.evaluation("a", ben)?.outcome else {
            Issue.record("Ben has a value of Anna's.")
            return
        }
        #expect(error.code == .invalidContext)
        provider.fixedContextChanged(ben)
        #expect(provider.value("a", ben) == nil)
        try await provider.refresh()
        // Anna's validator says nothing about Ben.
        #expect(transport.requests.last?.fields[.ifNoneMatch] == nil)
        #expect(provider.value("a", ben) == "ben")
        #expect(provider.value("a", anna) == nil)
    }

    @Test("A late response for the previous context is dropped")
    func late() async throws {
        let (asked, goesOn) = (Gate(), Gate())
        let provider = provider(
            ScriptedTransport { _, _ in
                asked.open()
                await goesOn.wait()
                return .json(#"{"flags": [{"key": "a", "value": 1}]}"#)
            })
        let refresh = Task { try await provider.refresh() }
        await asked.wait()
        provider.fixedContextChanged(EvaluationContext(targetingKey: "ben"))
        goesOn.open()
        _ = await refresh.result
        #expect(provider.keys == [])
    }

    @Test("Once started, it follows each context")
    func follows() async {
        let transport = ScriptedTransport { request, _ in
            let body = String(decoding: request.body, as: UTF8.self)
            return .json(#"{"flags": [{"key": "a", "value": \#(body.contains("anna"))}]}"#)
        }
        let provider = provider(transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        #expect(provider.value("a", anna) == true)
        let changes = provider.changes()
        let ben = EvaluationContext(targetingKey: "ben")
        provider.fixedContextChanged(ben)
        var iterator = changes.makeAsyncIterator()
        while provider.value("a", ben) == nil { _ = await iterator.next() }
        #expect(provider.value("a", ben) == false)
        provider.stop()
    }

    @Test("An error of the whole request has the server's words, and replaces nothing")
    func failure() async throws {
        let provider = provider(
            ScriptedTransport { _, number in
                number == 1
                    ? .json(#"{"flags": [{"key": "a", "value": 1}]}"#)
                    : HTTPResponseMessage(
                        status: 400,
                        body: Array(#"{"errorCode": "INVALID_CONTEXT", "errorDetails": "No such plan."}"#.utf8))
            })
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a", anna) == 1)
        #expect(provider.status.error == FlagError(.invalidContext, "No such plan."))
    }

    @Test("An answer of wrong types replaces nothing", arguments: ["{}", "[]", #"{"flags": {}}"#, #"{"flags": 3}"#])
    func wrongTypes(answer: String) async throws {
        let provider = provider(
            ScriptedTransport { _, number in .json(number == 1 ? #"{"flags": [{"key": "a", "value": 1}]}"# : answer) })
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a", anna) == 1)
    }

    @Test("The cache on disk has no stream addresses, which contain secrets")
    func keepsNoStream() async throws {
        defer { fixture.remove() }
        let answer = #"""
            {"flags": [{"key": "a", "value": 1}],
             "eventStreams": [{"type": "sse", "url": "https://flags.example.com/events?token=hush"}]}
            """#
        try await provider(ScriptedTransport { _, _ in .json(answer, etag: "\"1\"") }, keeps: true).refresh()
        let text = String(decoding: try Data(contentsOf: fixture.cache), as: UTF8.self)
        #expect(!text.contains("hush") && text.contains("flags"))
        let transport = ScriptedTransport { _, _ in .json(answer) }
        let provider = provider(transport, keeps: true)
        #expect(provider.evaluation("a", anna) == .value(1, reason: .cached))
        try await provider.refresh()
        // "Nothing changed" would not say where the streams are.
        #expect(transport.requests.first?.fields[.ifNoneMatch] == nil)
    }
}
