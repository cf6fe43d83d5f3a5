import Synchronization

extension FlagStack {
    /// Sets a flag's value by hand on this device; `nil` takes it back.
    ///
    /// A key that nobody declares takes any value but nothing.
    ///
    /// - Throws: ``FlagError`` where there are no overrides, or where the value isn't of the flag's type; what the provider
    ///   throws where it can't keep it, though it then holds for this run.
    public func setOverride(_ value: FlagValue?, for key: String) throws {
        guard let overrides else { throw FlagStack.noOverrides }
        if let value {
            let declaration = graph.withLock { $0.undeclared(key)?.entry.declaration }
            if let declaration {
                guard declaration.accepts(value) else {
                    throw FlagEvaluator.mismatch(value, .declaration(declaration))
                }
                if let allowed = declaration.allowedValues, !allowed.contains(declaration.canonical(value)) {
                    let names = allowed.map { $0.json() }.joined(separator: ", ")
                    throw FlagError(
                        .typeMismatch, "\(value.short()) isn't one of \(names), which “\(key)” can be.")
                }
            } else if value == .null {
                throw FlagError(.typeMismatch, "Nothing isn't a value. Take the override back instead.")
            }
        }
        try overrides.set(value, for: key)
    }

    /// Takes back everything that was set by hand, as one change.
    public func removeOverrides() throws {
        guard let overrides else { throw FlagStack.noOverrides }
        try overrides.removeAll()
    }

    private static var noOverrides: FlagError {
        FlagError(.general, "The stack was made without overrides, so that nothing can be set by hand.")
    }
}
