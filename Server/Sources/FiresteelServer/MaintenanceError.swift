/// An error that ends a command.
public struct MaintenanceError: Error, Sendable, CustomStringConvertible {
    /// The message.
    public let description: String

    /// Creates an error.
    init(_ description: String) { self.description = description }
}
