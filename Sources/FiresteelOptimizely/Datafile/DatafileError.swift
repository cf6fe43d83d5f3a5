/// What is wrong with a part of a datafile.
///
/// The flags that need the part answer with an error; all others work.
public struct DatafileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where, as a JSON path such as `$.experiments[3].variations`.
    public let path: String
    /// What is wrong there, in a sentence.
    public let message: String

    /// The message, with the path before it.
    public var description: String { "\(path): \(message)" }
}
