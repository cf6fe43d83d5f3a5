/// Why a text could not be read as JSON, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in characters of Unicode, from 1.
    public let column: Int
    /// What is wrong, in a sentence.
    public let message: String

    /// An error at a place.
    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// The message, with the place before it.
    public var description: String { "Line \(line), column \(column): \(message)" }
}

/// How much a text may ask of the reader.
public struct JSONLimits: Sendable, Hashable {
    /// How long the text may be.
    ///
    /// At most 2³² − 1, whatever is set.
    public var bytes: Int
    /// How deep arrays and objects may lie in each other.
    ///
    /// At most 256, whatever is set: values are built and let go of by recursion.
    public var depth: Int

    /// Limits.
    ///
    /// - Parameters:
    ///   - bytes: 64 MiB where nothing is said.
    ///   - depth: 256 where nothing is said.
    public init(bytes: Int = 64 << 20, depth: Int = 256) {
        self.bytes = min(bytes, Int(UInt32.max))
        self.depth = min(depth, 256)
    }
}
