package import FiresteelFlags
import TestSupport

/// Values of every kind, the same ones for the same seed.
package struct RandomValues {
    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(seed: seed &* 7_919 &+ 17) }

    package mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0..<elements.count)] }

    package mutating func text() -> String {
        var scalars = String.UnicodeScalarView()
        let kinds: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x61...0x66, 0...0x1F, 0xA0...0x2FF, 0xE000...0xFFFF, 0x1F300...0x1F6FF,
        ]
        for _ in 0..<number(0..<12) {
            let kind = pick(kinds)
            scalars.append(UnicodeScalar(UInt32.random(in: kind, using: &generator)) ?? " ")
        }
        return String(scalars)
    }

    package mutating func value(depth: Int) -> JSONValue {
        switch number(0..<(depth > 0 ? 9 : 6)) {
        case 0: return .null
        case 1: return .bool(number(0..<2) == 0)
        case 2: return .int(number(-3..<4))
        case 3: return .int(Int.random(in: .min ... .max, using: &generator))
        case 4:
            let number = Double(bitPattern: generator.next())
            return .double(number.isFinite ? number : 0.5)
        case 5: return .string(text())
        case 6, 7: return .array((0..<number(0..<5)).map { _ in value(depth: depth - 1) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<number(0..<12) { members[text()] = value(depth: depth - 1) }
            return .object(members)
        }
    }
}
