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
        let overall = try probability(people)
        let parts = try FalseDiscoveryRate.adjusted(dimensions.map { try probability($0.people) })
        let least = zip(dimensions, parts).min { $0.1 < $1.1 }
        let isMismatch = overall < Self.level || (least?.1 ?? 1) < Self.level
        let total = people.reduce(0, +)
        guard isMismatch, let least else {
            ratio = ExperimentResults.Ratio(
                isMismatch: isMismatch, probability: overall,
                sentence: total == 0
                    ? "No one has taken part yet." : "The arms have the shares that they were to have.",
                largest: nil)
            return
        }
        let part = least.0
        let actual = part.people.map { Double($0) / Double(max(1, part.total)) }
        ratio = ExperimentResults.Ratio(
            isMismatch: true, probability: min(overall, least.1),
            sentence: Self.sentence(definition, people, part),
            largest: .init(dimension: part.kind.rawValue, value: part.value, shares: actual))
    }

    private static func sentence(
        _ definition: ExperimentDefinition, _ people: [Int], _ part: ExperimentDimension
    ) -> String {
        let weights = Double(definition.weights.reduce(0, +))
        let expected = definition.weights.map { ExperimentText.percent(Double($0) / weights) }
        let all = Double(max(1, people.reduce(0, +)))
        let actual = people.map { ExperimentText.percent(Double($0) / all) }
        return "The arms have \(actual.joined(separator: ", ")) of the people instead of "
            + "\(expected.joined(separator: ", ")), most of all with the \(part.kind.rawValue) “\(part.value)”."
    }
}
