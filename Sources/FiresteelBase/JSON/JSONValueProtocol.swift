/// A type whose values are JSON.
///
/// An enum conforms with cases of these names, and with ``content``, a switch over them. ``JSONDocument`` then parses
/// its values and ``JSONWriter`` writes them.
package protocol JSONValueProtocol {
    /// The value `null`.
    static var null: Self { get }
    /// Returns a Boolean.
    static func bool(_ value: Bool) -> Self
    /// Returns an integer.
    static func int(_ value: Int) -> Self
    /// Returns any other number.
    static func double(_ value: Double) -> Self
    /// Returns a text.
    static func string(_ value: String) -> Self
    /// Returns an array.
    static func array(_ values: [Self]) -> Self
    /// Returns an object.
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
