/// The error that a check found.
package struct CheckError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Fails unless something is so.
    static func unless(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
        if !isSo { throw CheckError(description()) }
    }

    /// Returns the value, or throws an error.
    static func unwrap<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw CheckError("There is no \(Value.self).") }
        return value
    }
}
