import Synchronization

extension FlagStack {
    /// Declares the flags of a container and returns it.
    ///
    /// Its flags belong to this stack then, which they keep. Registering a container again gives another copy with the
    /// same flags.
    ///
    /// - Throws: Everything that is wrong with the declarations; nothing is declared then.
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
                        "“\(key)” belongs to another stack already. Make it when its container is made."))
            }
        }
        try declare(found.map { ($0.flag.declaration, $0.key) }, faults)
        for found in found { _ = found.flag.binding.bind(self) }
        return container
    }

    /// Declares flags that have keys of their own.
    ///
    /// - Throws: Everything that is wrong with the declarations; nothing is declared then.
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

/// Looks for everything that is wrong with new declarations.
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
            return fault(.noKey, "A flag has no key. Give it one, or make it a property of a container.")
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
                fault(.notBool, "“\(key)” is of type \(declaration.valueTypeName): only a Bool has a local state.")
            }
            if declaration.exclusionGroup != nil {
                fault(.notBool, "“\(key)” is of type \(declaration.valueTypeName): only a Bool can exclude others.")
            }
        }
        if declaration.defaultValue == .null, declaration.valueType != ObjectIdentifier(FlagValue.self) {
            fault(.unusableDefault, "The default of “\(key)” can't be written as a value. Choose another.")
        }
    }

    static func keyTaken(_ declaration: FlagDeclaration, _ key: String) -> FlagSetupDiagnostic {
        FlagSetupDiagnostic(
            .keyTaken, key, declaration,
            "A flag can't be “\(key)”, since it is “\(declaration.key)” already. Make another, or give it a key.")
    }

    private func twice(_ key: String, _ other: FlagDeclaration) -> String {
        "“\(key)” is declared as \(other.valueTypeName) at \(other.file):\(other.line) already. Give one of them another key."
    }

    /// Finds circles of parents that the program itself declares.
    mutating func findCycles() {
        func parent(_ key: String) -> String? {
            (new[key] ?? graph.records[key]?.entry.declaration)?.parent
        }
        for (key, declaration) in new.sorted(by: { $0.key < $1.key }) {
            var path = [key]
            var seen: Set = [key]
            while let last = path.last, let next = parent(last), seen.insert(next).inserted { path.append(next) }
            guard let last = path.last, parent(last) == key else { continue }
            let names = (path + [key]).map { "“\($0)”" }.joined(separator: " → ")
            faults.append(
                FlagSetupDiagnostic(
                    .parentCycle, key, declaration, "\(names) are each other's ancestors. Take a parent away."))
        }
    }
}
