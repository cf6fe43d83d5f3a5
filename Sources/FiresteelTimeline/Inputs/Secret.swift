/// A value that is never shown: not in the timeline, not in a log, not in a debugger's description.
///
/// Printing, dumping or reflecting a secret gives `hidden`, and it can't be encoded. Only ``reveal()`` gives the value.
///
/// ```swift
/// struct SignIn: TimelineDescribable {
///     var name: String
///     @Secret var password: String
///
///     func describe(to summary: inout InputSummary) {
///         summary.add("Name", name)
///         summary.add("Password", $password)      // recorded as hidden
///     }
/// }
/// ```
@propertyWrapper
public struct Secret<Value> {
    /// The value itself.
    public var wrappedValue: Value

    /// A secret of this value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// A secret of this value.
    public init(_ value: Value) {
        self.wrappedValue = value
    }

    /// The secret itself, to hand on without revealing it.
    public var projectedValue: Secret<Value> { self }

    /// The value.
    public func reveal() -> Value { wrappedValue }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The word `hidden`, whatever the value.
    public var description: String { "hidden" }
    /// The word `hidden`, whatever the value.
    public var debugDescription: String { "hidden" }
    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
