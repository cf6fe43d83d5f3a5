import FiresteelFlags

/// A provider of definitions that never change.
struct DefinitionsProvider: FlagProvider {
    let name = "Definitions"
    let definitions: FlagDefinitions

    init(_ definitions: FlagDefinitions) { self.definitions = definitions }

    var keys: Set<String>? { definitions.keys }
    func rule(for key: String) -> (any FlagRule)? { definitions.rule(for: key) }
}
