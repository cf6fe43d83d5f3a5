/// An error in a part of a datafile.
///
/// Flags that need the part return an error; all others work.
public struct DatafileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The location, as a JSON path such as `$.experiments[3].variations`.
    public let path: String
    /// The reason, in one sentence.
    public let message: String

    /// The message, with the path before it.
    public var description: String { "\(path): \(message)" }
}
