import FiresteelFlags
import FlagAccessors

extension FlagFileLinter {
    /// Finds errors and warnings in flagd's definitions.
    mutating func lintDefinitions(_ file: FlagFileInput) {
        let definitions: FlagDefinitions
        do throws(FlagDefinitionsError) {
            definitions = try FlagDefinitions(json: file.bytes)
        } catch {
            return add(Self.finding(error))
        }
        for error in definitions.errors {
            add(
                LintFinding(
                    severity: .error, line: error.line, column: error.column, path: error.path, flag: error.key,
                    message: error.message))
        }
        for warning in definitions.warnings {
            add(
                LintFinding(
                    severity: .warning, line: warning.line, column: warning.column, path: warning.path,
                    flag: warning.key, message: warning.message))
        }
        checkNames(
            of: file.root.members ?? [], known: ["$schema", "$evaluators", "flags", "metadata"], "$", nil,
            "a file of definitions")
        let broken = Set(definitions.errors.compactMap(\.key))
        let evaluators = file.root["$evaluators"]
        var used: Set<String> = []
        let flags = file.root["flags"]
        if let metadata = file.root["metadata"] { checkMetadata(metadata, of: nil, "$.metadata") }
        for member in flags?.definitions ?? [] {
            if member.name.isEmpty { error(at: member.offset, "$.flags['']", "", "A flag's key is empty.") }
            if let targeting = member.value["targeting"] { collectReferences(targeting, &used) }
            // What is odd about a definition that can't be read is omitted.
            if !broken.contains(member.name) { lintDefinition(member, flags, evaluators) }
        }
        lintEvaluators(evaluators, used)
        let faulty = Set(definitions.errors.map(\.path))
        for member in evaluators?.members ?? [] {
            let path = LintPath.named(member.name, of: "$['$evaluators']")
            // A rule that can't be compiled is reported already.
            if !faulty.contains(where: { $0.hasPrefix(path) }) { lintTargeting(member.value, path, nil) }
        }
    }

    private static func finding(_ error: FlagDefinitionsError) -> LintFinding {
        switch error {
        case .notJSON(let error):
            LintFinding(
                severity: .error, line: error.line, column: error.column, path: "$", flag: nil, message: error.message)
        case .noFlags(let line, let column):
            LintFinding(
                severity: .error, line: line, column: column, path: "$", flag: nil,
                message: "The file has neither an object nor an array “flags”. Add an object that maps keys to flags.")
        case .noKeys(let line, let column):
            LintFinding(
                severity: .error, line: line, column: column, path: "$.flags", flag: nil,
                message: "A flag of an array must have a “key”, which is a string.")
        }
    }

    private mutating func lintDefinition(
        _ member: PlacedValue.PlacedMember, _ flags: PlacedValue?, _ evaluators: PlacedValue?
    ) {
        let path = LintPath.named(member.name, of: "$.flags")
        checkNames(
            of: member.value.members ?? [],
            known: ["key", "state", "variants", "defaultVariant", "targeting", "metadata"], path, member.name, "a flag")
        lintVariants(member, path, evaluators)
        if let targeting = member.value["targeting"] { lintTargeting(targeting, "\(path).targeting", member.name) }
        if let metadata = member.value["metadata"] { lintMetadata(metadata, of: member, flags) }
    }

    private mutating func lintVariants(
        _ member: PlacedValue.PlacedMember, _ path: String, _ evaluators: PlacedValue?
    ) {
        guard let variants = member.value["variants"]?.members else { return }
        let key = member.name
        checkVariants(variants, of: key, at: member.offset, "\(path).variants")
        let targeting = member.value["targeting"].flatMap {
            $0.members?.isEmpty == true || $0.value == .null ? nil : $0
        }
        guard let results = ReachableVariants(targeting, evaluators: evaluators).names else { return }
        let fallback = member.value["defaultVariant"].flatMap { $0.value == "" ? nil : Self.name($0.value) }
        for variant in variants where variant.name != fallback && !results.contains(variant.name) {
            warn(
                at: variant.offset, LintPath.named(variant.name, of: "\(path).variants"), key,
                "No user gets the variant “\(variant.name)” of “\(key)”: "
                    + "it is neither the default nor a result of its targeting."
            )
        }
    }

    static func name(_ value: JSONValue) -> String? {
        switch value {
        case .string(let name): name
        case .bool(let value): value ? "true" : "false"
        default: nil
        }
    }

    private mutating func lintMetadata(
        _ metadata: PlacedValue, of flag: PlacedValue.PlacedMember, _ flags: PlacedValue?
    ) {
        let key = flag.name
        let path = LintPath.named(key, of: "$.flags") + ".metadata"
        checkMetadata(metadata, of: key, path)
        if let expires = metadata["expires"] {
            switch expires.text.flatMap({ FlagDate($0) }) {
            case nil: warn(at: expires.offset, "\(path).expires", key, "“expires” must be a day such as “2026-12-31”.")
            case let day? where day < today:
                let owner = metadata["owner"]?.text.map { " Ask \($0)." } ?? ""
                warn(at: expires.offset, "\(path).expires", key, "“\(key)” expired on \(day).\(owner)")
            default: break
            }
        }
        if let kind = metadata["kind"], kind.text.flatMap({ FlagKind(rawValue: $0) }) == nil {
            let kinds = FlagKind.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            warn(at: kind.offset, "\(path).kind", key, "“kind” must be one of \(kinds).")
        }
        if let local = metadata["local"], LocalState(metadata: local.value) == nil {
            warn(
                at: local.offset, "\(path).local", key,
                "“local” must be “on”, “off”, or a comma-separated list of environments.")
        }
        guard let parent = metadata["parent"] else { return }
        if let name = parent.text, let variants = flags?.definition(name)?["variants"]?.members {
            guard variants.contains(where: { $0.value.value.type != .bool }) else { return }
            warn(at: parent.offset, "\(path).parent", key, "The parent “\(name)” is not a Bool flag.")
        } else {
            warn(
                at: parent.offset, "\(path).parent", key,
                "The parent of “\(key)” is not in this file. “\(key)” is off unless a provider defines the parent.")
        }
    }

    private mutating func lintTargeting(_ targeting: PlacedValue, _ path: String, _ flag: String?) {
        var schema = TargetingSchema()
        schema.check(targeting, path)
        for diagnostic in schema.diagnostics { error(at: diagnostic.offset, diagnostic.path, flag, diagnostic.message) }
    }

    private mutating func lintEvaluators(_ evaluators: PlacedValue?, _ used: Set<String>) {
        var used = used
        // A shared rule may refer to others.
        var next = Array(used)
        while let name = next.popLast() {
            guard let rule = evaluators?[name] else { continue }
            var found: Set<String> = []
            collectReferences(rule, &found)
            for name in found where used.insert(name).inserted { next.append(name) }
        }
        for member in evaluators?.members ?? [] where !used.contains(member.name) {
            warn(
                at: member.offset, LintPath.named(member.name, of: "$['$evaluators']"), nil,
                "No flag refers to the shared rule “\(member.name)”.")
        }
    }

    private func collectReferences(_ value: PlacedValue, _ names: inout Set<String>) {
        switch value.content {
        case .array(let elements): for element in elements { collectReferences(element, &names) }
        case .object(let members):
            for member in members {
                if member.name == "$ref", let name = member.value.text { names.insert(name) }
                collectReferences(member.value, &names)
            }
        default: break
        }
    }
}

/// The variants that a targeting can choose.
struct ReachableVariants {
    /// The names, or `nil` if a rule computes them.
    private(set) var names: Set<String>? = []
    private let evaluators: PlacedValue?

    init(_ targeting: PlacedValue?, evaluators: PlacedValue?) {
        self.evaluators = evaluators
        if let targeting { add(targeting, depth: 0) }
    }

    private mutating func add(_ value: PlacedValue, depth: Int) {
        guard names != nil, depth < 256 else { return names = nil }
        switch value.content {
        case .null: return
        case .string, .bool:
            if let name = FlagFileLinter.name(value.value) { names?.insert(name) }
        case .object(let members) where members.count == 1:
            add(members[0], depth: depth)
        default: names = nil
        }
    }

    private mutating func add(_ rule: PlacedValue.PlacedMember, depth: Int) {
        switch (rule.name, rule.value.content) {
        case ("if", .array(let operands)), ("?:", .array(let operands)):
            // Conditions are at even indices; the last operand is the default.
            for (index, operand) in operands.enumerated() where !index.isMultiple(of: 2) || index == operands.count - 1
            {
                add(operand, depth: depth + 1)
            }
        case ("fractional", .array(let operands)):
            for operand in operands {
                if case .array(let entry) = operand.content, let name = entry.first { add(name, depth: depth + 1) }
            }
        case ("$ref", .string(let name)):
            guard let rule = evaluators?[name] else { return names = nil }
            add(rule, depth: depth + 1)
        // Comparisons return true and false, which are names of variants as well.
        case ("==", _), ("===", _), ("!=", _), ("!==", _), ("!", _), ("!!", _), ("<", _), ("<=", _), (">", _),
            (">=", _),
            ("in", _), ("starts_with", _), ("ends_with", _), ("sem_ver", _), ("some", _), ("all", _), ("none", _):
            names?.formUnion(["true", "false"])
        default: names = nil
        }
    }
}
