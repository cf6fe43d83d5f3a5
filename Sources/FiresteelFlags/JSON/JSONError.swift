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

/// The limits on the size and depth of a text.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum size of the text, in bytes.
    ///
    /// Never more than 2³² − 1.
    public var bytes: Int
    /// The maximum nesting of arrays and objects.
    ///
    /// Never more than 256: values are created and released recursively.
    public var depth: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The maximum size. 64 MiB by default.
    ///   - depth: The maximum nesting. 256 by default.
    public init(bytes: Int = 64 << 20, depth: Int = 256) {
        self.bytes = min(bytes, Int(UInt32.max))
        self.depth = min(depth, 256)
    }
}
