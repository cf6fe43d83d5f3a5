import FiresteelFlagAuthoring
import FiresteelStatistics
import FiresteelStore

/// How long an experiment takes, from the people of the last days.
struct ExperimentEstimate: Codable, NamedSchema {
    static let schemaName = "ExperimentEstimate"

    /// The time until a difference is found.
    struct Needed: Codable {
        let effect: Double
        /// `nil` for longer than a year.
        let days: Int?
    }

    /// 0 if nothing is known.
    let peoplePerDay: Int
    let days: Int
    /// The metric of these people.
    let value: Double?
    let people: Int
    let needed: [Needed]

    private static let effects = [0.02, 0.05, 0.1]
    private static let maximumDays = 365.0

    init(_ units: PastUnits, _ definition: ExperimentDefinition, participants: Int) throws {
        days = Int(PastReading.days)
        people = Int((Double(participants) * min(max(definition.share, 0), 100) / 100).rounded())
        let perDay = Double(people) / Double(days)
        peoplePerDay = Int(perDay.rounded(.up))
        let estimate = try units.estimate()
        value = estimate.map { definition.primary.shown($0.unadjustedMean) }
        let arms = Double(definition.arms.count)
        let sequence = try AsymptoticSequence(confidence: 1 - 0.05 / (arms - 1))
        needed = try Self.effects.map { effect in
            guard perDay > 0, let estimate, let size = try SampleSize(detecting: effect, of: estimate, in: sequence)
            else { return Needed(effect: effect, days: nil) }
            let days = (arms * size.always / perDay).rounded(.up) + Double(definition.primary.daysUntilKnown)
            return Needed(effect: effect, days: days <= Self.maximumDays ? Int(days) : nil)
        }
    }
}

/// How often a metric claims a difference that isn't there.
struct ExperimentRehearsal: Codable, NamedSchema {
    static let schemaName = "ExperimentRehearsal"

    let runs, claims, people: Int
    let relatives: [Double]
}
