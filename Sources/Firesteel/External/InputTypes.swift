extension FeatureRuntime {
    /// Returns the input types of a feature's declared actions, by the actions' identifiers, to generate forms.
    ///
    /// Empty if the feature isn't registered.
    package func inputTypes(of feature: FeaturePath) -> [String: Any.Type] {
        func input<Declared: ActionDefinition>(of type: Declared.Type) -> Any.Type { Declared.Input.self }
        let references = registry.find(feature)?.type.actions.references ?? []
        return references.reduce(into: [:]) { types, reference in
            let action = Interning.shared.describe(reference).action
            types[action.identifier] = input(of: action)
        }
    }
}
