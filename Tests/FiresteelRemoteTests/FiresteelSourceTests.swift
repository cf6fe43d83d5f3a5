import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTypes
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
        let flag = OFREPMessage.flag("color", evaluation, metadata: ["group": "x"])
        let body = FlagValue.object(["flags": [flag]]).json()
        guard case .values(let values) = try source.read(Array(body.utf8), for: context) else {
            Issue.record("The response has no values")
            return
        }
        #expect(values.rules["color"]?.evaluate(context, now: 0) == evaluation)
        #expect(values.rules["color"]?.metadata == ["group": "x"])
    }

    @Test(
        "Every result is the same after it was sent",
        arguments: [
            FlagEvaluation.value(["a": 1], variant: "v", reason: .split),
            FlagEvaluation(.programDefault, variant: nil, reason: .disabled),
            FlagEvaluation.failed(.typeMismatch, "Not a number."),
        ])
    func roundTrip(_ evaluation: FlagEvaluation) throws {
        let body = FlagValue.object(["flags": [OFREPMessage.flag("k", evaluation)]]).json()
        guard case .values(let values) = try OFREPSource(base).read(Array(body.utf8), for: .empty) else {
            Issue.record("The response has no values")
            return
        }
        #expect(values.rules["k"]?.evaluate(.empty, now: 0) == evaluation)
    }

    @Test("Definitions that aren't JSON are an error", arguments: ["", "[]", "{\"flags\": 1}"])
    func invalid(_ body: String) {
        let source = FiresteelSource(base, token: "fs_server_production_x")
        #expect(throws: FlagError.self) { try source.read(Array(body.utf8), for: .empty) }
    }
}
