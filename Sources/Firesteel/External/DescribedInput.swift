/// An input that describes its fields, for forms, commands, requests and agents.
///
/// Names and types of the fields, and whether they are required, come from the input's decoding. This adds what decoding
/// doesn't know:
///
/// ```swift
/// extension NewNote: DescribedInput {
///     static let inputFields = [
///         FieldDescription("title", "The title, in one line"),
///         FieldDescription("copies", "The number of copies", in: 1...100),
///     ]
/// }
/// ```
public protocol DescribedInput {
    /// The descriptions of fields, in any order.
    ///
    /// A description of a field that isn't decoded has no effect.
    static var inputFields: [FieldDescription] { get }
}

/// The description of a field of an input.
public struct FieldDescription: Sendable, Hashable {
    /// The keys that lead to the field, such as `["address", "city"]`.
    public let path: [String]
    /// The description, in one sentence.
    public let description: String
    /// The valid numbers.
    ///
    /// Requests from a command line, over HTTP and by agents are checked; the program checks its own.
    public let range: ClosedRange<Double>?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name of the field as it is decoded, with its parents: `address.city`.
    ///   - description: The description, in one sentence.
    ///   - range: The valid numbers, by default those of the field's type.
    public init(_ name: String, _ description: String, in range: ClosedRange<Double>? = nil) {
        path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        self.description = description
        self.range = range
    }
}
