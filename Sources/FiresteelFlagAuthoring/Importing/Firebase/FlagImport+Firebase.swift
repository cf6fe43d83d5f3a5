#if Everything || Firebase || Server
import FiresteelFirebase
public import FiresteelFlags

extension FlagImport {
    /// Converts a server template of Firebase Remote Config to editable flags.
    ///
    /// Parameters have the keys and types that `FirebaseTemplate` gives them. Conditions, their order and their shares
    /// stay the same, but people are drawn by another hash: a warning of each such flag says so.
    ///
    /// What can't be expressed is an error, and the flag is left out: regular expressions, personalization, values of
    /// different types, versions with more than three numbers, and parameters that have only the in-app default.
    ///
    /// - Throws: `PARSE_ERROR` if it isn't a template.
    public init(firebase template: [UInt8]) throws(FlagError) {
        let template = try FirebaseTemplate(json: template)
        var converter = TemplateConverter()
        for (key, rule) in template.rules.sorted(by: { $0.key < $1.key }) { converter.add(rule, key) }
        let messages = template.diagnostics.map { message in
            FlagDocumentDiagnostic(path: "$", severity: .warning, message: message)
        }
        self.init(items: converter.items, diagnostics: messages + converter.diagnostics)
    }
}

/// Converts the parameters of a template.
struct TemplateConverter {
    private(set) var items = EditableFlags()
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []

    mutating func add(_ rule: any FlagRule, _ key: String) {
        do throws(ImportError) {
            guard let rule = rule as? FirebaseRule else {
                guard case .failed(let error) = rule.evaluate(.empty, now: 0).outcome else {
                    throw ImportError("It has no values.")
                }
                throw ImportError(error.message)
            }
            try convert(rule, key)
        } catch {
            report(key, error.reason, .error)
        }
    }

    private mutating func convert(_ rule: FirebaseRule, _ key: String) throws(ImportError) {
        var values: [(name: String, value: JSONValue)] = []
        let fallback = try Self.value(rule.fallback)
        if let fallback { values.append(("default", fallback)) }
        var logic = SignalLogic()
        var branches: [(name: String, condition: JSONValue, value: JSONValue?)] = []
        for branch in rule.branches {
            let value = try Self.value(branch.outcome)
            if let value { values.append((branch.condition.name, value)) }
            branches.append((branch.condition.name, try logic.rule(branch.condition.condition), value))
        }
        guard !values.isEmpty else { throw ImportError("It has no value other than the in-app default.") }
        var flag = try EditableFlag(importing: values)
        if case .string(let text)? = rule.metadata["description"] { flag.description = text }
        func name(_ value: JSONValue?) -> JSONValue {
            value.flatMap { flag.variant(with: $0) }.map { .string($0) } ?? .null
        }
        var targeting = FlagTargeting(isOn: true)
        if let fallback {
            if flag.type != .bool, let name = flag.variant(with: fallback) { targeting.off = .variant(name) }
        } else {
            targeting.off = .programDefault
        }
        if branches.contains(where: { $0.value == nil }) {
            // Only JsonLogic leaves a rule to the program's default.
            targeting.off = .programDefault
            targeting.logic = [
                "if": .array(branches.flatMap { [$0.condition, name($0.value)] } + [name(fallback)])
            ]
        } else {
            for (index, branch) in branches.enumerated() {
                guard let value = branch.value, let variant = flag.variant(with: value) else { continue }
                targeting.rules.append(
                    TargetingRule(
                        id: "\(index + 1)", name: branch.name, if: [.logic(branch.condition)], then: .variant(variant)))
            }
            if let fallback, let variant = flag.variant(with: fallback) { targeting.otherwise = .variant(variant) }
        }
        items.flags[key] = flag
        items.targetings[key] = targeting
        if rule.branches.contains(where: { $0.condition.condition.draws }) {
            report(key, "Its shares are drawn by another hash. People may be assigned anew.", .warning)
        }
        for warning in logic.warnings.sorted() { report(key, warning, .warning) }
    }

    private static func value(_ outcome: FlagEvaluation.Outcome) throws(ImportError) -> JSONValue? {
        switch outcome {
        case .value(let value): return value
        case .programDefault: return nil
        case .failed(let error): throw ImportError(error.message)
        }
    }

    private mutating func report(_ key: String, _ message: String, _ severity: FlagDocumentDiagnostic.Severity) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", severity: severity, message: message))
    }
}
#endif
