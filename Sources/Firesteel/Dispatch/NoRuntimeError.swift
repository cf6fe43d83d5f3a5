/// Something was performed where no runtime was set up, and so it wasn't done.
public struct NoRuntimeError: Error, Sendable, CustomStringConvertible {
    /// The feature and the action, as "DocumentManagement/OpenDocument".
    public let action: String

    init(_ reference: BindingReference) {
        let binding = Interning.shared.describe(reference)
        action = "\(binding.feature.identifier)/\(binding.action.identifier)"
    }

    /// What is missing, and how to add it.
    public var description: String {
        "\(action) was not performed: there is no runtime. Call FeatureRuntime.setUp(_:) at the start of the program; in a test, perform inside withTestRuntime."
    }
}
