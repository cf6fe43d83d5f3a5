import Synchronization

/// The toggles of one principal, shared by all of their open sessions and loaded when one is first read.
final class PrincipalChoices: Sendable {
    let principal: Principal
    private let store: any ToggleStore
    private let report: @Sendable (RuntimeFault) -> Void
    private let toggles = Mutex<[FeaturePath: Bool]?>(nil)

    init(_ principal: Principal, store: any ToggleStore, report: @escaping @Sendable (RuntimeFault) -> Void) {
        self.principal = principal
        self.store = store
        self.report = report
    }

    /// What the principal chose for a feature, if anything.
    subscript(path: FeaturePath) -> Bool? { toggles.withLock { load(&$0)[path] } }

    /// Stores a choice, and returns whether it is another one than before.
    func set(_ path: FeaturePath, _ isOn: Bool) -> Bool {
        toggles.withLock { toggles in
            var chosen = load(&toggles)
            guard chosen[path] != isOn else { return false }
            chosen[path] = isOn
            toggles = chosen
            do {
                // While holding the lock, so that the store receives the choices in their order.
                try store.save(chosen, for: principal)
            } catch {
                report(
                    .toggles(
                        "Can't save the toggles of a principal: \(ErrorText(error).message). "
                            + "They apply as long as one of the principal's sessions is open."))
            }
            return true
        }
    }

    /// Removes all choices.
    func erase() throws {
        try toggles.withLock { toggles in
            toggles = [:]
            try store.erase(principal)
        }
    }

    private func load(_ toggles: inout [FeaturePath: Bool]?) -> [FeaturePath: Bool] {
        if let toggles { return toggles }
        var loaded: [FeaturePath: Bool] = [:]
        do {
            loaded = try store.load(for: principal)
        } catch {
            report(
                .toggles("Can't load the toggles of a principal: \(ErrorText(error).message). Their defaults apply."))
        }
        toggles = loaded
        return loaded
    }
}

/// The principals with open sessions.
final class PrincipalDirectory: Sendable {
    private struct Entry {
        let choices: PrincipalChoices
        var sessions = 0
    }

    private let entries = Mutex<[Principal: Entry]>([:])

    /// Returns the choices of a principal for one more session.
    func open(_ principal: Principal, _ make: () -> PrincipalChoices) -> PrincipalChoices {
        entries.withLock { entries in
            var entry = entries[principal] ?? Entry(choices: make())
            entry.sessions += 1
            entries[principal] = entry
            return entry.choices
        }
    }

    /// Removes a session of a principal, and the principal with the last one.
    func close(_ principal: Principal) {
        entries.withLock { entries in
            guard var entry = entries[principal] else { return }
            entry.sessions -= 1
            entries[principal] = entry.sessions > 0 ? entry : nil
        }
    }

    /// The choices of a principal with an open session.
    func find(_ principal: Principal) -> PrincipalChoices? { entries.withLock { $0[principal]?.choices } }
}
