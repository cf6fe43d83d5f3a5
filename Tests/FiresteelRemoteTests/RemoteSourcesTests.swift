import FiresteelFlags
import FiresteelRemote
import FiresteelTesting
import Foundation
import HTTPTesting
import Testing

@Suite("What remote providers read") struct RemoteSourcesTests {
    private let fixture = RemoteFlagFixture()
    private let address = URL(string: "https://flags.example.com/flags.json") ?? URL(filePath: "/")

    @Test("Definitions in flagd's format are evaluated here, for every context")
    func flagd() async throws {
        let definitions = #"""
            {"flags": {
              "search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off",
                "targeting": {"if": [{"==": [{"var": "plan"}, "pro"]}, "on"]}},
              "broken": {"state": "ENABLED", "variants": 3, "defaultVariant": "off"}}}
            """#
        let transport = ScriptedTransport { _, _ in .json(definitions) }
        let provider = fixture.provider(FlagdSource(address, credentials: .apiKey("k")), transport)
        try await provider.refresh()
        #expect(transport.requests.first?.method == "GET")
        #expect(transport.requests.first?.fields["x-api-key"] == "k")
        #expect(provider.value("search") == false)
        #expect(provider.value("search", EvaluationContext(attributes: ["plan": "pro"])) == true)
        #expect(provider.status.fault?.code == .parseError)
    }

    @Test("An Optimizely datafile decides here, and its keys are the program's")
    func optimizely() async throws {
        let datafile = #"""
            {"version": "4", "revision": "1", "experiments": [], "rollouts": [{"id": "R", "experiments": [
              {"id": "1", "key": "r", "status": "Running", "audienceIds": [],
               "variations": [{"id": "v", "key": "on", "featureEnabled": true}],
               "trafficAllocation": [{"entityId": "v", "endOfRange": 10000}]}]}],
             "featureFlags": [{"key": "editor__autosave", "rolloutId": "R", "experimentIds": [], "variables": [
               {"id": "x", "key": "delay", "type": "integer", "defaultValue": "10"}]}]}
            """#
        let transport = ScriptedTransport { _, _ in .json(datafile) }
        let provider = fixture.provider(try .optimizely(sdkKey: "abc/d"), transport)
        try await provider.refresh()
        #expect(transport.requests.first?.url.absoluteString == "https://cdn.optimizely.com/datafiles/abc%2Fd.json")
        let anna = EvaluationContext(targetingKey: "anna")
        #expect(provider.keys == ["editor.autosave", "editor.autosave.delay"])
        #expect(provider.value("editor.autosave", anna) == true)
        #expect(provider.value("editor.autosave.delay", anna) == 10)
    }

    @Test("It is a provider as stacks expect it")
    func conforms() async throws {
        let source = ValuesSource(answersOneContext: true)
        let provider = fixture.provider(source, ScriptedTransport { _, _ in .json(#"{"a": true, "b": 2, "c": "x"}"#) })
        provider.fixedContextChanged(.empty)
        try await provider.refresh()
        let faults = try checkProvider(
            provider, knows: ["a": true, "b": 2, "c": "x"],
            change: { provider.fixedContextChanged(EvaluationContext(targetingKey: "ben")) })
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test("In a stack, a change of the server's is a change of the flag")
    func stack() async throws {
        let provider = fixture.provider(ScriptedTransport { _, number in .json(#"{"editor.width": \#(number * 10)}"#) })
        let width = Flag("editor.width", default: 80)
        let stack = FlagStack([provider])
        try stack.declare([width.declaration])
        #expect(stack[width] == 80)
        try await provider.refresh()
        #expect(stack[width] == 10)
        #expect(stack.resolution(of: width).provider == "Remote")
        try await provider.refresh()
        #expect(stack[width] == 20)
    }
}
