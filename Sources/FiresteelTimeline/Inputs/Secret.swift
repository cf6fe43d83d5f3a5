/// A value that never appears in the timeline, in logs or in a debugger's description.
///
/// Printing, dumping and reflecting a secret all produce `hidden`, and a secret can't be encoded. Only ``reveal()``
/// returns the value.
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

    /// Creates a secret of this value.
    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    /// Creates a secret of this value.
    public init(_ value: Value) {
        self.wrappedValue = value
    }

    /// The secret itself, to hand on without revealing it.
    public var projectedValue: Secret<Value> { self }

    /// Returns the value.
    public func reveal() -> Value { wrappedValue }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text `hidden`.
    public var description: String { "hidden" }
    /// The text `hidden`.
    public var debugDescription: String { "hidden" }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
