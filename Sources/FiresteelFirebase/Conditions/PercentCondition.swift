import FiresteelBase
import FiresteelFlags
import Foundation

/// Draws a share by the context's randomization identifier.
///
/// The number is SHA-256 of `seed.identifier`, or of the identifier alone without a seed, as a whole number of 256
/// bits, modulo 100,000,000: millionths of a percent.
package struct PercentCondition: Sendable {
    package enum Share: Sendable {
        case upTo(Int)
        case above(Int)
        /// Excludes the lower bound, includes the upper one.
        case between(Int, Int)
    }

    package let seed: String
    package let share: Share

    func isTrue(for context: borrowing EvaluationContext) -> Bool {
        guard let number = number(context) else { return false }
        return switch share {
        case .upTo(let bound): number <= bound
        case .above(let bound): number > bound
        case .between(let lower, let upper): number > lower && number <= upper
        }
    }

    func text(_ context: EvaluationContext) -> String {
        guard let number = number(context) else { return "the targeting key is missing" }
        let range =
            switch share {
            case .upTo(let bound): "up to \(Self.percent(bound))"
            case .above(let bound): "above \(Self.percent(bound))"
            case .between(let lower, let upper): "above \(Self.percent(lower)) up to \(Self.percent(upper))"
            }
        return "the targeting key's \(Self.percent(number)) is \(range)"
    }

    private func number(_ context: borrowing EvaluationContext) -> Int? {
        guard let identifier = FirebaseSignals.randomizationID(context), !identifier.isEmpty else { return nil }
        return Self.number(seed: seed, identifier: identifier)
    }

    /// Returns the number that is drawn, from 0 to 99,999,999.
    static func number(seed: String, identifier: String) -> Int {
        let text = seed.isEmpty ? identifier : "\(seed).\(identifier)"
        return SHA256.hash(Array(text.utf8)).reduce(0) { ($0 << 8 + Int($1)) % 100_000_000 }
    }

    private static func percent(_ millionths: Int) -> String { "\(Double(millionths) / 1_000_000) %" }
}
