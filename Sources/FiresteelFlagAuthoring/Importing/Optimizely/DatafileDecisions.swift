import FiresteelFlags
import FiresteelOptimizely

/// The decisions of a flag as rules of which the first that applies decides.
struct DatafileDecisions {
    /// The result of a rule.
    enum Outcome {
        case variation(Variation?)
        /// A draw by an entity's identifier; no variation is off.
        case drawn(key: JSONValue, shares: [(variation: Variation?, weight: Int)])
    }

    struct Rule {
        let name: String?
        /// Empty for everyone.
        let conditions: [FlagCondition]
        let outcome: Outcome
    }

    private(set) var rules: [Rule] = []
    /// The variations that can result, in their order.
    private(set) var variations: [Variation] = []
    private(set) var isDrawn = false
    private(set) var warnings: Set<String> = []

    mutating func read(_ flag: DatafileFlag) throws(ImportError) {
        for holdout in flag.holdouts {
            guard !holdout.allowsTargetedDeliveries else {
                throw ImportError("The holdout “\(holdout.key)” excludes some deliveries, which rules can't express.")
            }
            try add(holdout)
        }
        for experiment in flag.experiments { try add(experiment) }
        try addRollout(flag.rollout)
        for rule in rules {
            switch rule.outcome {
            case .variation(let variation): addVariation(variation)
            case .drawn(_, let shares):
                isDrawn = true
                for share in shares { addVariation(share.variation) }
            }
        }
    }

    private mutating func addVariation(_ variation: Variation?) {
        if let variation { variations.append(variation) }
    }

    private mutating func add(_ holdout: Holdout) throws(ImportError) {
        let draw = Draw(holdout.allocation, of: holdout.id, among: holdout.variations)
        try add(holdout.key, try conditions(holdout.audience), draw)
    }

    private mutating func add(_ experiment: Experiment) throws(ImportError) {
        for holdout in experiment.holdouts { try add(holdout) }
        guard experiment.isRunning else { return }
        for (key, users) in Dictionary(grouping: experiment.whitelist, by: \.value).sorted(by: { $0.key < $1.key }) {
            guard let variation = experiment.variations.last(where: { $0.key == key }) else { continue }
            let people = users.map(\.key).sorted().map { JSONValue.string($0) }
            rules.append(
                Rule(
                    name: "\(experiment.key), listed", conditions: [.attribute("targetingKey", .oneOf, people)],
                    outcome: .variation(variation)))
        }
        guard experiment.predicted == nil else {
            throw ImportError("The experiment “\(experiment.key)” is decided by an Optimizely service.")
        }
        var conditions = try conditions(experiment.audience)
        if let group = experiment.group {
            let shares = Draw.shares(of: group.allocation) { $0 == experiment.id }
            conditions.append(.logic(Draw.isDrawn(Draw.key(group.id), shares)))
            isDrawn = true
        }
        try add(
            experiment.key, conditions, Draw(experiment.allocation, of: experiment.id, among: experiment.variations))
    }

    /// Adds a rule for those who are drawn; the others continue with the next rule.
    private mutating func add(_ name: String, _ conditions: [FlagCondition], _ draw: Draw) throws(ImportError) {
        guard !draw.isEmpty else { return }
        rules.append(
            Rule(
                name: name, conditions: conditions + (draw.isFull ? [] : [.logic(draw.isDrawn)]), outcome: draw.outcome)
        )
    }

    private mutating func addRollout(_ rollout: [Experiment]) throws(ImportError) {
        guard let last = rollout.last else { return }
        let everyoneElse = Draw(last.allocation, of: last.id, among: last.variations)
        let elseConditions = try conditions(last.audience)
        for rule in rollout.dropLast() {
            for holdout in rule.holdouts { try add(holdout) }
            let conditions = try conditions(rule.audience)
            let draw = Draw(rule.allocation, of: rule.id, among: rule.variations)
            try add(rule.key, conditions, draw)
            guard !draw.isFull else { continue }
            // Those who aren't drawn continue with the last rule.
            guard last.holdouts.isEmpty else {
                throw ImportError("The last rule “\(last.key)” has a holdout, which rules before it can't express.")
            }
            rules.append(
                Rule(
                    name: "\(rule.key), others", conditions: conditions + elseConditions, outcome: everyoneElse.outcome)
            )
            if !elseConditions.isEmpty {
                rules.append(
                    Rule(name: "\(rule.key), none", conditions: conditions, outcome: .variation(nil)))
            }
        }
        for holdout in last.holdouts { try add(holdout) }
        rules.append(Rule(name: last.key, conditions: elseConditions, outcome: everyoneElse.outcome))
    }

    private mutating func conditions(_ audience: AudienceCondition?) throws(ImportError) -> [FlagCondition] {
        guard let audience else { return [] }
        var logic = AudienceLogic()
        let conditions = try logic.conditions(audience)
        warnings.formUnion(logic.warnings)
        return conditions
    }
}

/// A draw of variations.
private struct Draw {
    let key: JSONValue
    let shares: [(variation: Variation?, weight: Int)]

    init(_ allocation: TrafficAllocation, of entity: String, among variations: [Variation]) {
        key = Self.key(entity)
        shares = Self.ranges(of: allocation).map { range in
            (range.entity.flatMap { id in variations.last { $0.id == id } }, range.weight)
        }
    }

    /// Whether no one has a variation.
    var isEmpty: Bool { shares.allSatisfy { $0.variation == nil } }
    /// Whether everyone has a variation.
    var isFull: Bool { shares.allSatisfy { $0.variation != nil } }

    /// The rule that a person has a variation.
    var isDrawn: JSONValue { Self.isDrawn(key, shares.map { ($0.variation != nil, $0.weight) }) }

    var outcome: DatafileDecisions.Outcome {
        let keys = Set(shares.map { $0.variation?.id })
        if keys.count == 1, let first = shares.first { return .variation(first.variation) }
        return .drawn(key: key, shares: shares)
    }

    /// The key of an entity's draws: without a person nothing is drawn.
    ///
    /// As with Optimizely, an attribute can replace the person.
    static func key(_ entity: String) -> JSONValue {
        let person: JSONValue = [
            "if": [["var": "$opt_bucketing_id"], ["var": "$opt_bucketing_id"], ["var": "targetingKey"]]
        ]
        return ["if": [["var": "targetingKey"], ["cat": [person, .string(entity)]], .null]]
    }

    static func isDrawn(_ key: JSONValue, _ shares: [(isIn: Bool, weight: Int)]) -> JSONValue {
        ["==": [ImportLogic.draw(key, shares.map { ($0.isIn ? "in" : "out", $0.weight) }), "in"]]
    }

    /// Returns the shares of an allocation that lead to an entity, and the others.
    static func shares(
        of allocation: TrafficAllocation, _ isIn: (String?) -> Bool
    ) -> [(isIn: Bool, weight: Int)] {
        ranges(of: allocation).map { (isIn($0.entity), $0.weight) }
    }

    /// The ranges as weights of 10,000, the rest without an entity.
    private static func ranges(of allocation: TrafficAllocation) -> [(entity: String?, weight: Int)] {
        var ranges: [(entity: String?, weight: Int)] = []
        var start = 0
        for range in allocation.ranges {
            let end = Int(min(max(range.end, 0), 10_000).rounded(.up))
            guard end > start else { continue }
            ranges.append((range.entity, end - start))
            start = end
        }
        if start < 10_000 { ranges.append((nil, 10_000 - start)) }
        return ranges
    }
}

extension DatafileDecisions.Outcome {
    /// Returns the result with the names of variants.
    func result(_ name: (Variation?) throws -> String) throws -> TargetingResult {
        switch self {
        case .variation(let variation): return .variant(try name(variation))
        case .drawn(let key, let shares):
            var split = TargetingSplit(try shares.map { TargetingShare(try name($0.variation), $0.weight) })
            if Set(split.shares.map(\.variant)).count == 1, let only = split.shares.first {
                return .variant(only.variant)
            }
            split.bucketingKey = key
            return TargetingResult(.split(split))
        }
    }
}
