import FiresteelFlags

extension FlagStack {
    /// Declares the flags that decide about the features of a graph.
    ///
    /// - Returns: The diagnostics of the declarations.
    func declare(flagsOf graph: FeatureGraph) -> [FeatureSetupError.Diagnostic] {
        let flags = graph.nodes.flatMap { node in
            node.constraints.flatMap { $0.flags(at: node.path) }.map(\.flag.declaration)
        }
        // A flag may decide about several features.
        var seen: Set<ObjectIdentifier> = []
        let declarations = flags.filter { seen.insert(ObjectIdentifier($0)).inserted }
        guard !declarations.isEmpty else { return [] }
        do throws(FlagSetupError) {
            try declare(declarations)
            return []
        } catch {
            return error.diagnostics.map { .flag("\($0)") }
        }
    }
}
