import Synchronization

extension FlagStack {
    /// Overrides a flag's value on this device; `nil` removes the override.
    ///
    /// An undeclared key accepts any value except null.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil`.
    ///   - key: The flag's key.
    ///   - isStored: Whether the value outlives the run, if the overrides are a ``StoringFlagProvider``; other providers
    ///     decide themselves.
    /// - Throws: ``FlagError`` if the stack has no overrides, or the value isn't of the flag's type; the provider's
    ///   error if it can't store the value, which then applies to this run only.
    public func setOverride(_ value: JSONValue?, for key: String, isStored: Bool = true) throws {
        guard let overrides else { throw FlagStack.noOverrides }
        if let value {
            let declaration = graph.withLock { $0.undeclared(key)?.entry.declaration }
            if let declaration {
                guard declaration.accepts(value) else {
                    throw FlagCheck.declaration(declaration).mismatch(value)
                }
                if let allowed = declaration.allowedValues, !allowed.contains(declaration.canonical(value)) {
                    let names = allowed.map { $0.json() }.joined(separator: ", ")
                    throw FlagError(
                        .typeMismatch, "“\(key)” can't be \(value.short()). Use one of \(names).")
                }
            } else if value == .null {
                throw FlagError(.typeMismatch, "“\(key)” can't be null. Remove the override instead.")
            }
        }
        if let value, let overrides = overrides as? any StoringFlagProvider {
            try overrides.set(value, for: key, isStored: isStored)
        } else {
            try overrides.set(value, for: key)
        }
    }

    /// The keys of the overrides that outlive the run, or `nil` if the overrides aren't a ``StoringFlagProvider``.
    public var storedOverrides: Set<String>? { (overrides as? any StoringFlagProvider)?.storedKeys }

    /// Removes all overrides, as one change.
    ///
    /// - Throws: ``FlagError`` if the stack has no overrides; the provider's error if it can't store the change, which
    ///   then applies to this run only.
    public func removeOverrides() throws {
        guard let overrides else { throw FlagStack.noOverrides }
        try overrides.removeAll()
    }

    private static var noOverrides: FlagError {
        FlagError(.general, "Can't override flags: the stack has no overrides. Create it with a provider of overrides.")
    }
}
