extension FlagGraph {
    /// The diagnostics of parents and overrides whose keys nothing knows.
    ///
    /// None as long as a provider has no values, since it may know them.
    func unknownReferences() -> [FlagDiagnostic] {
        let providers = sources.filter { !$0.isOverride }.map(\.provider)
        guard providers.allSatisfy({ $0.status.state != .notReady && $0.status.state != .failed }) else { return [] }
        func isKnown(_ key: String) -> Bool {
            records[key]?.entry.declaration != nil || providers.contains { $0.rule(for: key) != nil }
        }
        let overrides = sources.filter(\.isOverride).map(\.provider)
        return unknownParents { key in isKnown(key) || overrides.contains { $0.rule(for: key) != nil } }
            + unknownOverrides(isKnown)
    }

    private func unknownParents(_ isKnown: (String) -> Bool) -> [FlagDiagnostic] {
        let children = records.values.filter { $0.entry.declaration != nil && $0.parent != nil }
        return children.sorted { $0.key < $1.key }.compactMap { record in
            guard let parent = record.parent, !isKnown(parent), let declaration = record.entry.declaration else {
                return nil
            }
            return FlagDiagnostic(
                kind: .unknownParent, key: record.key, provider: nil,
                message:
                    "“\(record.key)” is off: its parent “\(parent)” is not declared, and no provider defines it. Declare the parent, or correct its key.",
                file: declaration.file, line: declaration.line)
        }
    }

    private func unknownOverrides(_ isKnown: (String) -> Bool) -> [FlagDiagnostic] {
        sources.filter(\.isOverride).flatMap { source in
            (source.provider.keys ?? []).filter { !isKnown($0) }.sorted().map { key in
                FlagDiagnostic(
                    kind: .unknownOverride, key: key, provider: source.name,
                    message:
                        "The override of “\(key)” in \(source.name) affects only reads by key: the flag is not declared, and no provider defines it. Correct the key, or remove the override.",
                    file: nil, line: nil)
            }
        }
    }
}
