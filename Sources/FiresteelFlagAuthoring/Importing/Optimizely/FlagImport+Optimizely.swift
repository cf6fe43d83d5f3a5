public import FiresteelFlags
import FiresteelOptimizely

extension FlagImport {
    /// Converts an Optimizely datafile to editable flags.
    ///
    /// Flags and variables have the keys that `OptimizelyDatafile` gives them. Audiences, lists of users and the order
    /// of experiments and rules stay the same. Shares stay the same, but people are drawn by another hash: a warning of
    /// each such flag says so. A flag and its variables are still drawn together.
    ///
    /// What can't be expressed is an error, and the flag is left out: comparisons of versions other than with three
    /// numbers, predictions by a service, holdouts that exclude deliveries, attributes whose names are paths.
    ///
    /// - Throws: `PARSE_ERROR` if it isn't a datafile.
    public init(optimizely datafile: [UInt8]) throws(FlagError) {
        let datafile = try OptimizelyDatafile(json: datafile)
        var converter = DatafileConverter()
        for (key, flag) in datafile.flags.sorted(by: { $0.key < $1.key }) { converter.add(flag, key) }
        self.init(items: converter.items, diagnostics: converter.diagnostics)
    }
}

/// Converts the flags of a datafile.
struct DatafileConverter {
    private(set) var items = EditableFlags()
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []

    mutating func add(_ found: Result<DatafileFlag, DatafileError>, _ key: String) {
        do {
            let flag = try found.get()
            var decisions = DatafileDecisions()
            try decisions.read(flag)
            try add(key, decisions) { .value(.bool($0?.isEnabled ?? false)) }
            for variable in flag.variables {
                // The flag has priority over a variable with its key.
                let name = "\(key).\(variable.key)"
                guard items.flags[name] == nil else {
                    report(name, "The key belongs to a flag and to a variable. The variable is left out.")
                    continue
                }
                do {
                    try add(name, decisions) { variation in
                        guard let variation, variation.isEnabled else { return variable.defaultValue }
                        return variation.values[variable.id] ?? variable.defaultValue
                    }
                } catch let error as ImportError {
                    report(name, error.reason)
                }
            }
        } catch let error as ImportError {
            report(key, error.reason)
        } catch {
            report(key, "\(error)")
        }
    }

    /// Adds a flag whose value depends on the variation.
    private mutating func add(
        _ key: String, _ decisions: DatafileDecisions, _ value: (Variation?) -> VariableValue
    ) throws {
        func read(_ variation: Variation?) throws(ImportError) -> JSONValue {
            switch value(variation) {
            case .value(.null): throw ImportError("A value is null, which no flag can have.")
            case .value(let value): return value
            case .unreadable(let message): throw ImportError(message)
            }
        }
        let off = try read(nil)
        var values: [(name: String, value: JSONValue)] = [("default", off)]
        for variation in decisions.variations { values.append((variation.key, try read(variation))) }
        let flag = try EditableFlag(importing: values)
        func name(_ variation: Variation?) throws -> String { flag.variant(with: try read(variation)) ?? "off" }
        var targeting = FlagTargeting(isOn: true)
        if flag.type != .bool { targeting.off = .variant(try name(nil)) }
        for (index, rule) in decisions.rules.enumerated() {
            let result = try rule.outcome.result(name)
            if rule.conditions.isEmpty {
                targeting.otherwise = result
                break
            }
            targeting.rules.append(
                TargetingRule(id: "\(index + 1)", name: rule.name, if: rule.conditions, then: result))
        }
        if targeting.otherwise == nil { targeting.otherwise = .variant(try name(nil)) }
        items.flags[key] = flag
        items.targetings[key] = targeting
        if decisions.isDrawn { warn(key, "Its shares are drawn by another hash. People may be assigned anew.") }
        for warning in decisions.warnings.sorted() { warn(key, warning) }
    }

    private mutating func report(_ key: String, _ message: String) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", message: message))
    }

    private mutating func warn(_ key: String, _ message: String) {
        diagnostics.append(FlagDocumentDiagnostic(item: .flag(key), path: "$", severity: .warning, message: message))
    }
}
