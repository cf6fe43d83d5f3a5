import FiresteelStatistics
import FiresteelStore

/// Whether the arms have the shares that they were to have, over all people and by version, system and device class.
///
/// The test may be read at any time. People are missing from an arm for a reason, for example because it crashed before they were
/// exposed, and so figures can't be compared.
struct ExperimentRatio {
    let ratio: ExperimentResults.Ratio

    /// The probability of such a mismatch by chance at which it is reported.
    private static let level = 0.01
    /// With it, 650 people show a mismatch of 62 to 38, and 100,000 one of 50.7 to 49.3.
    private static let concentration = 1_000.0

    init(
        _ comparison: ExperimentComparison, _ definition: ExperimentDefinition, _ dimensions: [ExperimentDimension]
    ) throws {
        let shares = definition.weights.map(Double.init)
        func probability(_ people: [Int]) throws -> Double {
            try SampleRatio(observed: people, shares: shares).sequentialPValue(concentration: Self.concentration)
        }
        let people = definition.arms.map { comparison.units($0) }
        let overall = try definition.hasGroups ? comparison.groupProbability() : probability(people)
        let parts = try FalseDiscoveryRate.adjusted(dimensions.map { try probability($0.people) })
        let least = zip(dimensions, parts).min { $0.1 < $1.1 }
        let isMismatch = overall < Self.level || (least?.1 ?? 1) < Self.level
        let total = people.reduce(0, +)
        guard isMismatch, let least else {
            let sentence =
                if total == 0 {
                    "No one has taken part yet."
                } else if isMismatch {
                    Self.sentence(definition, people) + "."
                } else {
                    "The arms have the shares that they were to have." + Self.largest(comparison, definition)
                }
            ratio = ExperimentResults.Ratio(
                isMismatch: isMismatch, probability: overall, sentence: sentence, largest: nil)
            return
        }
        let part = least.0
        let actual = part.people.map { Double($0) / Double(max(1, part.total)) }
        ratio = ExperimentResults.Ratio(
            isMismatch: true, probability: min(overall, least.1),
            sentence: Self.sentence(definition, people)
                + ", most of all with the \(part.kind.rawValue) “\(part.value)”.",
            largest: .init(dimension: part.kind.rawValue, value: part.value, shares: actual))
    }

    /// The share of an arm's people in one of its groups beyond which it is named.
    private static let large = 0.05

    /// Returns a sentence about a group that has many of an arm's people, which makes intervals wide; empty without one.
    private static func largest(_ comparison: ExperimentComparison, _ definition: ExperimentDefinition) -> String {
        guard definition.hasGroups else { return "" }
        let found = definition.arms.map { (arm: $0, share: comparison.largestGroup(of: $0)) }.max {
            $0.share < $1.share
        }
        guard let found, found.share > large else { return "" }
        return " One group of “\(found.arm)” has \(ExperimentText.percent(found.share)) of its people: "
            + "those of a large \(definition.unit), or invented ones. Intervals are wide because of it."
    }

    private static func sentence(_ definition: ExperimentDefinition, _ people: [Int]) -> String {
        let weights = Double(definition.weights.reduce(0, +))
        let expected = definition.weights.map { ExperimentText.percent(Double($0) / weights) }
        let all = Double(max(1, people.reduce(0, +)))
        let actual = people.map { ExperimentText.percent(Double($0) / all) }
        return "The arms have \(actual.joined(separator: ", ")) of the people instead of "
            + expected.joined(separator: ", ")
    }
}
