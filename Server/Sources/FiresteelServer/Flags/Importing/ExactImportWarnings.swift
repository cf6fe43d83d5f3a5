import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelStore

/// Warnings before an exact import, which removes or archives what the file lacks: the file may be that of another
/// program.
enum ExactImportWarnings {
    /// Returns warnings where an export is of another program, or of other environments.
    static func mismatches(of export: FlagFile, with state: ProgramState) -> [FlagDocumentDiagnostic] {
        var warnings: [FlagDocumentDiagnostic] = []
        if export.program != state.program.id {
            let other = export.program.isEmpty ? "names no program" : "is an export of the program “\(export.program)”"
            warnings.append(
                warning(
                    "$.program",
                    "The file \(other), and not of “\(state.program.id)”. What it lacks is removed here: check that it is the right file."
                ))
        }
        let known = Set(state.program.environments.map(\.id)).union(state.program.damaged.map(\.id))
        let own = environments(export.items.keys)
        let unknown = own.subtracting(known)
        if !unknown.isEmpty {
            warnings.append(
                warning(
                    "$.items",
                    "The file has rules of environments that the program doesn't have: \(list(unknown)). They are left out."
                ))
        }
        let lacking = environments(state.items.keys).subtracting(own)
        if !lacking.isEmpty {
            warnings.append(
                warning(
                    "$.items",
                    "The file has no rules of environments in which the program has some: \(list(lacking)). These rules are removed."
                ))
        }
        return warnings
    }

    /// Returns a warning if more than half of a program's flags are removed or archived because the file lacks them.
    ///
    /// - Parameters:
    ///   - edits: The edits of items that the file lacks, without those of the file itself.
    ///   - state: The program.
    static func removals(_ edits: some Sequence<Edit>, from state: ProgramState) -> [FlagDocumentDiagnostic] {
        let flags = Set(
            state.items.lazy.filter { key, item in
                key.kind == .flag && item.value.members["isArchived"] != true
            }.map(\.key))
        let lost = edits.filter { flags.contains($0.item) && isLoss($0.operation) }.count
        guard lost * 2 > flags.count else { return [] }
        return [
            warning(
                "$",
                "The import removes or archives \(lost) of the program's \(flags.count) flags, because the file lacks them. Check that it is the right file."
            )
        ]
    }

    private static func isLoss(_ operation: Edit.Operation) -> Bool {
        switch operation {
        case .remove: true
        case .set(let fields): fields["isArchived"] == .some(.some(true))
        case .create: false
        }
    }

    private static func environments(_ keys: some Sequence<ItemKey>) -> Set<String> {
        Set(keys.lazy.filter { $0.kind == .targeting }.map(\.environment))
    }

    private static func list(_ names: Set<String>) -> String {
        names.sorted().prefix(20).map { "“\($0.prefix(50))”" }.joined(separator: ", ")
    }

    private static func warning(_ path: String, _ message: String) -> FlagDocumentDiagnostic {
        FlagDocumentDiagnostic(path: path, severity: .warning, message: message)
    }
}
