/// The parts of a variant that names an experiment, such as `editor/1:focused`.
///
/// A server compiles the arms of a running experiment as variants of its flag, so an exposure names experiment, phase and arm.
package struct ExperimentVariant: Sendable, Hashable {
    /// The identifier of the experiment.
    package let experiment: String
    /// The number of its phase, from 1.
    package let phase: Int
    /// The variant of the flag.
    package let arm: String

    /// The maximum number of characters of an identifier.
    private static let identifierLimit = 60

    /// Reads a variant, or returns `nil` for one that doesn't name an experiment.
    package init?(_ variant: String) {
        let bytes = variant.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
            let colon = bytes[slash...].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let digits = bytes[bytes.index(after: slash)..<colon]
        let arm = bytes[bytes.index(after: colon)...]
        guard Self.isIdentifier(bytes[..<slash]), digits.first != UInt8(ascii: "0"), digits.allSatisfy(Self.isDigit),
            let phase = Int(String(Substring(digits))), phase <= 1_000_000, !arm.isEmpty
        else { return nil }
        experiment = String(variant[..<slash])
        self.phase = phase
        self.arm = String(Substring(arm))
    }

    /// Creates the parts of a variant.
    package init(experiment: String, phase: Int, arm: String) {
        self.experiment = experiment
        self.phase = phase
        self.arm = arm
    }

    /// The variant.
    package var variant: String { "\(experiment)/\(phase):\(arm)" }

    private static func isIdentifier(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.count <= identifierLimit, let first = bytes.first, first != UInt8(ascii: "-") else { return false }
        return bytes.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 45 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
