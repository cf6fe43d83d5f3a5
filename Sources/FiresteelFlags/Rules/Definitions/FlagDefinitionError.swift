/// What is wrong in a file of flags, and where.
public struct FlagDefinitionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The flag that it is about; `nil` where it is about the file or a shared rule.
    ///
    /// The flag can't be used because of it, unless it is its own ancestor: then it is off.
    public let key: String?
    /// Where in the file, as a JSON path such as `$.flags['x'].targeting.if[0]`.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in characters of Unicode, from 1.
    public let column: Int
    /// What is wrong, in a sentence.
    public let message: String

    /// The message, with the place before it.
    public var description: String { "Line \(line), column \(column), \(path): \(message)" }
}

/// Why a file of flags could not be read at all.
public enum FlagDefinitionsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It isn't JSON.
    case notJSON(JSONError)
    /// It is JSON, and has no object `flags`.
    case noFlags(line: Int, column: Int)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .noFlags(let line, let column):
            "Line \(line), column \(column): The file has no object “flags”. Flags stand in it by their keys."
        }
    }
}
