import FiresteelFlags
import FlagTesting
import Foundation
import TestSupport
import Testing

@Suite("JSON round trips")
struct JSONRoundTripTests {
    @Test("Random values are the same after writing and reading, plain and pretty", arguments: 0..<8)
    func roundTrip(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for _ in 0..<250 {
            let value = random.value(depth: 4)
            #expect(try JSONValue(json: Array(value.json().utf8)) == value)
            #expect(try JSONValue(json: Array(value.json(pretty: true).utf8)) == value)
        }
    }

    @Test("Every Double round-trips bit by bit")
    func doubles() throws {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<4_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let back = try JSONValue(json: Array(JSONValue.double(number).json().utf8))
            guard case .double(let back) = back else {
                Issue.record("\(number) came back as \(back)")
                continue
            }
            #expect(back.bitPattern == number.bitPattern)
        }
    }

    @Test("Foundation reads the same values from the same bytes", arguments: 0..<4)
    func foundation(seed: UInt64) throws {
        var random = RandomValues(seed: 100 + seed)
        for _ in 0..<100 {
            let value = random.value(depth: 4)
            let data = Data(value.json().utf8)
            let theirs = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            let again = try JSONSerialization.data(withJSONObject: [theirs])
            // Foundation writes 1.0 as 1, so numbers are compared and not how they are written.
            #expect(try JSONValue(json: again).withPlainNumbers == JSONValue.array([value]).withPlainNumbers)
        }
    }

    @Test("Names are sorted by their bytes, and values that JSON doesn't have become null")
    func writing() {
        let value: JSONValue = ["b": 1, "a": [true, .null, 1.0], "ä": "\u{1}\"\\\n", "Z": [:]]
        #expect(value.json() == #"{"Z":{},"a":[true,null,1.0],"b":1,"ä":"\u0001\"\\\n"}"#)
        #expect(JSONValue.array([.double(.nan), .double(.infinity)]).json() == "[null,null]")
        #expect(
            JSONValue.object(["a": [1, 2], "b": [:]]).json(pretty: true) == """
                {
                  "a": [
                    1,
                    2
                  ],
                  "b": {}
                }
                """)
    }
}
