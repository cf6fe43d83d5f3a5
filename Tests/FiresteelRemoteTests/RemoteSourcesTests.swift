import FiresteelFlags
import FiresteelHTTP
import FiresteelOptimizelyRemote
import FiresteelRemote
import FiresteelTesting
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("Values of remote providers") struct RemoteSourcesTests {
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
        #expect(transport.requests.first?.method == .get)
        #expect(transport.requests.first?.fields[.apiKey] == "k")
        #expect(provider.value("search") == false)
        #expect(provider.value("search", EvaluationContext(attributes: ["plan": "pro"])) == true)
        #expect(provider.status.error?.code == .parseError)
    }

    @Test("A definition's state for an environment holds for what was fetched, and for what was kept")
    func environments() async throws {
        defer { fixture.remove() }
        let definitions = #"""
            {"flags": {"search": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "on",
                "metadata": {"environments": {"production": "DISABLED"}}}}}
            """#
        func check(_ provider: RemoteFlagProvider) {
            let flag = Flag("search", default: false)
            #expect(FlagStack([provider], environment: .development)[flag])
            #expect(!FlagStack([provider], environment: .production)[flag])
        }
        let provider = fixture.provider(
            FlagdSource(address), keeps: true, ScriptedTransport { _, _ in .json(definitions) })
        try await provider.refresh()
        check(provider)
        let unreachable = ScriptedTransport { _, _ in HTTPResponseMessage(status: 503) }
        check(fixture.provider(FlagdSource(address), keeps: true, unreachable))
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
        #expect(transport.requests.first?.url?.absoluteString == "https://cdn.optimizely.com/datafiles/abc%2Fd.json")
        let anna = EvaluationContext(targetingKey: "anna")
        #expect(provider.keys == ["editor.autosave", "editor.autosave.delay"])
        #expect(provider.value("editor.autosave", anna) == true)
        #expect(provider.value("editor.autosave.delay", anna) == 10)
    }

    @Test("More fields go with each request for a datafile, and not to another server")
    func headers() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        let datafile = #"{"version": "4", "revision": "1", "experiments": [], "rollouts": [], "featureFlags": []}"#
        let other = try TestServer { _ in [.response(200, [.contentType: "application/json"], datafile)] }
        let target = other.url("/moved.json").absoluteString
        let server = try TestServer { _ in [.response(307, [.location: target])] }
        let source = OptimizelySource(server.url, credentials: .bearer("t"), headers: [tenant: "blue"])
        try await RemoteFlagProvider(
            "Optimizely", source: source, transport: URLSessionTransport(),
            options: RemoteFlagOptions(limits: HTTPLimits(timeout: .seconds(240)))
        ).refresh()
        let (first, last) = (try #require(server.requests.first), try #require(other.requests.first))
        #expect(first.fields[tenant] == "blue" && first.fields[.authorization] == "Bearer t")
        #expect(last.fields[tenant] == nil && last.fields[.authorization] == nil)
        let transport = ScriptedTransport { _, _ in .json(datafile) }
        try await fixture.provider(try .optimizely(sdkKey: "abc", headers: [tenant: "red"]), transport).refresh()
        #expect(transport.requests.first?.fields[tenant] == "red")
    }

    @Test("All of repeated fields go with each request, in place of the source's own")
    func repeatedHeaders() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        var headers: HTTPFields = [.accept: "text/plain"]
        for value in ["blue", "red"] { headers.append(HTTPField(name: tenant, value: value)) }
        let sources: [any RemoteFlagSource] = [
            FlagdSource(address, headers: headers), OFREPSource(address, headers: headers),
            OptimizelySource(address, headers: headers),
        ]
        for source in sources {
            let request = try await source.request(for: .empty, hint: nil)
            #expect(request.fields[values: tenant] == ["blue", "red"], "\(source.address)")
            #expect(request.fields[values: .accept] == ["text/plain"], "\(source.address)")
        }
    }

    @Test("A flag with an empty key is left out, and the others remain")
    func emptyKey() async throws {
        let definition = #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
        let transport = ScriptedTransport { _, _ in .json(#"{"flags": {"": \#(definition), "a": \#(definition)}}"#) }
        let provider = fixture.provider(FlagdSource(address), transport)
        try await provider.refresh()
        #expect(try checkProvider(provider, knows: ["a": true]) == [])
        #expect(provider.keys == ["a"])
        #expect(provider.status.error?.message.contains("empty key") == true)
    }

    /// A long key, and one that is another's name.
    private static let namelessKeys = [
        (key: String(repeating: "a/", count: 30), words: "longer than 64"),
        (key: "autosave", words: "“editor.autosave”"),
    ]

    @Test("A flag that can have no name on the server is reported when a stack declares it", arguments: namelessKeys)
    func nameless(key: String, words: String) async throws {
        let keys = try FlagKeyMapping(.letters(maximum: 64), names: ["editor.autosave": "autosave"])
        let datafile = #"{"version": "4", "revision": "1", "experiments": [], "rollouts": [], "featureFlags": []}"#
        let provider = fixture.provider(
            OptimizelySource(address, keys: keys), ScriptedTransport { _, _ in .json(datafile) })
        try await provider.refresh()
        let others = [
            "editor.autosave", "editor.autosave.delay", "my-flag-with-many-parts-that-are-all-quite-short-ones",
        ]
        let memory = MemoryProvider("Memory")
        let stack = FlagStack([provider, memory])
        let flag = Flag(key, default: 1)
        try stack.declare(others.map { Flag($0, default: 1).declaration })
        #expect(provider.status.error == nil)
        try stack.declare([flag.declaration])
        #expect(provider.status.error?.message.contains(words) == true)
        #expect(provider.status.state == .ready)
        memory.set(2, for: key)
        #expect(stack[flag] == 2)
        #expect(stack.resolution(of: flag).skipped.map(\.provider) == ["Remote"])
    }

    @Test("It meets the requirements of a provider")
    func conforms() async throws {
        let source = ValuesSource(isContextSpecific: true)
        let provider = fixture.provider(source, ScriptedTransport { _, _ in .json(#"{"a": true, "b": 2, "c": "x"}"#) })
        provider.fixedContextChanged(.empty)
        try await provider.refresh()
        let faults = try checkProvider(
            provider, knows: ["a": true, "b": 2, "c": "x"],
            change: { provider.fixedContextChanged(EvaluationContext(targetingKey: "ben")) })
        #expect(faults.isEmpty, "\(faults)")
    }

    @Test("In a stack, a change on the server is a change of the flag")
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
