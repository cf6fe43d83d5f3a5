/// The parts of a flag's compiled decision, from its declaration and the definitions of its providers.
struct FlagBlueprint {
    let rules: FlagRules
    let parent: String?
    let group: String?
    /// Its priority in the group.
    let priority: Int
    /// Whether the flag's own rules can give another value for another context.
    let isContextual: Bool
    /// Whether the flag's own rules can give another value at another time.
    let isTimed: Bool

    /// - Parameter notReady: The errors of sources without any values, in the order of the sources.
    init(
        _ entry: FlagEntry, sources: [FlagSource], notReady: [FlagError?], environment: FlagEnvironment, now: Int64,
        log: FlagDiagnosticLog
    ) {
        let found = sources.map { $0.provider.rule(for: entry.key, in: environment) }
        let metadata = found.map { $0?.metadata ?? [:] }
        let reader = FlagMetadataReader(entry, metadata, log)
        parent = reader.text("parent", declared: entry.declaration?.parent)
        group = reader.text("exclusionGroup", declared: entry.declaration?.exclusionGroup)
        priority = reader.integer("exclusionPriority", declared: entry.declaration?.exclusionPriority ?? 0)
        var index = 0
        rules = FlagRules(sources, local: reader.local(in: environment)) { source in
            defer { index += 1 }
            guard let rule = found[index] else {
                return FlagStep(missing: notReady[index] ?? Self.unknown, in: source)
            }
            return FlagStep(rule, metadata: metadata[index], in: source, now: now)
        }
        // The reachable rules, for any result of the rules that depend on context or time.
        var trace = PlanningTrace()
        _ = FlagDecision(now: now).own(rules, as: .of(entry), in: .empty, &trace)
        isContextual = trace.isContextual
        isTimed = trace.isTimed
        log.report(trace.skipped, key: entry.key, entry.declaration)
    }

    private static let unknown = FlagError(.flagNotFound, "The provider doesn't define the flag.")
}

/// Follows the decision of a flag whose context and time aren't known.
private struct PlanningTrace: DecisionTrace {
    typealias Ancestor = NoTrace

    private(set) var isContextual = false
    private(set) var isTimed = false
    private(set) var skipped: [SkippedAnswer] = []

    mutating func evaluation(
        of step: borrowing FlagStep, in context: borrowing EvaluationContext, now: Int64
    ) -> FlagEvaluation? {
        guard step.kind == .computed else { return step.evaluate(context, now: now) }
        isContextual = isContextual || step.dependsOnContext
        isTimed = isTimed || step.dependsOnTime
        return nil
    }

    mutating func skip(_ step: borrowing FlagStep, _ error: @autoclosure () -> FlagError) {
        if step.kind == .constant { skipped.append(SkippedAnswer(provider: step.source.name, error: error())) }
    }
}

/// Reads the metadata of a flag's definitions; the first definition with an entry counts.
private struct FlagMetadataReader {
    private let entry: FlagEntry
    /// By source.
    private let metadata: [[String: JSONValue]]
    private let log: FlagDiagnosticLog

    init(_ entry: FlagEntry, _ metadata: [[String: JSONValue]], _ log: FlagDiagnosticLog) {
        self.entry = entry
        self.metadata = metadata
        self.log = log
    }

    /// Returns the key of the parent, or the name of the exclusion group: the declared one, else that of a definition.
    func text(_ name: String, declared: String?) -> String? {
        guard let value = first(name) else { return declared }
        guard case .string(let text) = value, !text.isEmpty else {
            report(name, "\(value.short()) is not a name. Use a string that isn't empty.")
            return declared
        }
        if let declared, declared != text {
            report(
                name, "The definition has “\(text)”, but the program declares “\(declared)”. The declaration is used.")
        }
        return declared ?? text
    }

    /// The priority in the exclusion group: that of a definition, else the declared one.
    func integer(_ name: String, declared: Int) -> Int {
        guard let value = first(name) else { return declared }
        guard let number = Int(flagValue: value) else {
            report(name, "\(value.short()) is not a priority. Use an integer.")
            return declared
        }
        return number
    }

    /// Returns the state in this build: off if declaration or definition is off, else on if either is on.
    func local(in environment: FlagEnvironment) -> Bool? {
        let declared = entry.declaration?.local.isOn(in: environment)
        var defined: Bool?
        if let value = first("local") {
            let state = LocalState(metadata: value)
            if state == nil {
                report("local", "\(value.short()) is not a state. Use “on”, “off” or names of environments.")
            }
            defined = state?.isOn(in: environment)
        }
        if declared == false || defined == false { return false }
        // No other type has a value that means on.
        if let type = entry.declaration?.type, type != .bool { return nil }
        return declared == true || defined == true ? true : nil
    }

    private func first(_ name: String) -> JSONValue? { metadata.lazy.compactMap { $0[name] }.first }

    private func report(_ name: String, _ message: String) {
        log.report(
            .metadata, key: entry.key, detail: name, entry.declaration,
            "Metadata “\(name)” of “\(entry.key)”: \(message)")
    }
}
