import FiresteelFlags

/// Validates a set of editable flags as a whole.
struct FlagDocumentValidator {
    let items: EditableFlags
    private(set) var diagnostics: [FlagDocumentDiagnostic] = []
    /// JsonLogic of the items, to be compiled at the end.
    var pieces: [LogicPiece] = []
    /// The names of the variants of the flag whose targeting is being validated.
    var variants: Set<ExactText> = []

    init(_ items: EditableFlags) { self.items = items }

    mutating func validate() -> [FlagDocumentDiagnostic] {
        for (key, segment) in items.segments { check(segment, key) }
        checkSegmentNesting(of: Array(items.segments.keys))
        for (key, flag) in items.flags {
            check(flag, key)
            if !flag.isArchived { checkParent(of: flag, key) }
        }
        checkParentCycles()
        for (key, targeting) in items.targetings {
            guard let flag = items.flags[key] else {
                report(
                    .targeting(key), LogicPath(),
                    "There is no flag “\(key)”. Remove its targeting, or add the flag.")
                continue
            }
            if !flag.isArchived { check(targeting, of: flag, key) }
        }
        checkExperiments()
        return finish()
    }

    /// Validates one flag with its targeting and the segments that it needs.
    mutating func validate(flag key: String) -> [FlagDocumentDiagnostic] {
        guard let flag = items.flags[key] else { return [] }
        check(flag, key)
        let targeting = items.targetings[key] ?? FlagTargeting()
        check(targeting, of: flag, key)
        var used = SegmentReferences.keys(in: targeting)
        for (name, experiment) in items.experiments where experiment.flag == key && experiment.state == .running {
            check(experiment, name)
            used.formUnion(SegmentReferences.keys(in: experiment.conditions))
        }
        let needed = items.withNeeded(used)
        for key in needed { if let segment = items.segments[key] { check(segment, key) } }
        checkSegmentNesting(of: Array(needed))
        return finish()
    }

    private mutating func finish() -> [FlagDocumentDiagnostic] {
        if !diagnostics.contains(where: { if case .segment? = $0.item { true } else { false } }) { checkPieces() }
        return diagnostics.sorted {
            let (first, second) = ($0.item?.order ?? (0, ""), $1.item?.order ?? (0, ""))
            return (first.0, first.1, $0.path, $0.message) < (second.0, second.1, $1.path, $1.message)
        }
    }

    mutating func report(
        _ item: FlagDocumentItem, _ path: LogicPath, _ message: String,
        _ severity: FlagDocumentDiagnostic.Severity = .error
    ) {
        report(item, path.text, message, severity)
    }

    mutating func report(
        _ item: FlagDocumentItem, _ path: String, _ message: String,
        _ severity: FlagDocumentDiagnostic.Severity = .error
    ) {
        diagnostics.append(
            FlagDocumentDiagnostic(item: item, path: path, severity: severity, message: message))
    }
}

/// JsonLogic of an item, with its location.
struct LogicPiece {
    let item: FlagDocumentItem
    let path: LogicPath
    let logic: JSONValue
    /// The flag whose variants the logic returns; `nil` for a condition.
    let flag: EditableFlag?
}
