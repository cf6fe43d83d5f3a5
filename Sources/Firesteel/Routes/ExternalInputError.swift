/// An error in the input of an externally requested action.
public struct ExternalInputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an input error.
    public enum Kind: String, Sendable, Hashable {
        /// A value is missing.
        case missing
        /// A value can't be read as the type that the input requires.
        case invalid
        /// The input's type can't be created from external input.
        case notDecodable
    }

    /// The kind of the error.
    public let kind: Kind
    /// The missing or invalid value, such as `document.page`; empty if the whole input is affected.
    public let parameter: String
    /// A message with the error.
    public let description: String

    /// Creates an error.
    public init(_ kind: Kind, parameter: String, _ description: String) {
        self.kind = kind
        self.parameter = parameter
        self.description = description
    }

    /// Creates an error from the error of a decoder.
    public init(_ error: any Error) {
        switch error {
        case let fault as ExternalInputError: self = fault
        case DecodingError.keyNotFound(let key, let context):
            let name = Self.name(context.codingPath + [key])
            self.init(.missing, parameter: name, "The parameter \(name) is missing.")
        case DecodingError.valueNotFound(_, let context):
            let name = Self.name(context.codingPath)
            self.init(.missing, parameter: name, "The parameter \(name) is missing.")
        case DecodingError.typeMismatch(let type, let context):
            let name = Self.name(context.codingPath)
            self.init(.invalid, parameter: name, "The parameter \(name) is not a \(type).")
        case DecodingError.dataCorrupted(let context):
            let name = Self.name(context.codingPath)
            let subject = name.isEmpty ? "The input" : "The parameter \(name)"
            self.init(.invalid, parameter: name, "\(subject) can't be read: \(context.debugDescription)")
        default:
            self.init(.invalid, parameter: "", "The input can't be read: \(ErrorText(error).message)")
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
