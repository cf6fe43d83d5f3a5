/// The parts of a variant that names an experiment, such as `editor/1:focused`, or `editor/1.37:focused` with a group.
///
/// A server compiles the arms of a running experiment as variants of its flag, so an exposure names experiment, phase and arm. Where
/// an attribute such as a company has an arm, it also names the group to which the company belongs.
package struct ExperimentVariant: Sendable, Hashable {
    /// The identifier of the experiment.
    package let experiment: String
    /// The number of its phase, from 1.
    package let phase: Int
    /// The number of the group, from 0, `nil` where each person has an arm.
    package let group: Int?
    /// The variant of the flag.
    package let arm: String

    /// The maximum number of characters of an identifier.
    private static let identifierLimit = 60
    /// The maximum number of digits of a group.
    private static let groupDigits = 3

    /// Reads a variant, or returns `nil` for one that doesn't name an experiment.
    package init?(_ variant: String) {
        let bytes = variant.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
            let colon = bytes[slash...].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let numbers = bytes[bytes.index(after: slash)..<colon]
        let dot = numbers.firstIndex(of: UInt8(ascii: "."))
        let digits = numbers[..<(dot ?? numbers.endIndex)]
        let arm = bytes[bytes.index(after: colon)...]
        guard Self.isIdentifier(bytes[..<slash]), digits.first != UInt8(ascii: "0"), digits.allSatisfy(Self.isDigit),
            let phase = Int(String(Substring(digits))), phase <= 1_000_000, !arm.isEmpty
        else { return nil }
        group = dot.flatMap { Self.group(numbers[numbers.index(after: $0)...]) }
        guard dot == nil || group != nil else { return nil }
        experiment = String(variant[..<slash])
        self.phase = phase
        self.arm = String(Substring(arm))
    }

    /// Creates the parts of a variant.
    package init(experiment: String, phase: Int, arm: String) {
        self.experiment = experiment
        self.phase = phase
        self.arm = arm
        group = nil
    }

    /// The variant, without a group.
    package var variant: String { "\(experiment)/\(phase):\(arm)" }

    /// Reads the number of a group, or returns `nil` for another text.
    private static func group(_ digits: Substring.UTF8View) -> Int? {
        guard (1...groupDigits).contains(digits.count), digits.allSatisfy(isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return Int(String(Substring(digits)))
    }

    private static func isIdentifier(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count <= identifierLimit, let first = bytes.first, first != UInt8(ascii: "-") else { return false }
        return bytes.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 45 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
