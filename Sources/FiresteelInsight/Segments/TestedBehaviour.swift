import FiresteelBase

/// The behaviour of a version's tests, which CI sends to a server.
package struct TestedBehaviour: Sendable, Hashable {
    /// The maximum size as JSON, in bytes.
    package static let maximumBytes = 2 << 20
    /// The maximum number of facts.
    package static let maximumFacts = 30_000
    private static let formatVersion = 1

    package var facts: Set<BehaviourFact>

    package init(_ facts: Set<BehaviourFact>) { self.facts = facts }

    /// The behaviour as JSON in UTF-8.
    ///
    /// Equal behaviour has equal bytes. It may be beyond the limits.
    package var json: [UInt8] {
        var outcomes: [RunSegment.ActionPath: (outcomes: [String], failures: [String])] = [:]
        var successions: [(from: RunSegment.ActionPath, to: RunSegment.ActionPath)] = []
        var variants: [RunSegment.Variant] = []
        var refusals: [(feature: String, reason: String)] = []
        for fact in facts {
            switch fact {
            case .outcome(let action, .failure(let error)):
                outcomes[action, default: ([], [])].failures.append(error)
            case .outcome(let action, let outcome):
                outcomes[action, default: ([], [])].outcomes += Self.outcomes.filter { $0.value == outcome }.map(\.key)
            case .succession(let from, let to): successions.append((from, to))
            case .variant(let variant): variants.append(variant)
            case .refusal(let feature, let reason): refusals.append((feature, reason))
            }
        }
        let actions = outcomes.sorted { $0.key < $1.key }.map { action, found -> JSONValue in
            [
                "action": action.value, "outcomes": Self.texts(found.outcomes), "failures": Self.texts(found.failures),
            ]
        }
        let pairs = successions.sorted { ($0.from, $0.to) < ($1.from, $1.to) }.map { one -> JSONValue in
            ["from": one.from.value, "to": one.to.value]
        }
        let exposures = variants.sorted { ($0.flag, $0.variant) < ($1.flag, $1.variant) }.map { one -> JSONValue in
            ["flag": .string(one.flag), "variant": .string(one.variant)]
        }
        let refused = refusals.sorted { ($0.feature, $0.reason) < ($1.feature, $1.reason) }.map { one -> JSONValue in
            ["feature": .string(one.feature), "reason": .string(one.reason)]
        }
        let value: JSONValue = [
            "version": .int(Self.formatVersion), "actions": .array(actions), "successions": .array(pairs),
            "variants": .array(exposures), "refusals": .array(refused),
        ]
        return Array(value.json().utf8)
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.sorted().map { .string($0) }) }

    /// Reads behaviour.
    ///
    /// Members that aren't known are ignored.
    /// - Throws: ``InsightMessageError`` if it isn't JSON, exceeds the limits, or isn't the behaviour of tests.
    package init(json bytes: [UInt8]) throws(InsightMessageError) {
        let object = try MessageObject(JSONValue(message: bytes, maximumBytes: Self.maximumBytes))
        let version = try object.int("version", in: 1...Int.max)
        guard version == Self.formatVersion else {
            throw InsightMessageError(
                "version", "\(version) is newer than \(Self.formatVersion), the latest that is known")
        }
        var facts: Set<BehaviourFact> = []
        for one in try Self.objects("actions", of: object) {
            let action = try RunSegment.ActionPath(one, "action")
            for word in try one.texts("outcomes", limit: Self.outcomes.count) {
                guard let outcome = Self.outcomes[word] else {
                    throw InsightMessageError(one.path("outcomes"), "“\(word)” isn't an outcome")
                }
                facts.insert(.outcome(action, outcome))
            }
            for error in try one.texts("failures", limit: Self.maximumFacts) {
                facts.insert(.outcome(action, .failure(error)))
            }
        }
        for one in try Self.objects("successions", of: object) {
            facts.insert(.succession(try RunSegment.ActionPath(one, "from"), try RunSegment.ActionPath(one, "to")))
        }
        for one in try Self.objects("variants", of: object) {
            facts.insert(.variant(RunSegment.Variant(flag: try one.text("flag"), variant: try one.text("variant"))))
        }
        for one in try Self.objects("refusals", of: object) {
            facts.insert(.refusal(feature: try one.text("feature"), reason: try one.text("reason")))
        }
        guard facts.count <= Self.maximumFacts else {
            throw InsightMessageError(
                "", "it has \(facts.count) things that tests do, and \(Self.maximumFacts) are allowed",
                limit: .elements)
        }
        self.facts = facts
    }

    private static let outcomes: [String: BehaviourFact.Outcome] = [
        "success": .success, "cancellation": .cancellation, "interruption": .interruption,
    ]

    private static func objects(
        _ name: String, of object: MessageObject
    ) throws(InsightMessageError) -> [MessageObject] {
        try object.list(name, limit: maximumFacts) { (value, path) throws(InsightMessageError) in
            try MessageObject(value, at: path)
        }
    }
}
