/// The results of a phase of an experiment, as its page shows them.
struct ExperimentResults: Codable, NamedSchema {
    static let schemaName = "ExperimentResults"

    let experiment: String
    let phase: Int64
    let state: String
    /// The number of the day, from 1.
    let day: Int64
    let started, ends: Int64
    /// The time until which sessions count.
    let until: Int64
    /// The days after the first exposure that count, `nil` for all.
    let window: Int64?
    let verdict: Verdict
    let arms: [Arm]
    let ratio: Ratio
    let bound: Bound?
    /// Whether people are counted again, so that figures may be wrong.
    let isRecounting: Bool
    /// The people who were exposed to several arms, and those of whom some doesn't count.
    let mixed, capped: Int
    /// The events and messages that programs lost meanwhile.
    let lost: Int64
    let metrics: [Metric]
    let history: [Day]
    let others: [Other]
    let dimensions: [Dimension]

    /// The result as a sentence, with its kind.
    struct Verdict: Codable, Hashable {
        enum Kind: String, Codable, CaseIterable {
            case waiting
            case better
            case worse
            case inconclusive
            case harmed
            case unreliable
        }

        let kind: Kind
        let sentence, detail: String
    }

    struct Arm: Codable {
        let name: String
        let people: Int
        let expected: Double
        let share: Double?
    }

    /// The maximum number of people of a phase.
    struct Bound: Codable {
        let people: Int64
        /// Whether there are so many, so that no one else joins.
        let isReached: Bool
    }

    /// Whether the arms have the shares that they were to have.
    struct Ratio: Codable {
        let isMismatch: Bool
        let probability: Double
        let sentence: String
        let largest: Part?

        struct Part: Codable {
            let dimension, value: String
            let shares: [Double]
        }
    }

    struct Metric: Codable {
        enum Role: String, Codable, CaseIterable {
            case primary
            case secondary
            case guardrail
        }

        let role: Role
        let feature, action, title, measure: String
        let quantile: Double?
        let day, week: Int?
        /// The action that another one is counted by, or that follows it.
        let other: Action?
        /// The most of a person that counts, `nil` without a limit.
        let limit: Double?
        /// The unit of an amount.
        let unit: String?
        let direction: String
        let margin: Double?
        let arms: [Value]
        let comparisons: [Comparison]
    }

    struct Action: Codable {
        let feature, action, title: String
    }

    struct Value: Codable {
        let name: String
        let value: Double?
    }

    struct Comparison: Codable {
        enum Verdict: String, Codable, CaseIterable {
            case better
            case worse
            case inconclusive
            case within
            case beyond
            case waiting
            case unreliable
        }

        let arm: String
        let relative, lower, upper: Double?
        let verdict: Verdict
    }

    struct Day: Codable {
        let day: Int64
        let relative: Double
        let lower, upper: Double?
    }

    struct Other: Codable {
        let feature, action, title, arm: String
        let relative, lower, upper: Double?
    }

    struct Dimension: Codable {
        let dimension, value: String
        let people: [Int]
        let relative, lower, upper: Double?
    }
}
