import FiresteelFlags
import FiresteelRemote
import Foundation
import Testing

@testable import FiresteelServer

@Suite("Results as messages of OFREP")
struct OFREPFlagWriterTests {
    @Test(
        "Every result is the same after it was sent",
        arguments: [
            FlagEvaluation.value(["a": 1], variant: "v", reason: .split),
            FlagEvaluation(.programDefault, variant: nil, reason: .disabled),
            FlagEvaluation.failed(.typeMismatch, "Not a number."),
        ])
    func roundTrip(_ evaluation: FlagEvaluation) throws {
        var body = Array("{\"flags\":[".utf8)
        OFREPFlagWriter("k").write(evaluation, to: &body)
        body += Array("]}".utf8)
        // Sorted names, as all JSON that the server writes.
        #expect(try JSONValue(json: body).json() == String(decoding: body, as: UTF8.self))
        guard
            case .values(let values) = try OFREPSource(#require(URL(string: "https://flags.example.com"))).read(
                body, for: .empty)
        else {
            Issue.record("The response has no values")
            return
        }
        #expect(values.rules["k"]?.evaluate(.empty, now: 0) == evaluation)
    }
}
