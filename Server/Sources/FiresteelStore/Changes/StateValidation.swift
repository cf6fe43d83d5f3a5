import FiresteelFlagAuthoring
package import FiresteelFlags

/// Validates the items of a program as a whole, and compiles an environment.
package enum StateValidation {
    /// Returns the errors in items after a change, in the environments that it affects, and the definitions of these.
    ///
    /// - Parameters:
    ///   - state: The state after the change.
    ///   - differences: The change.
    ///   - environments: The affected environments.
    ///   - limit: The maximum size of an environment's definitions, in bytes.
    static func validate(
        _ state: ProgramState, after differences: [ItemDifference], environments: Set<String>, limit: Int
    ) -> (diagnostics: [ItemDiagnostic], definitions: [String: CompiledDefinitions]) {
        var parsed = ParsedItems(state, environments: environments)
        for difference in differences where difference.item.kind == .targeting && difference.after != nil {
            if state.items[ItemKey(.flag, difference.item.name)] == nil {
                parsed.diagnostics.append(
                    ItemDiagnostic(
                        difference.item, path: "",
                        message: "There is no flag “\(difference.item.name)”. Create it first."))
            }
        }
        for difference in differences where difference.item.kind == .flag && difference.after == nil {
            for environment in state.program.environments
            where state.items[ItemKey(.targeting, difference.item.name, environment: environment.id)] != nil {
                parsed.diagnostics.append(
                    ItemDiagnostic(
                        difference.item, path: "",
                        message:
                            "It still has a targeting in \(environment.name). Remove that as well, or archive the flag."
                    ))
            }
        }
        var diagnostics = parsed.diagnostics
        var known = Set(diagnostics)
        var definitions: [String: CompiledDefinitions] = [:]
        for environment in environments.sorted() {
            let compiled = parsed.compiled(in: environment)
            definitions[environment] = compiled
            for diagnostic in compiled.diagnostics where known.insert(diagnostic).inserted {
                diagnostics.append(diagnostic)
            }
            let size = compiled.json.count
            guard size > limit, let first = differences.first else { continue }
            diagnostics.append(
                ItemDiagnostic(
                    first.item, path: "",
                    message:
                        "The definitions of \(environment) would have \(size) bytes, and programs accept \(limit). Archive flags, list fewer people and values in segments and rules, or end experiments that are split by an attribute."
                ))
        }
        // Segments that no rule uses yet belong to no environment.
        if environments.isEmpty {
            for diagnostic in parsed.items(of: "").diagnostics() where diagnostic.severity == .error {
                diagnostics.append(ItemDiagnostic(diagnostic, in: ""))
            }
        }
        return (diagnostics, definitions)
    }

    /// Returns the definitions of an environment in flagd's format, with Firesteel's own metadata expressed as plain
    /// targeting, so that every evaluator has the same results.
    ///
    /// A flag belongs to an environment once it has a targeting there. Invalid items are left out and reported.
    package static func definitions(
        of state: ProgramState, in environment: String
    ) -> CompiledDefinitions {
        ParsedItems(state, environments: [environment]).compiled(in: environment)
    }

    /// Returns one flag in flagd's format, with the segments that it needs.
    package static func definition(
        of flag: String, in state: ProgramState, environment: String
    ) throws -> JSONValue {
        try ParsedItems(state, environments: [environment]).items(of: environment).compiled(flag: flag)
            .withPlainMetadata
    }
}

/// The definitions of one environment, compiled from valid items.
private struct CompiledItems {
    /// The definitions in flagd's format.
    private(set) var definitions: JSONValue = ["flags": [:]]
    /// The errors of the items that are left out.
    private(set) var diagnostics: [ItemDiagnostic] = []

    init(_ parsed: ParsedItems, environment: String) {
        var items = parsed.items(of: environment)
        while true {
            do {
                let compiled = try items.compiled()
                guard Self.needsExport(items) else {
                    definitions = compiled.withPlainMetadata
                    return
                }
                let export = try FlagDefinitions(json: Array(compiled.json().utf8))
                    .exported(for: environment, defaultsAreOff: true)
                // Exclusion groups stay metadata: programs and this server apply them.
                let inexpressible = export.diagnostics.filter { $0.cause != .exclusionGroup }
                guard !inexpressible.isEmpty else {
                    definitions = export.definitions.withPlainMetadata
                    return
                }
                for one in inexpressible {
                    diagnostics.append(ItemDiagnostic(ItemKey(.flag, one.key), path: "", message: one.reason))
                    items.flags[one.key] = nil
                    items.targetings[one.key] = nil
                }
            } catch let error as FlagDocumentError {
                guard leaveOut(error.diagnostics, of: &items, environment) else { return }
            } catch {
                diagnostics.append(ItemDiagnostic(ItemKey(.flag, ""), path: "", message: "\(error)"))
                return
            }
        }
    }

    /// Leaves out the items with errors, and returns whether there are any.
    private mutating func leaveOut(
        _ errors: [FlagDocumentDiagnostic], of items: inout EditableFlags, _ environment: String
    ) -> Bool {
        let count = items.count
        for error in errors {
            diagnostics.append(ItemDiagnostic(error, in: environment))
            switch error.item {
            case .flag(let key)?, .targeting(let key)?:
                items.flags[key] = nil
                items.targetings[key] = nil
            case .segment(let key)?: items.segments[key] = nil
            case .experiment(let key)?:
                items.experiments[key] = nil
                items.holdouts[key] = nil
            case nil: break
            }
        }
        return items.count < count
    }

    /// Returns whether plain definitions need more than compiling: parents, and metadata with that meaning.
    private static func needsExport(_ items: EditableFlags) -> Bool {
        items.flags.values.contains { flag in
            flag.parent != nil || flag.exclusionGroup != nil
                || ["parent", "local", "environments", "exclusionGroup"].contains { flag.metadata[$0] != nil }
        }
    }
}

extension EditableFlags {
    /// The number of all items.
    fileprivate var count: Int {
        flags.count + segments.count + targetings.count + experiments.count + holdouts.count
    }
}

extension JSONValue {
    /// Definitions whose metadata has only texts, numbers and Booleans: flagd rejects all flags if one has another value.
    fileprivate var withPlainMetadata: JSONValue {
        guard case .object(var root) = self else { return self }
        root["metadata"] = root["metadata"]?.plainMembers
        if case .object(var flags)? = root["flags"] {
            for case (let key, .object(var flag)) in flags where flag["metadata"] != nil {
                flag["metadata"] = flag["metadata"]?.plainMembers
                flags[key] = .object(flag)
            }
            root["flags"] = .object(flags)
        }
        return .object(root)
    }

    private var plainMembers: JSONValue? {
        guard case .object(let members) = self else { return nil }
        let plain = members.filter { _, value in
            switch value {
            case .bool, .int, .double, .string: true
            case .null, .array, .object: false
            }
        }
        return plain.isEmpty ? nil : .object(plain)
    }
}

/// The items of a program, read from their JSON.
struct ParsedItems {
    private var flags: [String: EditableFlag] = [:]
    private var segments: [String: FlagSegment] = [:]
    private var targetings: [String: [String: FlagTargeting]] = [:]
    private var experiments: [String: [String: FlagExperiment]] = [:]
    private var holdouts: [String: [String: FlagHoldout]] = [:]
    /// The errors of items that can't be read.
    var diagnostics: [ItemDiagnostic] = []

    init(_ state: ProgramState, environments: Set<String>) {
        for (key, item) in state.items {
            do {
                switch key.kind {
                case .flag: flags[key.name] = try EditableFlag(json: item.value)
                case .segment: segments[key.name] = try FlagSegment(json: item.value)
                case .targeting where environments.contains(key.environment):
                    targetings[key.environment, default: [:]][key.name] = try FlagTargeting(json: item.value)
                case .experiment where environments.contains(key.environment):
                    if FlagHoldout.isHoldout(item.value) {
                        holdouts[key.environment, default: [:]][key.name] = try FlagHoldout(json: item.value)
                    } else {
                        experiments[key.environment, default: [:]][key.name] = try FlagExperiment(json: item.value)
                    }
                case .targeting, .experiment: break
                }
            } catch {
                diagnostics += error.diagnostics.map { ItemDiagnostic(key, path: $0.path, message: $0.message) }
            }
        }
        diagnostics.sort { ($0.item, $0.path) < ($1.item, $1.path) }
    }

    /// Compiles an environment; the diagnostics include those of its items that can't be read.
    func compiled(in environment: String) -> CompiledDefinitions {
        let compiled = CompiledItems(self, environment: environment)
        let own = diagnostics.filter { ["", environment].contains($0.item.environment) }
        return CompiledDefinitions(
            json: Array(compiled.definitions.json().utf8), diagnostics: own + compiled.diagnostics)
    }

    /// Returns the items of an environment: the flags that have a targeting there.
    func items(of environment: String) -> EditableFlags {
        let targetings = targetings[environment] ?? [:]
        var items = EditableFlags(
            flags: environment.isEmpty ? [:] : flags.filter { targetings[$0.key] != nil }, segments: segments,
            targetings: targetings.filter { flags[$0.key] != nil })
        items.experiments = experiments[environment] ?? [:]
        items.holdouts = holdouts[environment] ?? [:]
        return items
    }
}

extension ItemDiagnostic {
    /// Creates the diagnostic of a document in an environment.
    init(_ diagnostic: FlagDocumentDiagnostic, in environment: String) {
        let item =
            switch diagnostic.item {
            case .flag(let key)?: ItemKey(.flag, key)
            case .targeting(let key)?: ItemKey(.targeting, key, environment: environment)
            case .segment(let key)?: ItemKey(.segment, key)
            case .experiment(let key)?: ItemKey(.experiment, key, environment: environment)
            case nil: ItemKey(.flag, "")
            }
        self.init(item, path: diagnostic.path, message: diagnostic.message)
    }
}
