import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import Testing

@Suite("Flags of a Firesteel server")
struct FiresteelSourceTests {
    private let base: URL

    init() throws { base = try #require(URL(string: "https://flags.example.com")) }

    @Test("A server token receives definitions and the address of an event stream, which isn't kept")
    func definitions() async throws {
        let source = FiresteelSource(base, token: "fs_server_production_x", version: "3.4.1")
        let request = try await source.request(for: .empty, hint: nil)
        #expect(request.method == .get)
        #expect(request.url?.absoluteString == "https://flags.example.com/flags/v1/definitions?eventStreams=1")
        #expect(request.fields[.authorization] == "Bearer fs_server_production_x")
        #expect(request.fields[try #require(HTTPField.Name("X-Firesteel-Version"))] == "3.4.1")
        #expect(request.fields[try #require(HTTPField.Name("X-Firesteel-Instance"))]?.count == 32)
        let body = """
            {"flags":{"a":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"on"}},
            "eventStreams":[{"type":"sse","url":"/events/v1/secret","inactivityDelaySec":60}]}
            """
        guard case .values(let values) = try source.read(Array(body.utf8), for: .empty) else {
            Issue.record("The response has no values")
            return
        }
        #expect(values.rules["a"]?.evaluate(.empty, now: 0).outcome == .value(true))
        #expect(values.eventStreams.map(\.url.absoluteString) == ["https://flags.example.com/events/v1/secret"])
        #expect(!values.keepsValidator)
        let kept = String(decoding: try #require(values.kept), as: UTF8.self)
        #expect(!kept.contains("secret"))
        #expect(!source.isContextSpecific)
    }

    @Test("A client token receives values for one context")
    func values() async throws {
        let source = FiresteelSource(base, token: "fs_client_production_x")
        let context = EvaluationContext(targetingKey: "ada")
        let request = try await source.request(for: context, hint: nil)
        #expect(request.method == .post)
        #expect(request.url?.path() == "/ofrep/v1/evaluate/flags")
        #expect(String(decoding: request.body, as: UTF8.self).contains("\"targetingKey\":\"ada\""))
        #expect(request.fields[try #require(HTTPField.Name("X-Firesteel-Version"))] == nil)
        #expect(source.isContextSpecific)
        let evaluation = FlagEvaluation.value("b", variant: "blue", reason: .targetingMatch)
        let body = """
            {"flags":[{"key":"color","metadata":{"group":"x"},"reason":"TARGETING_MATCH","value":"b","variant":"blue"}]}
            """
        guard case .values(let values) = try source.read(Array(body.utf8), for: context) else {
            Issue.record("The response has no values")
            return
        }
        #expect(values.rules["color"]?.evaluate(context, now: 0) == evaluation)
        #expect(values.rules["color"]?.metadata == ["group": "x"])
    }

    private static func definitions(_ variant: String, revision: Int) -> HTTPResponseMessage<[UInt8]> {
        .json(
            """
            {"flags":{"a":{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"\(variant)"}},
            "eventStreams":[],"revision":\(revision)}
            """)
    }

    @Test("A change has the server's revision, and a revision that doesn't change the flag isn't a change")
    func revision() async throws {
        let fixture = RemoteFlagFixture()
        defer { fixture.remove() }
        let next = Mutex(Self.definitions("on", revision: 3))
        let source = FiresteelSource(base, token: "fs_server_production_x")
        let transport = ScriptedTransport { _, _ in next.withLock { $0 } }
        let provider = fixture.provider(source, keeps: true, transport)
        let stack = FlagStack([provider])
        let flag = Flag("a", default: false)
        try stack.declare([flag.declaration])
        let changes = Mutex<[FlagChange]>([])
        let subscription = stack.onChange { new in changes.withLock { $0 += new } }
        defer { subscription.cancel() }
        try await provider.refresh()
        #expect(provider.status.revision == 3 && provider.status.address == "https://flags.example.com")
        #expect(stack.resolution(of: flag).revision == 3)
        next.withLock { $0 = Self.definitions("on", revision: 4) }
        try await provider.refresh()
        #expect(provider.status.revision == 4)
        next.withLock { $0 = Self.definitions("off", revision: 5) }
        try await provider.refresh()
        #expect(changes.withLock { $0.map(\.new.revision) } == [3, 5])
        let later = fixture.provider(source, keeps: true, ScriptedTransport { _, _ in .json("") })
        #expect(later.status.revision == 5 && later.status.isCached)
        #expect(later.rule(for: "a")?.revision == 5)
    }

    @Test("A token is requested for each HTTP request, and while there is none its error is the provider's")
    func tokens() async throws {
        let token = Mutex<String?>(nil)
        let used = Mutex<[String]>([])
        let source = FiresteelSource(base, kind: .server) {
            guard let text = token.withLock({ $0 }) else { throw FlagError(.general, "There is no token yet.") }
            return text
        }
        #expect(!source.isContextSpecific)
        let provider = RemoteFlagFixture().provider(
            source,
            ScriptedTransport { request, _ in
                used.withLock { $0.append(request.fields[.authorization] ?? "") }
                return Self.definitions("on", revision: 1)
            })
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.status.state == .notReady && provider.status.error?.message == "There is no token yet.")
        for text in ["fs_server_a", "fs_server_b"] {
            token.withLock { $0 = text }
            try await provider.refresh()
        }
        #expect(used.withLock { $0 } == ["Bearer fs_server_a", "Bearer fs_server_b"])
        #expect(provider.value("a") == true)
    }

    @Test("The catalogue is sent only if the server lacks it, at most three times, and never with a client token")
    func catalogue() async throws {
        let wanted: HTTPFields = [try #require(HTTPField.Name("X-Firesteel-Catalogue")): "wanted"]
        let source = FiresteelSource(
            base, token: "fs_server_production_x", version: "3.4 (1)", catalogue: { Data("{}".utf8) })
        #expect(try await source.followingRequest(after: [:]) == nil)
        let request = try #require(try await source.followingRequest(after: wanted))
        #expect(request.method == .put)
        #expect(
            request.url?.absoluteString == "https://flags.example.com/ingest/v1/catalogues/3.4%20%281%29")
        #expect(request.body == Array("{}".utf8))
        #expect(request.fields[.authorization] == "Bearer fs_server_production_x")
        #expect(
            request.fields[try #require(HTTPField.Name("Content-Digest"))]
                == "sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:")
        #expect(try await source.followingRequest(after: wanted) != nil)
        #expect(try await source.followingRequest(after: wanted) != nil)
        #expect(try await source.followingRequest(after: wanted) == nil)
        let client = FiresteelSource(base, token: "fs_client_x", version: "1", catalogue: { Data() })
        #expect(try await client.followingRequest(after: wanted) == nil)
        let silent = FiresteelSource(base, token: "fs_server_x", version: "1")
        #expect(try await silent.followingRequest(after: wanted) == nil)
        let large = FiresteelSource(base, token: "fs_server_x", version: "1", catalogue: { Data(count: 3 << 20) })
        await #expect(throws: FlagError.self) { try await large.followingRequest(after: wanted) }
    }

    @Test("A catalogue that the server refuses doesn't affect the flags, and the status has the error")
    func refusedCatalogue() async throws {
        let transport = ScriptedTransport { request, _ in
            guard request.method == .get else { return HTTPResponseMessage(status: 413) }
            var response = HTTPResponseMessage<[UInt8]>.json(
                #"{"flags":{"a":{"state":"ENABLED","variants":{"on":true},"defaultVariant":"on"}}}"#)
            response.fields[try #require(HTTPField.Name("X-Firesteel-Catalogue"))] = "wanted"
            return response
        }
        let provider = RemoteFlagProvider.firesteel(
            base, token: "fs_server_x", version: "1", transport: transport, catalogue: { Data("{}".utf8) })
        try await provider.refresh()
        #expect(provider.rule(for: "a")?.evaluate(.empty, now: 0).outcome == .value(true))
        #expect(provider.status.error != nil)
        #expect(transport.requests.map(\.method) == [.get, .put])
    }

    @Test("Definitions that aren't JSON are an error", arguments: ["", "[]", "{\"flags\": 1}"])
    func invalid(_ body: String) {
        let source = FiresteelSource(base, token: "fs_server_production_x")
        #expect(throws: FlagError.self) { try source.read(Array(body.utf8), for: .empty) }
    }
}
