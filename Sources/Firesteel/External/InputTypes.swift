extension FeatureRuntime {
    /// The type of the input of each declared action of a feature, by the action's identifier, for forms that are made of
    /// it.
    ///
    /// Empty where the feature isn't registered.
    package func inputTypes(of feature: FeaturePath) -> [String: Any.Type] {
        func input<Declared: ActionDefinition>(of type: Declared.Type) -> Any.Type { Declared.Input.self }
        let references = registry.find(feature)?.type.actions.references ?? []
        return references.reduce(into: [:]) { types, reference in
            let action = Interning.shared.describe(reference).action
            types[action.identifier] = input(of: action)
        }
    }
}
