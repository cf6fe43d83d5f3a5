import FiresteelStore

/// A random secret of the store.
///
/// The timeline has a type of the same name, for inputs.
typealias Secret = FiresteelStore.Secret
