/// An error in a flag file, with its location.
public struct FlagDefinitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The affected flag; `nil` for an error in the file or a shared rule.
    ///
    /// The flag can't be used, unless it is its own ancestor: then it is off.
    public let key: String?
    /// The location in the file, as a JSON path such as `$.flags['x'].targeting.if[0]`.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode characters, from 1.
    public let column: Int
    /// The error message, a sentence.
    public let message: String

    /// The message, preceded by the location.
    public var description: String { "Line \(line), column \(column), \(path): \(message)" }
}

/// An error that prevents a flag file from being read.
public enum FlagDefinitionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file isn't JSON.
    case notJSON(JSONError)
    /// The file is JSON, but has no object `flags`.
    case noFlags(line: Int, column: Int)
    /// `flags` is an array, and no element of it has a key.
    case noKeys(line: Int, column: Int)

    /// A message with the cause, the location and what to do.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .noFlags(let line, let column):
            "Line \(line), column \(column): The file has no object “flags”. Add one that maps keys to flags."
        case .noKeys(let line, let column):
            "Line \(line), column \(column): No element of the array “flags” has a “key”. Add one to each flag."
        }
    }
}
