/// An error that prevents an action from being performed because no runtime is set up.
public struct NoRuntimeError: Error, Sendable, CustomStringConvertible {
    /// The feature and the action, such as "DocumentManagement/OpenDocument".
    public let action: String

    init(_ reference: BindingReference) {
        let binding = Interning.shared.describe(reference)
        action = "\(binding.feature.identifier)/\(binding.action.identifier)"
    }

    /// A message with the missing runtime and how to add it.
    public var description: String {
        "\(action) was not performed: there is no runtime. Call FeatureRuntime.setUp(_:) at the start of the program; in a test, perform inside withTestRuntime."
    }
}
