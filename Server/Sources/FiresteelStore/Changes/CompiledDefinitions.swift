import Synchronization

/// The definitions of an environment, compiled from the items of a program.
package struct CompiledDefinitions: Sendable {
    /// The definitions in flagd's format, a JSON object.
    package let json: [UInt8]
    /// The errors of the items that are left out.
    package let diagnostics: [ItemDiagnostic]
}

/// The definitions that changes were validated with, until they are served, so that this node doesn't compile them again.
///
/// They are found by the hash of the change, which covers everything before it. A change that wasn't committed is never the
/// last one of a program.
final class ValidatedDefinitions: Sendable {
    private struct Entry {
        let program: String
        /// The hash of the change.
        let change: String
        /// The definitions by environment.
        var definitions: [String: CompiledDefinitions]
    }

    /// Those of the newest changes, at most one for each program.
    private let entries = Mutex<[Entry]>([])
    /// The maximum number of programs.
    private static let limit = 8

    func add(_ definitions: [String: CompiledDefinitions], of change: Change, in program: String) {
        entries.withLock { entries in
            entries.removeAll { $0.program == program }
            entries.append(Entry(program: program, change: change.hash, definitions: definitions))
            if entries.count > Self.limit { entries.removeFirst() }
        }
    }

    /// Removes and returns the definitions of an environment at the last change of a program.
    func remove(of program: Program, in environment: String) -> CompiledDefinitions? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.program == program.id && $0.change == program.head })
            else { return nil }
            let definitions = entries[index].definitions.removeValue(forKey: environment)
            if entries[index].definitions.isEmpty { entries.remove(at: index) }
            return definitions
        }
    }
}
