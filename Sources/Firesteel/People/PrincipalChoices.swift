import Synchronization

/// The toggles of one principal, shared by all of their open sessions and loaded when one is first read.
final class PrincipalChoices: Sendable {
    let principal: Principal
    private let store: any ToggleStore
    private let report: @Sendable (RuntimeFault) -> Void
    private let state = Mutex(State())
    private let writer: ToggleWriter
    /// The revision of the answers in the principal's sessions.
    let revision = AnswerRevision()

    private struct State {
        /// The choices by feature, `nil` until they are first read.
        var toggles: [FeaturePath: Bool]?
        /// The number of changes so far.
        var changes: UInt64 = 0
    }

    init(_ principal: Principal, store: any ToggleStore, report: @escaping @Sendable (RuntimeFault) -> Void) {
        self.principal = principal
        self.store = store
        self.report = report
        writer = ToggleWriter {
            try store.save($0, for: principal)
        } erase: {
            try store.erase(principal)
        } report: { operation, error in
            let message = ErrorText(error).message
            switch operation {
            case .save:
                report(
                    .toggles(
                        "Can't save the toggles of a principal: \(message). "
                            + "They apply as long as one of the principal's sessions is open."))
            case .erase:
                report(.toggles("Can't erase the toggles of a principal: \(message). Erase their timeline again."))
            }
        }
    }

    /// The principal's choice for a feature, if any.
    subscript(path: FeaturePath) -> Bool? { toggles[path] }

    private var toggles: [FeaturePath: Bool] {
        if let known = state.withLock({ $0.toggles }) { return known }
        var loaded: [FeaturePath: Bool] = [:]
        do {
            // Called without the lock, because the store is the caller's code.
            loaded = try store.load(for: principal)
        } catch {
            report(
                .toggles("Can't load the toggles of a principal: \(ErrorText(error).message). Their defaults apply."))
        }
        return state.withLock { state in
            // Another thread may have loaded them, and changed them since.
            if let known = state.toggles { return known }
            state.toggles = loaded
            return loaded
        }
    }

    /// Stores a choice, which is in effect in the principal's sessions from now on.
    func set(_ path: FeaturePath, _ isOn: Bool) {
        _ = toggles
        let change = state.withLock { state -> (number: UInt64, toggles: [FeaturePath: Bool])? in
            guard state.toggles?[path] != isOn else { return nil }
            state.toggles?[path] = isOn
            state.changes += 1
            return (state.changes, state.toggles ?? [:])
        }
        guard let change else { return }
        revision.advance()
        writer.save(change.toggles, number: change.number)
    }

    func erase() throws {
        let number = state.withLock { state in
            state.toggles = [:]
            state.changes += 1
            return state.changes
        }
        revision.advance()
        try writer.erase(number: number)
    }
}

/// The principals whose choices are in use, by sessions or by a caller.
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
}
