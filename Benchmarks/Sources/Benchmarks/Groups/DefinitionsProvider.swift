import FiresteelFlags

/// A provider of constant definitions.
struct DefinitionsProvider: FlagProvider {
    let name = "Definitions"
    let definitions: FlagDefinitions

    init(_ definitions: FlagDefinitions) { self.definitions = definitions }

    var keys: Set<String>? { definitions.keys }
    func rule(for key: String) -> (any FlagRule)? { definitions.rule(for: key) }
}
