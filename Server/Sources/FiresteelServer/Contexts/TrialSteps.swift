import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelStore

/// The steps to a flag's result, in the order in which its rules apply: the switch, its parent, its exclusion group, each
/// experiment, each rule, everyone else.
///
/// The rules after the one that decided are evaluated as well, so that a page can show their results.
struct TrialSteps: Sendable {
    struct Step: Sendable {
        enum Kind: String, Sendable {
            case state, parent, exclusion, experiment, rule, otherwise
        }

        /// The effect of a step on the result.
        enum Outcome: String, Sendable {
            /// It doesn't decide; the next step follows.
            case passed
            /// It decides.
            case won
            /// A step before decided.
            case skipped
        }

        let kind: Kind
        /// The number of a rule, from 1.
        var number: Int?
        let text: FlagSentence
        let result: String
        let outcome: Outcome
    }

    /// The steps; none for a flag whose definition is JsonLogic.
    private(set) var steps: [Step] = []
    private var isDecided = false

    /// Creates the steps of a flag, or none if its items can't be read.
    ///
    /// - Parameters:
    ///   - key: The flag.
    ///   - state: The items.
    ///   - environment: The environment.
    ///   - context: The context.
    ///   - now: The time, in seconds since 1970.
    ///   - reason: The reason of the flag's result.
    ///   - variant: The variant of the flag's result.
    ///   - isOn: Whether a flag is on for the context, together with those that it depends on.
    init(
        of key: String, in state: ProgramState, _ environment: ProgramEnvironment, _ context: EvaluationContext,
        now: Int64, reason: FlagReason, variant: String?, isOn: (String) -> Bool
    ) {
        guard let flagItem = state.items[ItemKey(.flag, key)],
            let targetingItem = state.items[ItemKey(.targeting, key, environment: environment.id)],
            let flag = try? EditableFlag(json: flagItem.value),
            let targeting = try? FlagTargeting(json: targetingItem.value), targeting.logic == nil
        else { return }
        let segments = state.segments
        let name = flag.name ?? key
        let off = targeting.offVariant(of: flag) ?? "the program’s default"
        add(
            .state, "\(name) is \(targeting.isOn ? "on" : "off") in \(environment.name)",
            targeting.isOn ? "Otherwise everyone gets \(off)" : "Everyone gets \(off)", decides: !targeting.isOn)
        if let parent = flag.parent {
            let isMet = isOn(parent)
            add(
                .parent, "Needs \(Self.name(of: parent, in: state))",
                isMet ? "Satisfied: it is on" : "Not satisfied: it is off", decides: !isMet)
        }
        if let group = flag.exclusionGroup {
            // Its own rules may have it off as well; then the group doesn't matter.
            let winner = Self.flags(of: group, in: state).first(where: isOn)
            let isExcluded = reason == .excluded
            let result =
                if winner == key {
                    "It has priority"
                } else if isExcluded {
                    "\(winner.map { Self.name(of: $0, in: state) } ?? "Another flag") has priority"
                } else if let winner {
                    "\(Self.name(of: winner, in: state)) is on"
                } else {
                    "No flag of it is on"
                }
            add(.exclusion, "Only one flag of “\(group)” is on", result, decides: isExcluded)
        }
        for (name, experiment) in Self.experiments(with: key, in: state, environment) {
            let arm = experiment.arms.first { arm in variant.map(experiment.variants(of: arm, name).contains) == true }
            add(
                .experiment, "Experiment \(experiment.name)",
                arm.map { "Takes part, with \($0)" } ?? "Doesn’t take part",
                decides: arm != nil)
        }
        let sentences = FlagSentences(flag: flag, segments: segments)
        let matches = Self.matches(targeting.rules, segments, context, now: now)
        for (index, rule) in targeting.rules.enumerated() {
            guard let isMatch = matches[index] else {
                add(.rule, sentences.rule(rule), "It can’t be evaluated", decides: false, number: index + 1)
                continue
            }
            add(.rule, sentences.rule(rule), isMatch ? "Yes" : "No", decides: isMatch, number: index + 1)
        }
        add(.otherwise, sentences.otherwise(of: targeting), "", decides: true)
    }

    private static func name(of key: String, in state: ProgramState) -> String {
        state.items[ItemKey(.flag, key)]?.value.members["name"]?.stringValue ?? key
    }

    /// Returns the keys of an exclusion group's flags, in their order.
    private static func flags(of group: String, in state: ProgramState) -> [String] {
        state.items.lazy.filter { key, item in
            key.kind == .flag && item.value.members["exclusionGroup"] == .string(group)
        }.map(\.key.name).sorted()
    }

    /// Returns the running experiments with a flag, in the order in which they apply.
    private static func experiments(
        with flag: String, in state: ProgramState, _ environment: ProgramEnvironment
    ) -> [(name: String, experiment: FlagExperiment)] {
        state.items.compactMap { key, item -> (name: String, experiment: FlagExperiment)? in
            guard key.kind == .experiment, key.environment == environment.id,
                item.value.members["flag"] == .string(flag), item.value.members["state"] == "running",
                let experiment = try? FlagExperiment(json: item.value)
            else { return nil }
            return (key.name, experiment)
        }.sorted { $0.name < $1.name }
    }

    private mutating func add(_ kind: Step.Kind, _ text: String, _ result: String, decides: Bool) {
        add(kind, FlagSentence([FlagSentence.Part(.text, text)]), result, decides: decides)
    }

    private mutating func add(
        _ kind: Step.Kind, _ text: FlagSentence, _ result: String, decides: Bool, number: Int? = nil
    ) {
        steps.append(
            Step(
                kind: kind, number: number, text: text, result: result,
                outcome: isDecided ? .skipped : decides ? .won : .passed))
        isDecided = isDecided || decides
    }

    /// Returns for each rule whether its conditions hold: each is compiled as a Bool flag that is on where they do.
    private static func matches(
        _ rules: [TargetingRule], _ segments: [String: FlagSegment], _ context: EvaluationContext, now: Int64
    ) -> [Bool?] {
        var probes = EditableFlags(segments: segments)
        for (index, rule) in rules.enumerated() {
            probes.flags["\(index)"] = .bool()
            probes.targetings["\(index)"] = FlagTargeting(
                isOn: true, rules: [TargetingRule(id: "1", if: rule.conditions, then: .variant("on"))],
                otherwise: .variant("off"))
        }
        guard let compiled = try? probes.compiled(),
            let definitions = try? FlagDefinitions(json: Array(compiled.json().utf8))
        else { return rules.map { _ in nil } }
        return rules.indices.map { index in
            guard case .value(let value)? = definitions.rule(for: "\(index)")?.evaluate(context, now: now).outcome
            else { return nil }
            return value == true
        }
    }
}

extension TrialSteps.Step {
    var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "number": number.map { .int($0) } ?? .null, "text": text.json,
            "result": .string(result), "outcome": .string(outcome.rawValue),
        ]
    }
}
