/// A registered action that can be requested by its path.
struct ExternalTarget {
    let type: any ActionDefinition.Type
    let reference: BindingReference
    let feature: RegisteredFeature
}
