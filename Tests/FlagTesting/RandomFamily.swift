import FiresteelFlags
import TestSupport

/// Files of Bool flags that are each other's parents, the same ones for the same seed.
package struct RandomFamily {
    private var random: SplitMix64

    /// Whether flags may be in exclusion groups.
    private let hasGroups: Bool

    package init(seed: UInt64, hasGroups: Bool = false) {
        random = SplitMix64(seed: seed &* 97 &+ 3)
        self.hasGroups = hasGroups
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    package mutating func file() -> String {
        let keys = (0..<7).map { "flag\($0)" }
        var flags: [String: JSONValue] = [:]
        for (number, key) in keys.enumerated() {
            var flag: [String: JSONValue] = [
                "state": "ENABLED", "variants": ["on": true, "off": false],
                "defaultVariant": .string(chance(60) ? "on" : "off"),
            ]
            if chance(70) { flag["targeting"] = targeting(depth: 3) }
            var metadata: [String: JSONValue] = [:]
            if number > 0, chance(75) {
                // A circle now and then.
                metadata["parent"] = .string(
                    chance(5) ? one(of: keys) : keys[Int.random(in: 0..<number, using: &random)])
            }
            if chance(20) {
                metadata["local"] = one(of: ["on", "off", "staging", "production", "staging, production"])
            }
            if hasGroups, chance(40) {
                metadata["exclusionGroup"] = one(of: ["first", "second"])
                if chance(30) { metadata["exclusionPriority"] = .int(Int.random(in: 0..<3, using: &random)) }
            }
            if !metadata.isEmpty { flag["metadata"] = .object(metadata) }
            flags[key] = .object(flag)
        }
        let file: JSONValue = [
            "$evaluators": ["adult": [">=": [["var": "age"], 18]]], "flags": .object(flags),
        ]
        return file.json()
    }

    private mutating func targeting(depth: Int) -> JSONValue {
        guard depth > 0, chance(70) else { return one(of: ["on", "off", .null]) }
        if chance(25) {
            let key: [JSONValue] = chance(50) ? [["var": "plan"]] : []
            return [
                "fractional": .array(key + [["on", .int(Int.random(in: 1..<100, using: &random))], ["off", 50]])
            ]
        }
        return ["if": [condition(), targeting(depth: depth - 1), targeting(depth: depth - 1)]]
    }

    private mutating func condition() -> JSONValue {
        let isPro: JSONValue = ["==": [["var": "plan"], "pro"]]
        let isAdult: JSONValue = ["$ref": "adult"]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return isPro
        case 1: return ["<": [["var": "age"], 40]]
        case 2: return isAdult
        case 3: return ["==": [["var": "$flagd.flagKey"], "flag0"]]
        default: return ["and": [isAdult, ["!": [isPro]]]]
        }
    }
}
