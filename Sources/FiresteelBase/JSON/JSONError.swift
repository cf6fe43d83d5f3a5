/// An error that prevents a text from being read as JSON, with its location.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode characters, from 1.
    public let column: Int
    /// The error message, a sentence.
    public let message: String

    /// Creates an error with a location.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// The message, preceded by the location.
    public var description: String { "Line \(line), column \(column): \(message)" }
}
