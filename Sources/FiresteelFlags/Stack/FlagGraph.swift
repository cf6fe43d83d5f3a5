import FiresteelBase
import Synchronization

/// The flags of a stack and what they depend on; used while holding the stack's lock.
final class FlagGraph {
    let table: PagedTable<FlagSlot>
    let readers: ReaderGuard
    let log: FlagDiagnosticLog
    let generations: FlagGeneration
    let environment: FlagEnvironment
    let clock: @Sendable () -> Double

    var sources: [FlagSource] = []
    var context: EvaluationContext
    var records: [String: FlagRecord] = [:]
    /// Cells for the defaults of declarations whose key has another type in this stack, by index.
    private var mismatchedCells: [UInt32: any FlagCell] = [:]
    /// Entries that others have replaced: compiled decisions may still refer to them.
    private var replaced: [FlagEntry] = []
    private(set) var children: [String: Set<String>] = [:]
    private(set) var groups: [String: Set<String>] = [:]
    private var compiledGroups: [String: CompiledDecision.Group] = [:]
    var isObserved = false
    var history: FlagHistory?

    init(
        table: PagedTable<FlagSlot>, readers: ReaderGuard, log: FlagDiagnosticLog, generations: FlagGeneration,
        environment: FlagEnvironment, context: EvaluationContext, clock: @escaping @Sendable () -> Double
    ) {
        self.table = table
        self.readers = readers
        self.log = log
        self.generations = generations
        self.environment = environment
        self.context = context
        self.clock = clock
    }

    var now: Int64 { Int64(clamping: clock()) }

    // MARK: Declaring

    /// Adds checked declarations, and returns the changes of other flags.
    func add(_ declarations: [FlagDeclaration]) -> [FlagChange] {
        var keys: Set<String> = []
        for declaration in declarations {
            let key = declaration.key
            if let known = records[key] {
                guard known.entry.declaration == nil else { continue }
                replaced.append(known.entry)
            }
            let record = FlagRecord(
                FlagEntry(key: key, declaration: declaration), slot: table.findOrAllocate(declaration.index))
            if let known = records[key] {
                // Replanning removes the edges of the replaced record, so the new one has to know them.
                record.parent = known.parent
                record.group = known.group
            }
            records[key] = record
            if let group = record.group { compiledGroups[group] = nil }
            keys.insert(key)
        }
        return update(keys)
    }

    /// Returns the record of a key that a flag depends on, declared or not.
    private func record(for key: String, unplanned: inout [String]) -> FlagRecord {
        if let known = records[key] { return known }
        let record = FlagRecord(FlagEntry(key: key, declaration: nil), slot: nil)
        records[key] = record
        unplanned.append(key)
        return record
    }

    /// Returns the record of a key; of an undeclared one, if a provider defines it.
    func undeclared(_ key: String) -> FlagRecord? {
        if let known = records[key] { return known }
        guard sources.contains(where: { $0.provider.rule(for: key) != nil }) else { return nil }
        records[key] = FlagRecord(FlagEntry(key: key, declaration: nil), slot: nil)
        _ = update([key])
        return records[key]
    }

    /// Fills the slot of a declaration whose key has another type in this stack with the declaration's default.
    func mismatchedCell(for declaration: FlagDeclaration) -> UInt64 {
        let cell = mismatchedCells[declaration.index] ?? declaration.makeCell()
        mismatchedCells[declaration.index] = cell
        let bits = cell.bits(for: nil)
        if let slot = table.findOrAllocate(declaration.index) {
            slot.pointee.value.store(bits, ordering: .releasing)
            slot.pointee.state.store(0, ordering: .releasing)
        }
        return bits
    }

    // MARK: Changing

    /// Reads the rules of the given keys again, and decides them and all flags that depend on them.
    func update(_ keys: Set<String>) -> [FlagChange] {
        let notReady = sourcesWithoutValues()
        var pending = keys.filter { records[$0] != nil }
        let unknown = keys.subtracting(pending)
        if !unknown.isEmpty {
            let listing = sources.map(\.provider).filter { $0.keys != nil }
            pending.formUnion(unknown.filter { joinsGroup($0, listing) })
        }
        var changed: Set<String> = []
        while !pending.isEmpty {
            var unplanned: [String] = []
            for key in pending {
                changed.insert(key)
                changed.formUnion(replan(record(for: key, unplanned: &unplanned), notReady, &unplanned))
            }
            pending = Set(unplanned)
        }
        let affected = dependants(of: changed)
        connect(affected)
        publishPlans(affected)
        return evaluate(affected)
    }

    /// Updates every key that has a record or that a provider lists.
    func updateAll() -> [FlagChange] {
        var keys = Set(records.keys)
        for source in sources { keys.formUnion(source.provider.keys ?? []) }
        return update(keys)
    }

    /// Decides again the flags that depend on the context, or on the time.
    func reevaluate(where matches: (FlagRecord) -> Bool) -> [FlagChange] {
        evaluate(records.values.filter(matches).map(\.key))
    }

    /// Returns the answers of all declared flags.
    func snapshotOfAnswers() -> [String: FlagAnswer] {
        records.filter { $0.value.entry.declaration != nil }.mapValues(\.answer)
    }

    /// Returns the differences to earlier answers, as one change.
    func changes(since old: [String: FlagAnswer]) -> [FlagChange] {
        records.keys.sorted().compactMap { key in
            guard let record = records[key], let before = old[key], !before.isSame(as: record.answer) else {
                return nil
            }
            return FlagChange(key: key, old: record.resolution(before), new: record.resolution(record.answer))
        }
    }

    /// Returns the errors of sources without any values, in the order of the sources.
    ///
    /// Reports those that failed, or whose values are outdated because of an error, until they have values again.
    private func sourcesWithoutValues() -> [FlagError?] {
        sources.map { source in
            let status = source.provider.status
            switch status.state {
            case .ready:
                log.withdraw(.providerFailed, provider: source.name)
                return nil
            case .stale:
                if let error = status.error {
                    log.report(
                        .providerFailed, provider: source.name, nil,
                        "\(source.name) has outdated values. \(error.message)")
                }
                return nil
            case .notReady: return FlagError(.providerNotReady, "The provider has no values yet.")
            case .failed:
                let cause = status.error?.message ?? "It gives no reason."
                log.report(.providerFailed, provider: source.name, nil, "\(source.name) has no values. \(cause)")
                return FlagError(.providerNotReady, "The provider has no values. \(cause)")
            }
        }
    }

    /// Returns whether an undeclared key is in a group, in which it may be the flag that is on.
    ///
    /// Only of providers that list their keys: in others, such as environment variables, looking up an unused key can
    /// have effects.
    private func joinsGroup(_ key: String, _ providers: [any FlagProvider]) -> Bool {
        for provider in providers {
            if let rule = provider.rule(for: key), case .string? = rule.metadata["exclusionGroup"] { return true }
        }
        return false
    }

    /// Reads declaration and rules of a flag, and returns the flags whose group changed.
    private func replan(
        _ record: FlagRecord, _ notReady: [FlagError?], _ unplanned: inout [String]
    ) -> Set<String> {
        let blueprint = FlagBlueprint(
            record.entry, sources: sources, notReady: notReady, environment: environment, now: now, log: log)
        record.rules = blueprint.rules
        record.ownIsContextual = blueprint.isContextual
        record.ownIsTimed = blueprint.isTimed
        record.priority = blueprint.priority
        if let old = record.parent { children[old]?.remove(record.key) }
        record.parent = blueprint.parent
        if let parent = record.parent {
            children[parent, default: []].insert(record.key)
            _ = self.record(for: parent, unplanned: &unplanned)
        }
        var changed: Set<String> = []
        if record.group != blueprint.group {
            if let old = record.group {
                groups[old]?.remove(record.key)
                compiledGroups[old] = nil
                changed.formUnion(groups[old] ?? [])
            }
            record.group = blueprint.group
            if let new = record.group {
                groups[new, default: []].insert(record.key)
                compiledGroups[new] = nil
            }
        }
        return changed
    }

    private func publishPlans(_ keys: [String]) {
        var old: [Unmanaged<CompiledDecision>] = []
        for key in keys {
            guard let record = records[key] else { continue }
            let parent = record.parent.flatMap { records[$0] }.map { Unmanaged.passUnretained($0.entry) }
            let compiled = CompiledDecision(
                rules: record.rules, parent: parent, group: record.group.map(compiledGroup), priority: record.priority,
                isInCycle: record.isInCycle, isContextual: record.isContextual, isTimed: record.isTimed)
            old.append(record.entry.exchangeCompiled(compiled))
        }
        readers.retire(old)
    }

    private func compiledGroup(_ name: String) -> CompiledDecision.Group {
        if let known = compiledGroups[name] { return known }
        let members = (groups[name] ?? []).sorted().compactMap { records[$0] }
        let compiled = CompiledDecision.Group(name: name, members: members.map { Unmanaged.passUnretained($0.entry) })
        compiledGroups[name] = compiled
        return compiled
    }
}

extension Int64 {
    /// Creates the whole part of a time in seconds; 0 for not-a-number.
    init(clamping seconds: Double) {
        self = Int64(exactly: seconds.rounded(.down)) ?? (seconds > 0 ? .max : seconds < 0 ? .min : 0)
    }
}
