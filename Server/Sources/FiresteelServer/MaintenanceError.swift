/// An error that ends a command.
package struct MaintenanceError: Error, Sendable, CustomStringConvertible {
    /// The message.
    package let description: String

    init(_ description: String) { self.description = description }
}
