/// A type whose values are JSON.
///
/// An enum conforms with cases of these names, and ``content``, a switch over them. ``JSONDocument`` then reads its values
/// and ``JSONWriter`` writes them.
package protocol JSONValueProtocol {
    /// The value `null`.
    static var null: Self { get }
    /// Returns a Boolean.
    static func bool(_ value: Bool) -> Self
    /// Returns a whole number.
    static func int(_ value: Int) -> Self
    /// Returns any other number.
    static func double(_ value: Double) -> Self
    /// Returns a text.
    static func string(_ value: String) -> Self
    /// Returns a list.
    static func array(_ values: [Self]) -> Self
    /// Returns values by name.
    static func object(_ members: [String: Self]) -> Self

    /// The value's kind with its payload.
    var content: JSONContent<Self> { get }
}

/// The kinds of JSON values.
package enum JSONContent<Value> {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Value])
    case object([String: Value])
}
