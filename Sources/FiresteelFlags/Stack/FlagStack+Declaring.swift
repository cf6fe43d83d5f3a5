import Synchronization

extension FlagStack {
    /// Declares the flags of a container and returns it.
    ///
    /// Its flags then belong to this stack, and retain it. Registering a container again returns another copy with the same
    /// flags.
    ///
    /// - Throws: All errors of the declarations; nothing is declared then.
    public func register<Container: FlagContainer>(
        _ container: Container.Type
    ) throws(FlagSetupError) -> Container {
        let container = Container()
        var reader = FlagContainerReader()
        reader.read(container, prefix: Container.key)
        let found = reader.found
        var faults: [FlagSetupDiagnostic] = []
        for (flag, key) in found.map({ ($0.flag, $0.key) }) {
            if let stack = flag.binding.stack, stack.toOpaque() != Unmanaged.passUnretained(self).toOpaque() {
                faults.append(
                    FlagSetupDiagnostic(
                        .boundElsewhere, key, flag.declaration,
                        "“\(key)” already belongs to another stack. Create the flag together with its container."))
            }
        }
        try declare(found.map { ($0.flag.declaration, $0.key) }, faults)
        for found in found { _ = found.flag.binding.bind(self) }
        return container
    }

    /// Declares flags that have their own keys.
    ///
    /// - Throws: All errors of the declarations; nothing is declared then.
    public func declare(_ declarations: [FlagDeclaration]) throws(FlagSetupError) {
        try declare(declarations.map { ($0, $0.key) }, [])
    }

    private func declare(
        _ found: [(declaration: FlagDeclaration, key: String)], _ known: [FlagSetupDiagnostic]
    ) throws(FlagSetupError) {
        let faults = graph.withLock { graph in
            var check = FlagDeclarationCheck(graph)
            for (declaration, key) in found { check.add(declaration, key) }
            check.findCycles()
            var faults = known + check.faults
            guard faults.isEmpty else { return faults }
            for (declaration, key) in found where !declaration.assign(key: key) {
                faults.append(FlagDeclarationCheck.keyTaken(declaration, key))
            }
            if faults.isEmpty { changeHub.enqueue(graph.add(found.map(\.declaration))) }
            return faults
        }
        notify()
        if !faults.isEmpty { throw FlagSetupError(diagnostics: faults) }
    }
}

/// Finds all errors in new declarations.
struct FlagDeclarationCheck {
    private(set) var faults: [FlagSetupDiagnostic] = []
    private var new: [String: FlagDeclaration] = [:]
    private let graph: FlagGraph

    init(_ graph: FlagGraph) { self.graph = graph }

    mutating func add(_ declaration: FlagDeclaration, _ key: String) {
        func fault(_ kind: FlagSetupDiagnostic.Kind, _ message: String) {
            faults.append(FlagSetupDiagnostic(kind, key, declaration, message))
        }
        guard !key.isEmpty else {
            return fault(.noKey, "The flag has no key. Give it one, or make it a property of a container.")
        }
        if !declaration.key.isEmpty, declaration.key != key {
            faults.append(Self.keyTaken(declaration, key))
            return
        }
        if let other = new[key], other !== declaration {
            fault(other.valueType == declaration.valueType ? .duplicateKey : .differentTypes, twice(key, other))
        } else if let other = graph.records[key]?.entry.declaration, !declaration.isRepetition(of: other) {
            fault(other.valueType == declaration.valueType ? .duplicateKey : .differentTypes, twice(key, other))
        } else {
            new[key] = declaration
        }
        if declaration.type != .bool {
            if declaration.local != .followsProviders {
                fault(
                    .notBool,
                    "“\(key)” has a local state and is of type \(declaration.valueTypeName). Remove the state, or use Bool."
                )
            }
            if declaration.exclusionGroup != nil {
                fault(
                    .notBool,
                    "“\(key)” has an exclusion group and is of type \(declaration.valueTypeName). Remove the group, or use Bool."
                )
            }
        }
        if declaration.defaultValue == .null, !declaration.accepts(.null) {
            fault(.unusableDefault, "The default of “\(key)” can't be converted to a flag value. Use another default.")
        }
    }

    static func keyTaken(_ declaration: FlagDeclaration, _ key: String) -> FlagSetupDiagnostic {
        FlagSetupDiagnostic(
            .keyTaken, key, declaration,
            "The flag can't have the key “\(key)”: its key is “\(declaration.key)”. Create another flag, or give it a key."
        )
    }

    private func twice(_ key: String, _ other: FlagDeclaration) -> String {
        "“\(key)” is already declared, as \(other.valueTypeName), at \(other.file):\(other.line). Give one of them another key."
    }

    /// Finds cycles of parents that the program itself declares.
    mutating func findCycles() {
        func parent(_ key: String) -> String? {
            (new[key] ?? graph.records[key]?.entry.declaration)?.parent
        }
        var found: [FlagSetupDiagnostic] = []
        FlagAncestry.forEachChain(of: new.keys.sorted(), parent: parent) { chain in
            for index in chain.cycle.indices {
                guard let declaration = new[chain.cycle[index]] else { continue }
                let keys = chain.cycle[index...] + chain.cycle[...index]
                let names = keys.map { "“\($0)”" }.joined(separator: " → ")
                found.append(
                    FlagSetupDiagnostic(
                        .parentCycle, chain.cycle[index], declaration,
                        "\(names) are each other's ancestors. Remove one of the parents."))
            }
        }
        faults.append(contentsOf: found.sorted { $0.key < $1.key })
    }
}
