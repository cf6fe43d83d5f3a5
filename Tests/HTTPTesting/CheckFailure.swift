/// What a check found wrong.
package struct CheckFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Fails unless something is so.
    static func unless(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
        if !isSo { throw CheckFailure(description()) }
    }

    /// What is there, or a failure.
    static func unwrap<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw CheckFailure("There is no \(Value.self).") }
        return value
    }
}
