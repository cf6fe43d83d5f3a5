/// What a flag's declaration and its providers say of it, put into the order in which they are asked.
struct FlagBlueprint {
    private(set) var steps: [FlagPlan.Step] = []
    private(set) var parent: String?
    private(set) var group: String?
    private(set) var local: Bool?
    private(set) var isContextual = false
    private(set) var isTimed = false

    private let entry: FlagEntry
    private let log: FlagDiagnosticLog

    init(
        _ entry: FlagEntry, sources: [FlagGraph.Source], notReady: [FlagSourceName: FlagError],
        environment: FlagEnvironment,
        context: EvaluationContext, now: Int64, log: FlagDiagnosticLog
    ) {
        self.entry = entry
        self.log = log
        let declaration = entry.declaration
        let found = sources.map { ($0.name, $0.provider.rule(for: entry.key, in: environment)) }
        let metadata = found.map { $0.1?.metadata ?? [:] }

        readDependencies(metadata)
        readLocal(metadata, environment)

        for (index, (source, rule)) in found.enumerated() {
            if local == false, !source.isByHand { break }
            guard let rule else {
                steps.append(.nothing(source, notReady[source] ?? Self.unknown))
                continue
            }
            isContextual = isContextual || rule.dependsOnContext
            isTimed = isTimed || rule.dependsOnTime
            if rule.dependsOnContext || rule.dependsOnTime {
                steps.append(.rule(rule, source, metadata: metadata[index]))
                continue
            }
            let evaluation = rule.evaluate(context, now: now)
            switch (evaluation.outcome, declaration) {
            case (.failed(let error), _):
                skip(source, error)
            case (.value(let value), let declaration?) where !declaration.accepts(value):
                skip(source, FlagEvaluator.mismatch(value, .declaration(declaration)))
            case (_, nil):
                // Which type it must have is known only when somebody asks.
                steps.append(.fixed(evaluation, source, metadata: metadata[index]))
            default:
                steps.append(.fixed(evaluation, source, metadata: metadata[index]))
                return
            }
        }
        if let local { steps.append(.local(local)) }
    }

    private static let unknown = FlagError(.flagNotFound, "The provider doesn't know the flag.")

    private mutating func skip(_ source: FlagSourceName, _ error: FlagError) {
        steps.append(.nothing(source, error))
        log.report([SkippedAnswer(provider: source.text, error: error)], key: entry.key, entry.declaration)
    }

    /// Parent and exclusion group: what is declared, else what the first definition says that says anything.
    private mutating func readDependencies(_ metadata: [[String: FlagValue]]) {
        let defined = text("parent", in: metadata)
        parent = entry.declaration?.parent ?? defined
        if let declared = entry.declaration?.parent, let defined, declared != defined {
            report(
                "parent", "The definition says that its parent is “\(defined)”, the program “\(declared)”; that holds.")
        }
        let definedGroup = text("exclusionGroup", in: metadata)
        group = entry.declaration?.exclusionGroup ?? definedGroup
        if let declared = entry.declaration?.exclusionGroup, let definedGroup, declared != definedGroup {
            report(
                "exclusionGroup",
                "The definition puts it into the group “\(definedGroup)”, the program into “\(declared)”; that holds.")
        }
    }

    private mutating func readLocal(_ metadata: [[String: FlagValue]], _ environment: FlagEnvironment) {
        let declared = entry.declaration?.local.isOn(in: environment)
        var defined: Bool?
        for value in metadata.lazy.compactMap({ $0["local"] }).prefix(1) {
            guard let state = LocalState(metadata: value) else {
                report(
                    "local", "\(value.short()) says nothing. Write “on”, “off” or names of environments.")
                continue
            }
            defined = state.isOn(in: environment)
        }
        if declared == false || defined == false {
            local = false
        } else if let type = entry.declaration?.type, type != .bool {
            local = nil
        } else if declared == true || defined == true {
            local = true
        }
    }

    private func text(_ name: String, in metadata: [[String: FlagValue]]) -> String? {
        guard let value = metadata.lazy.compactMap({ $0[name] }).first else { return nil }
        guard case .string(let text) = value, !text.isEmpty else {
            report(name, "\(value.short()) is no name. Write a text.")
            return nil
        }
        return text
    }

    private func report(_ metadata: String, _ message: String) {
        log.report(
            .metadata, key: entry.key, detail: metadata, entry.declaration,
            "Metadata “\(metadata)” of “\(entry.key)”: \(message)")
    }
}
