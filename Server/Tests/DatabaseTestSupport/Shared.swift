import Synchronization

/// A value that a test and the closures of databases share.
package final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    package init(_ value: Value) { mutex = Mutex(value) }

    package var value: Value { mutex.withLock { $0 } }

    /// Changes the value, and returns the new one.
    @discardableResult
    package func change(_ body: (inout Value) -> Void) -> Value {
        mutex.withLock { value in
            body(&value)
            return value
        }
    }
}
